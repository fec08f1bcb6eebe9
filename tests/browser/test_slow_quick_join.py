"""Slow Quick Join: one waits with the browser closed, another comes, and both browsers prove the deal of the match."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Opened, Player, arrive, press_play
from tests.browser.test_fair import OF_BOTH, checked

pytestmark = pytest.mark.long

PRESET = "alfapower-slow"


def waits(page: Page) -> str:
    """Press Play, until the number of this browser's own is with the site; the address to look again at."""
    with page.expect_response(lambda answer: answer.url.endswith("/deal")) as sent:
        press_play(page, PRESET, "en")
    assert sent.value.json() == {"ok": True}
    expect(page.locator("h1")).to_contain_text("Your seek stands for 14 days")
    return page.url


@pytest.mark.parametrize(("first", "second"), [(DESKTOP, PHONE), (PHONE, DESKTOP)], ids=["desktop", "phone"])
def test_who_waited_with_the_browser_closed_finds_the_match_and_both_prove_its_deal(
    open_page: Opened, first: dict[str, Any], second: dict[str, Any]
) -> None:
    waiting = open_page(first)
    address = waits(waiting)
    profile = waiting.context.storage_state()
    waiting.context.close()

    comer = open_page(second)
    press_play(comer, PRESET, "en")
    arrive(comer, "#state")
    match = comer.url

    waiter = open_page(first | {"storage_state": profile})  # the browser is opened again, with what it keeps
    waiter.goto(address)
    waiter.locator("#slow-seeks").get_by_role("link", name="Go to the match").click()
    arrive(waiter, "#state")
    assert waiter.url == match
    expect(waiter.locator("#days-left")).to_have_text("3 days")

    players = [Player(waiter), Player(comer)]
    players[0].resign()
    for player in players:
        assert checked(player, OF_BOTH) == "proved"
