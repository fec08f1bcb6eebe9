"""Alfapet's two racks alone: from the home page one person plays both, three turns each, to the end."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Opened, Player, arrive

pytestmark = pytest.mark.needs_browser

SAYS = {"sv-SE": ("lägger", "väntar", "Du "), "en-GB": ("plays", "waits", "You ")}


@pytest.mark.parametrize(("language", "device"), [("sv-SE", PHONE), ("en-GB", DESKTOP)], ids=["phone", "desktop"])
def test_one_plays_both_racks_to_the_end(open_page: Opened, language: str, device: dict[str, Any]) -> None:
    page = open_page(device, language)
    page.goto("/")
    plays, waits, you = SAYS[language]
    page.locator('a[href="/one-device/alfapet/"]').first.click()
    names = [page.locator(f"#name-{place}").input_value() for place in (0, 1)]
    page.locator("#alone-start").click()
    arrive(page, "#state")
    player = Player(page)
    acted: list[str] = []
    page.evaluate("window.same = true")
    for number in range(10):
        on = page.locator("#racks .is-on")
        expect(page.locator('#state[data-mine="1"]')).to_have_count(1)
        (name,) = [name for name in names if name in on.inner_text()]
        (other,) = set(names) - {name}
        expect(on).to_have_text(f"{name} {plays}")
        expect(page.locator("#racks .racks__one:not(.is-on)")).to_contain_text(other)
        assert waits in (page.locator("#racks .racks__one:not(.is-on)").text_content() or "")
        expect(page.locator("#racks .smallhand .tile")).to_have_count(7)
        expect(page.locator(".pcard:has(.pcard__turn.is-on)")).to_contain_text(name)
        tray, told = page.locator("#rack"), on.evaluate("one => getComputedStyle(one).backgroundColor")
        assert tray.evaluate("tray => getComputedStyle(tray).outlineColor") == told
        assert not acted or acted[-1] != name
        acted.append(name)
        if number < 6:
            if move := player.best_move():
                player.play(move)
            else:
                player.exchange(1)
        elif number < 9:
            player.pass_turn()
            expect(on).to_contain_text(other)
        else:
            assert page.evaluate("window.same")
            player.pass_turn()
    assert [acted[:6].count(name) for name in names] == [3, 3]
    arrive(page, "h1#v")
    expect(page.locator("#v")).not_to_contain_text(you)
    page.locator("#rematch form button").click()
    arrive(page, "#state")
    expect(page.locator("#racks .is-on")).to_contain_text(plays)
