"""After the match: both end pages agree to a rematch and go there by themselves; a search interrupts other pages."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import Opened, Seated, arrive

pytestmark = pytest.mark.long


def test_a_rematch_swaps_who_begins(meet: Seated) -> None:
    first, second = meet("strategy", "en")
    before = first.page.url
    first.resign()
    for player in (first, second):
        arrive(player.page, ".verdict")
    expect(first.page.locator("#rematch")).to_contain_text("starts. Both must accept.")
    expect(second.page.locator("#rematch")).to_contain_text("Same rules, you start. Both must accept.")

    # Asked, taken back, asked again by keyboard: the focus goes where the next step is.
    first.page.locator("#rematch-yes").click()
    expect(second.page.locator("#rematch")).to_contain_text("wants a rematch.")
    first.page.locator("#rematch-no").click()
    expect(second.page.locator("#rematch")).to_contain_text("Both must accept.")
    first.page.reload()
    first.page.locator("#rematch-yes").press("Enter")
    expect(first.page.locator("#rematch-no")).to_be_focused()
    expect(second.page.locator("#rematch")).to_contain_text("wants a rematch.")
    second.page.locator("#rematch-yes").click()

    expect(second.page.locator("#rematch .countdown")).to_be_visible()
    for player in (first, second):
        expect(player.page).not_to_have_url(before)
        arrive(player.page, "#state")
    assert first.page.url == second.page.url
    assert (second.state("mine"), first.state("mine")) == ("1", "0")
    assert (second.state("seat"), first.state("seat")) == ("0", "1")

    # The old page shows the way and forces nobody; the list at home leads back to it.
    second.resign()
    arrive(first.page, ".verdict")
    first.page.goto("/")
    expect(first.page.locator("#recent > ul > li")).to_have_count(2)
    second.page.goto("/")
    expect(second.page.locator("#recent > ul > li")).to_have_count(2)


def test_an_opponent_found_interrupts_on_any_page(open_page: Opened) -> None:
    pages: list[Page] = []
    for _ in range(2):
        page = open_page({}, at="/")
        page.get_by_role("button", name="Find somebody").click()
        expect(page.locator("#place")).to_be_visible()
        if not pages:  # the first one reads on elsewhere, the waiting page is gone
            page.goto("/accounts/name/")
            expect(page.locator(".watch")).to_contain_text("Looking for an opponent")
        pages.append(page)
    for page in pages:
        expect(page).to_have_url(re.compile("/match/"))
        arrive(page, "#state")
        expect(page.locator(".watch")).to_have_count(0)
