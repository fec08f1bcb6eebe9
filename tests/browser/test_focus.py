"""Whose a key is: Enter and Space are the focused control's own, in every state of the match. What is pressed is heard
or visibly cannot be, keys never lose their place, and each thing is told anew."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Player, Seated, arrive, hold

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
def test_enter_and_space_press_what_has_the_focus_in_every_state(seated: Seated) -> None:
    first, second = seated("strategy", "en")
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


def test_the_skip_link_goes_to_the_board_and_plays_nothing(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page, sent = first.page, []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    lay(first, 2)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .cell:focus")).to_have_count(1)
    expect(page.locator("#board .is-pending")).to_have_count(2)
    assert sent == []


def test_the_shop_takes_the_focus_and_a_power_gives_it_to_what_it_is_for(seated: Seated) -> None:
    for player in seated("strategy", "en"):
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


WATCH = """() => {
  window.heard = [];
  for (const id of ['live', 'alert']) {
    new MutationObserver(() => { const said = document.getElementById(id).textContent; if (said) heard.push(said); })
      .observe(document.getElementById(id), { childList: true });
  }
}"""


def test_before_the_scripts_are_there_nothing_can_be_pressed(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    let_go = hold(page, "**/js/match*.js")
    page.reload(wait_until="commit")
    for control in ("#rack [data-ri]", "#actions [data-act=pass]", ".shopbtn", "[data-open=menu]", "#tab-shop"):
        expect(page.locator(f"[inert] {control}").first).to_be_attached()
    expect(page.locator("#readout .skel")).to_be_visible()
    expect(page.locator("#rack .tile").first).to_be_hidden()
    expect(first.cell(7, 7)).to_be_visible()

    let_go()
    arrive(page, "#state")
    expect(page.locator("[inert]")).to_have_count(0)
    expect(page.locator("#readout")).to_contain_text("Your turn.")
    expect(page.locator("#rack .tile").first).to_be_visible()


@pytest.mark.parametrize(
    "devices",
    [
        pytest.param((DESKTOP, PHONE), id="desktop"),
        pytest.param((PHONE, DESKTOP), id="phone", marks=pytest.mark.long),
    ],
)
def test_keys_keep_their_place_when_what_they_pressed_is_switched_off_or_gone(
    seated: Seated, devices: Sequence[dict[str, Any]]
) -> None:
    first, second = seated("strategy", "en", devices=devices)
    page, keys = first.page, first.page.keyboard
    page.evaluate(WATCH)

    # Buying: the button waits for its answer and keeps the focus; what was bought is said.
    page.locator("[data-sheet=shop]" if first.has_a_phone else "#tab-shop").press("Enter")
    page.locator("[data-buy=swap]").press("Enter")
    expect(page.locator("#slots [data-slot=swap]")).to_have_count(1)
    expect(page.locator("#coins-you")).to_have_text("2")
    expect(page.locator("#p-shop")).to_be_focused()  # none can be bought for the coins that are left
    expect(page.locator("#live")).to_have_text("Bought: Swap.")
    if first.has_a_phone:
        keys.press("Escape")

    # Trading tiles: the two buttons of the choice come and go.
    page.locator("#slots [data-slot=swap]").press("Enter")
    page.locator('#rack [data-ri="0"]').press("Enter")
    page.locator("#actions [data-act=swap]").press("Enter")
    expect(page.locator("#slots [data-slot=swap]")).to_have_count(0)
    expect(page.locator("#actions [data-act=shuffle]")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("You keep your turn.")

    # Passing switches the button off, and the way to the next match takes the place of all of them: the hand has the
    # focus. Each turn is told anew, in the same words.
    for turn in range(2):
        page.locator("#actions [data-act=pass]").press("Enter")
        expect(page.locator('#state[data-mine="0"]')).to_have_count(1)
        expect(page.locator("#next-match a")).to_be_visible()
        expect(page.locator("#rack [tabindex='0']")).to_be_focused()
        second.pass_turn()
        expect(page.locator('#state[data-mine="1"]')).to_have_count(1)
        page.wait_for_function("n => heard.filter(said => said === 'Your turn').length === n", arg=turn + 1)


@pytest.mark.long
def test_tiles_that_were_played_lie_until_the_panels_have_come(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    move = first.find_move()
    page.route_web_socket("**/ws/match/**", lambda _socket: None)  # it opens, and never says anything
    let_go = hold(page, "**/panels")
    page.reload()
    first.lay(move)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    with page.expect_response("**/act") as answer:
        first.press("play")
    assert answer.value.json()["ok"]
    page.wait_for_timeout(1000)
    expect(page.locator("#board .is-pending")).to_have_count(len(move))
    expect(page.locator("#actions .is-busy")).to_have_count(1)

    let_go()
    expect(page.locator("#board .is-pending")).to_have_count(0)
    expect(page.locator("#board .is-last.by-you")).to_have_count(len(move))
