"""Whose a key is: Enter and Space are the focused control's own, in every state of the match."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import Player, Seated

pytestmark = pytest.mark.needs_browser

SEEN = "a[href], button, summary, input, select, [role=option], [role=radio]"
LIST = """seen => {
    window.controls = [...document.querySelectorAll(seen)].filter(one =>
        one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest("[inert]")
        && !one.matches(".cell, input, select") && one.ariaDisabled !== "true"
        && (!document.querySelector("dialog[open]") || one.closest("dialog[open]")));
    window.pressed = [];
    window.note = event => {
        window.pressed.push(event.target.closest(seen));
        event.preventDefault();
        event.stopImmediatePropagation();
    };
    window.addEventListener("click", window.note, true);
    return window.controls.length;
}"""
"""Finds what can be pressed now; from then on a click is noted, and does nothing."""
STOP = "() => window.removeEventListener('click', window.note, true)"
FOCUS = """i => {
    window.controls[i].focus();
    window.pressed = [];
    return document.activeElement === window.controls[i];
}"""
HEARD = "i => window.pressed.filter(one => one === window.controls[i]).length"
NAME = "i => window.controls[i].outerHTML.slice(0, 120)"
IS_LINK = "i => window.controls[i].matches('a')"


def unheard(page: Page) -> list[str]:
    """The controls of the page that Enter, or Space where it is no link, does not press exactly once."""
    wrong = []
    for i in range(page.evaluate(LIST, SEEN)):
        for key in ("Enter", "Space"):
            if not page.evaluate(FOCUS, i) or (key == "Space" and page.evaluate(IS_LINK, i)):
                continue
            page.keyboard.press(key)
            if page.evaluate(HEARD, i) != 1:
                wrong.append(f"{key}: {page.evaluate(NAME, i)}")
    page.evaluate(STOP)
    return wrong


def lay(player: Player, count: int) -> None:
    """Some tiles on the board by keys, from the star on."""
    plain = [(i, tile) for i, tile in enumerate(player.hand()) if len(tile) == 1 and tile != "?"]
    for step, (index, _letter) in enumerate(plain[:count]):
        player.page.locator(f'#rack [data-ri="{index}"]').click()
        player.cell(7, 7 + step).click()
    expect(player.page.locator("#board .is-pending")).to_have_count(count)


@pytest.mark.long
def test_enter_and_space_press_what_has_the_focus_in_every_state(meet: Seated) -> None:
    first, second = meet("strategy", "en")
    page = first.page
    sent = []
    for player in (first, second):
        player.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)

    assert unheard(page) == []
    assert unheard(second.page) == []
    first.buy("swap")
    sent.clear()
    lay(first, 2)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    assert unheard(page) == []
    page.locator("#slots [data-slot=swap]").click()
    expect(page.locator("#slots [data-slot=swap][aria-pressed=true]")).to_be_visible()
    assert unheard(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-open=menu]").click()
    assert unheard(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-sheet=shop]").click()
    assert unheard(page) == []
    for _ in range(3):
        page.keyboard.press("Escape")
    assert sent == []  # nothing was played, used or passed by any of it


@pytest.mark.long
def test_the_skip_link_goes_to_the_board_and_plays_nothing(meet: Seated) -> None:
    first, _second = meet("strategy", "en")
    page, sent = first.page, []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    lay(first, 2)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .cell:focus")).to_have_count(1)
    expect(page.locator("#board .is-pending")).to_have_count(2)
    assert sent == []


@pytest.mark.long
def test_the_shop_takes_the_focus_and_a_power_gives_it_to_what_it_is_for(meet: Seated) -> None:
    for player in meet("strategy", "en"):
        page, mine = player.page, player.state("mine") == "1"
        page.locator("[data-sheet=shop]").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.querySelector('#rail').contains(document.activeElement)")
        if not mine:
            page.keyboard.press("Escape")
            if player.has_a_phone:  # where the shop is a sheet, closed it gives the focus back
                expect(page.locator("[data-sheet=shop]")).to_be_focused()
            continue
        page.locator("[data-buy=claim]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#slots [data-slot=claim]")).to_have_count(1)
        page.keyboard.press("Alt+1")
        expect(page.locator("#board .cell.is-legal:focus")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#board .cell:focus")).to_have_count(1)
