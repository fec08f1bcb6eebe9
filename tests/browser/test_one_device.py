"""Keebble by three at one phone: from the home page in a few taps to the end, the device handed on after each turn."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.players import Opened, arrive

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]

GAME = "keebble"
NAMES = ("Astrid", "Bo", "Cilla")
MOST_TURNS = 20


def take_one(page: Page) -> None:
    """Take the first option that is open; its letters go on the first squares that are lit, wildcards as E."""
    option = page.locator(".opt:not([aria-disabled])").first
    due = len((option.get_attribute("data-given") or "").split())
    option.click()
    expect(page.locator("#carry")).to_be_visible()
    new, asked = page.locator("#board .cell.is-new"), page.locator("#d-letter[open]")
    for written in range(due):
        page.locator("#board .cell.is-ok:not(.is-new)").first.click()
        expect(asked.or_(new.nth(written)).first).to_be_visible()
        if asked.count():
            asked.get_by_role("button", name="E", exact=True).click()
        expect(new).to_have_count(written + 1)
    go = page.locator("#actions [data-act=go]")
    expect(go).to_be_enabled()
    go.click()


def test_three_play_at_one_phone_to_the_end(open_page: Opened) -> None:
    phone = open_page(PHONE)
    phone.goto("/")
    phone.locator(f'a[href="/one-device/{GAME}/"]').first.click()
    for place, name in enumerate(NAMES):
        phone.fill(f"#name-{place}", name)
    phone.evaluate("document.querySelectorAll('.setgroup').forEach((group) => (group.open = true))")
    phone.fill("[name=max_rounds]", "1")
    phone.locator('label:has([name=start_board][value="empty"])').click()
    phone.locator("#alone-start").click()
    arrive(phone, "#state")
    seen = []
    for _ in range(MOST_TURNS):
        expect(phone.locator('#state[data-mine="1"]')).to_have_count(1)
        expect(phone.locator("#hand-on")).to_have_count(0)
        seen.append(phone.locator("#state").get_attribute("data-turn"))
        take_one(phone)
        expect(phone.locator('#hand-on, .page--end, #state[data-phase="over"]').first).to_be_attached()
        if not phone.locator("#hand-on").count():
            break
        assert any(name in phone.locator("#hand-on").inner_text() for name in NAMES)
        with phone.expect_navigation():
            phone.locator("#hand-on").click()
        arrive(phone, "#state")
    assert len(seen) == 6
    expect(phone.locator("body")).to_contain_text("Cilla")
    phone.goto("/")
    expect(phone.locator("body")).to_contain_text("Cilla")
