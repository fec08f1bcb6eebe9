"""Games at one device: Keebble by three at a phone, from the home page in a few taps to the end, the device handed on
after each turn; and Alfapet's two racks, both played by one person, to the end."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Opened, Player, arrive
from tests.support.run_length import tries

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
    go.click()


@pytest.mark.long
def test_three_play_at_one_phone_to_the_end(open_page: Opened) -> None:
    phone = open_page(PHONE, at=f"/play/{GAME}/")
    phone.locator(f'a[href^="/one-device/{GAME}/"]').first.click()
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


WORDS = tries(2, 6)
"""That both together lay before they pass."""
SAYS = {"sv-SE": ("lägger", "väntar", "Du "), "en-GB": ("plays", "waits", "You ")}


@pytest.mark.parametrize(
    ("language", "device"),
    [pytest.param("sv-SE", PHONE, id="phone"), pytest.param("en-GB", DESKTOP, id="desktop", marks=pytest.mark.long)],
)
def test_one_plays_both_racks_to_the_end(open_page: Opened, language: str, device: dict[str, Any]) -> None:
    page = open_page(device, language, at="/play/alfapet/")
    plays, waits, you = SAYS[language]
    page.locator('a[href^="/one-device/alfapet/"]').first.click()
    names = [page.locator(f"#name-{place}").input_value() for place in (0, 1)]
    page.locator("#alone-start").click()
    arrive(page, "#state")
    player = Player(page)
    acted: list[str] = []
    page.evaluate("window.same = true")
    for number in range(WORDS + 4):
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
        if number < WORDS:
            if move := player.best_move(limit=4):
                player.play(move)
            else:
                player.exchange(1)
        elif number < WORDS + 3:
            player.pass_turn()
            expect(on).to_contain_text(other)
        else:
            assert page.evaluate("window.same")
            player.pass_turn()
    assert [acted[:WORDS].count(name) for name in names] == [WORDS // 2] * 2
    arrive(page, "h1#v")
    expect(page.locator("#v")).not_to_contain_text(you)
    page.locator("#rematch form button").click()
    arrive(page, "#state")
    expect(page.locator("#racks .is-on")).to_contain_text(plays)
