"""A player's own tiles and commands in matches whose hands the test dealt: keys, touch, words, reloads, another tab."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CALM, DESKTOP, PHONE, Site
from tests.browser.players import Player, Seated, in_windows
from tests.browser.test_laying_tiles import BOX
from tests.support.types import certain

HANDS = ("TENSOR?", "AEIDLGM")
SMALL = CALM | {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
CENTRE = "element => { const b = element.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"


Sit: TypeAlias = Callable[..., Player]
Table: TypeAlias = Callable[..., Sit]


@pytest.fixture
def table(site: Site, seat_at: Seated) -> Table:
    """`sit = table(board_size=19)` deals a match by these rules, and `sit(1, PHONE)` is a page of its seat 1; any
    console error fails the test."""

    def dealt(**rules: Any) -> Sit:
        public_id, *keys = site.deal(hands=HANDS, **rules)

        def sit(seat: int, device: dict[str, Any], locale: str = "en-GB") -> Player:
            (player,) = seat_at([public_id, keys[seat]], [device], locale)
            return player

        return sit

    return dealt


def is_kept(player: Player, count: int) -> None:
    """Wait until the server has a draft of so many tiles."""
    ask = "fetch(document.querySelector('#match').dataset.draftUrl).then(answer => answer.json())"
    for _ in range(40):
        if len(player.page.evaluate(ask).get("tiles", [])) == count:
            return
        player.page.wait_for_timeout(250)
    raise AssertionError(f"the server has not {count} tiles")


def test_keys_alone_lay_name_take_back_and_play_and_a_reload_finds_the_tiles(table: Table) -> None:
    sit = table(board_size=15)
    player = sit(0, DESKTOP)
    page, keys = player.page, player.page.keyboard
    for _ in range(40):
        if page.locator("#board .cell:focus").count():
            break
        keys.press("Tab")
    for key in ("ArrowDown", "Control+Home", "End", "Control+End", "Home"):
        keys.press(key)
    expect(player.cell(14, 0)).to_be_focused()
    for _ in range(7):
        keys.press("ArrowUp")
    for _ in range(6):
        keys.press("ArrowRight")
    for key in ("t", "e", "Shift+N", "Space", "Space", "s", "Backspace"):
        keys.press(key)
    expect(player.cell(7, 8)).to_have_attribute("aria-label", "I8, your new tile N")
    expect(player.pending()).to_have_count(3)
    keys.press("ArrowLeft")  # from the square after the word onto the blank, which becomes another letter
    keys.press("Shift+D")
    expect(player.cell(7, 8)).to_have_attribute("aria-label", "I8, your new tile D")
    expect(page.locator("#readout")).to_contain_text("points")
    keys.press("Shift+N")

    # The server has them: for a reload, for another tab, and not for the opponent.
    is_kept(player, 3)
    page.reload()
    expect(player.pending()).to_have_count(3)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    tab, other = sit(0, PHONE), sit(1, PHONE)
    expect(tab.pending()).to_have_count(3)
    expect(other.pending()).to_have_count(0)
    tab.press("recall")
    is_kept(tab, 0)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(player.pending()).to_have_count(0)

    # Undo, one layer of Escape after another, and the play.
    tab.page.locator("#readout [data-act=undo]").click()
    is_kept(tab, 3)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(player.pending()).to_have_count(3)
    page.locator("#board .cell[tabindex='0']").focus()
    keys.press("Escape")
    expect(player.pending()).to_have_count(0)
    keys.press("Control+z")
    expect(player.pending()).to_have_count(3)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    keys.press("Enter")
    expect(page.locator('#state[data-mine="0"]')).to_have_count(1)
    expect(page.locator("#score-you")).not_to_have_text("0")
    expect(tab.pending()).to_have_count(0)
    expect(tab.page.locator("#readout")).not_to_contain_text("Back in your hand")


@pytest.mark.long
def test_a_finger_drags_zooms_and_moves_the_board(table: Table) -> None:
    player = table(board_size=15)(0, SMALL)
    page = player.page
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        named = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    def drag(start: tuple[float, float], end: tuple[float, float], last: str = "touchEnd") -> None:
        fingers("touchStart", start)
        for step in range(1, 6):
            x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
            fingers("touchMove", (x, y))
        fingers(last)

    def centre(locator: Locator) -> tuple[float, float]:
        return tuple(locator.evaluate(CENTRE))

    # The tile floats above the finger: it lands on the square under the tile.
    x, y = centre(player.cell(7, 7))
    drag(centre(page.locator('#rack [data-ri="0"]')), (x, y + 44))
    expect(player.cell(7, 7)).to_have_attribute("aria-label", "H8, your new tile T")
    drag(centre(player.cell(7, 7)), (x, y - 40), last="touchCancel")
    expect(player.cell(7, 7)).to_have_class(re.compile("is-pending"))
    expect(page.locator(".ghost")).to_have_count(0)

    # The button zooms in on the tile; a finger on empty squares moves the board; the button zooms out.
    view = page.locator("#boardview")
    page.locator("#zoombtn").tap()
    expect(view).to_have_class(re.compile("is-zoom"))
    assert page.evaluate("document.querySelector('.cell').getBoundingClientRect().width") > 30
    at = view.evaluate("v => [v.scrollLeft, v.scrollTop]")
    box = certain(view.bounding_box())
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drag((middle[0] + 60, middle[1] + 60), (middle[0] + 110, middle[1] + 100))
    page.wait_for_function("([x, y]) => document.querySelector('#boardview').scrollLeft < x - 30", arg=at)
    expect(page.locator(".is-cursor")).to_have_count(0)
    page.locator("#zoombtn").click()
    expect(view).not_to_have_class(re.compile("is-zoom"))

    # Two fingers apart.
    fingers("touchStart", (middle[0] - 20, middle[1] - 60))
    fingers("touchStart", (middle[0] - 20, middle[1] - 60), (middle[0] + 20, middle[1] - 60))
    for wide in (30, 45, 60):
        fingers("touchMove", (middle[0] - wide, middle[1] - 60), (middle[0] + wide, middle[1] - 60))
    fingers("touchEnd")
    expect(view).to_have_class(re.compile("is-zoom"))


@pytest.mark.parametrize("square", [(0, 0), (9, 9), (18, 18)], ids=["top", "middle", "bottom"])
@pytest.mark.long
def test_a_finger_names_a_blank_and_names_it_anew(table: Table, square: tuple[int, int]) -> None:
    player = table(board_size=19)(0, SMALL)
    page, letters = player.page, player.page.locator("#d-blank")
    player.page.locator('#rack [data-ri="6"]').tap()
    player.cell(*square).tap()
    expect(letters).to_be_visible()
    page.wait_for_timeout(400)  # long enough for the click that ends the tap, and for a second tap to be another one
    expect(letters).to_be_visible()
    page.locator('#letters [data-l="S"]').tap()
    expect(letters).to_be_hidden()
    expect(player.cell(*square)).to_have_attribute("aria-label", re.compile("your new tile S"))
    for _ in range(2):
        player.cell(*square).tap()
    expect(letters).to_be_visible()
    page.locator("#letters [data-l=D]").tap()
    expect(player.cell(*square)).to_have_attribute("aria-label", re.compile("your new tile D"))
    player.press("recall")
    is_kept(player, 0)


WINDOWS = [(320, 640), (640, 360), (390, 844), (768, 1024), (1024, 768), (820, 1180), (1280, 720), (1440, 900)]
LEAST_SQUARE = "() => Math.min(...[...document.querySelectorAll('#board .cell')].map(cell => cell.offsetWidth))"


def test_on_every_device_a_zoom_makes_the_squares_of_the_largest_board_large_enough_for_a_finger(
    table: Table,
) -> None:
    page = table(board_size=19)(1, DESKTOP).page
    view, button = page.locator("#boardview"), page.locator("#zoombtn")
    small = []
    for width, height in in_windows(page, WINDOWS):
        box = view.evaluate(BOX)
        button.click()
        if page.evaluate(LEAST_SQUARE) < 28:
            small.append((width, height, page.evaluate(LEAST_SQUARE)))
        assert view.evaluate(BOX) == box, (width, height)
        button.click()
    assert small == []

    # What lies beyond the edge is found by the mouse and by the arrows.
    button.click()
    box, at = certain(view.bounding_box()), view.evaluate("seen => seen.scrollLeft")
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 250, steps=4)
    page.mouse.up()
    assert view.evaluate("seen => seen.scrollLeft") > at + 80
    expect(page.locator(".is-cursor")).to_have_count(0)
    page.locator("#board .cell[tabindex='0']").focus()
    page.keyboard.press("Control+End")
    corner = page.locator('#board [data-r="18"][data-c="18"]')
    expect(corner).to_be_focused()
    expect(corner).to_be_in_viewport(ratio=0.9)


LOW = [(844, 390), (720, 450), (640, 360)]
"""A phone on its side, a window at 200 %, a small one: one's own card may lie outside."""
PARTS = ["#board", "#rack", "#actions [data-act=play]", "#readout", "#timer", "#card-opp", "#card-you"]


def test_the_board_takes_the_height_there_is_and_leaves_all_in_the_window(table: Table) -> None:
    page = table(board_size=19)(1, DESKTOP).page
    expect(page.locator("#rack .tile").first).to_be_visible()
    low = 0.65 if page.locator(".match .banner").count() else 0.75  # who is away is told above the board
    for width, height in in_windows(page, [(768, 1024), (1024, 768), (820, 1180), (1280, 720), *LOW]):
        is_low = (width, height) in LOW
        for part in PARTS[: -1 if is_low else None]:
            x, y, wide, high = page.locator(part).evaluate(BOX)
            assert x >= 0 and x + wide <= width and y >= 0 and y + high <= height, (width, height, part)
        share = low if is_low else 0.84
        assert page.locator("#board").evaluate(BOX)[3] > share * min(width, height), (width, height)
        assert is_low or page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)


COVERED = """() => {
  const bubble = document.querySelector('.bubble').getBoundingClientRect();
  return [...document.querySelectorAll('#board .cell:has(.tile)')].filter((cell) => {
    const box = cell.getBoundingClientRect();
    const wide = Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left);
    const high = Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top);
    return wide > box.width / 3 && high > box.height / 3;
  }).map((cell) => cell.ariaLabel);
}"""


def test_the_points_of_a_word_lie_beside_it_and_over_no_tile(seated: Seated) -> None:
    """On a phone they covered the tiles that cross (players 12)."""
    first, second = seated("strategy", "en")
    phone = next(player for player in (first, second) if player.has_a_phone)
    if phone is first:
        first.pass_turn()
        first, second = second, first
    first.play(first.find_move())
    expect(phone.page.locator('#state[data-mine="1"]')).to_have_count(1)
    there = phone.page.eval_on_selector_all(
        "#board .cell:has(.tile)", "cells => cells.map(one => [Number(one.dataset.r), Number(one.dataset.c)])"
    )
    across = len({row for row, _col in there}) == 1
    ends = (there[0], there[-1])
    beside = [(row - 1, col) if across else (row, col - 1) for row, col in ends]
    beside += [(row + 1, col) if across else (row, col + 1) for row, col in ends]
    for row, col in beside:
        phone.page.locator("#rack [data-ri]").first.click()
        phone.cell(row, col).click()
        if phone.page.locator("#d-blank[open]").count():
            phone.page.locator("#d-blank [data-l]").first.click()
        expect(phone.page.locator(".bubble")).to_be_visible()
        assert phone.page.evaluate(COVERED) == []
        phone.page.keyboard.press("Escape")
        expect(phone.pending()).to_have_count(0)


def test_a_phone_draws_the_letters_and_numbers_that_texts_name(table: Table) -> None:
    """Players 4: "blasted your B on C8", and no C and no 8 anywhere."""
    page = table(board_size=15)(0, PHONE).page
    columns, rows = page.locator(".coords--c > span"), page.locator(".coords--r > span")
    assert columns.count() == rows.count() == 15
    x, y, wide, high = page.locator('.cell[data-r="7"][data-c="2"]').evaluate(BOX)
    over, beside = columns.nth(2).evaluate(BOX), rows.nth(7).evaluate(BOX)
    assert x <= over[0] + over[2] / 2 <= x + wide and over[1] < y
    assert y <= beside[1] + beside[3] / 2 <= y + high and beside[0] < x


def test_the_first_tap_of_aiming_says_what_the_second_does(table: Table) -> None:
    """Players 6."""
    player = table(board_size=11, starting_coins=60)(0, PHONE)
    page = player.page
    player.buy("claim")
    page.locator('#slots [data-slot="claim"]').tap()
    expect(page.locator("#readout")).to_contain_text("Choose a square.")
    page.locator('.cell[data-r="2"][data-c="1"]').tap()
    expect(page.locator("#readout")).to_contain_text("Tap B3 again to use it there.")
    page.locator('.cell[data-r="2"][data-c="1"]').tap()
    expect(page.locator("#readout")).not_to_contain_text("again")


def test_a_tile_is_told_by_its_place_in_the_hand(table: Table) -> None:
    """Players 8: "1 of 7, 3 of 7, 2 of 7"."""
    page = table(board_size=11)(0, DESKTOP).page
    told = "tiles => tiles.map(tile => [tile.ariaPosInSet, tile.ariaSetSize, tile.ariaLabel])"
    for _ in range(3):
        page.locator("[data-act=shuffle]").click()
        hand = page.locator("#rack [data-ri]").evaluate_all(told)
        assert [place for place, _size, _label in hand] == [str(place) for place in range(1, len(hand) + 1)]
        assert {size for _place, size, _label in hand} == {"7"}
        assert not any(" of " in label for _place, _size, label in hand)


def test_a_pull_at_the_page_loads_no_match_anew(table: Table) -> None:
    """Where a finger begins on the board's top row; the page's own scrolling stays."""
    page = table(board_size=15)(0, PHONE).page
    pulled = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert page.evaluate(pulled) == "contain"
    page.goto("/")
    assert page.evaluate(pulled) == "auto"


@pytest.mark.long
def test_in_forced_colours_claims_and_choices_are_still_seen(table: Table) -> None:
    player = table(board_size=19)(0, DESKTOP | {"forced_colors": "active"})
    page = player.page
    style = "(element, name) => getComputedStyle(element)[name]"
    page.locator("#tab-shop").click()
    assert page.locator("#tab-shop").evaluate(style, "outlineStyle") == "solid"
    assert page.locator("#tab-turns").evaluate(style, "outlineStyle") == "none"
    player.buy("claim")
    player.use("claim")
    claimed = page.locator("#board .cell--claim")
    expect(claimed).to_have_count(1)
    ground = claimed.evaluate(style, "backgroundColor")
    assert claimed.locator(".pin").evaluate(style, "backgroundColor") != ground
    assert claimed.evaluate(style, "borderTopStyle") == "dashed"


def write(page: Page, command: str, answer: str | re.Pattern[str]) -> None:
    """Write a command; returns when the log has its answer."""
    page.locator("#command-line").fill(command)
    page.locator("#command-line").press("Enter")
    line = re.compile(f"^{re.escape(command)}: .*{answer}")
    expect(page.locator("#command-log li").filter(has_text=line)).to_have_count(1)


@pytest.mark.long
def test_a_match_is_played_in_words_to_its_end(table: Table) -> None:
    sit = table(board_size=11, passes_to_concede=2, alfa_trigger=3, starting_coins=30)
    first, second = sit(0, DESKTOP), sit(1, PHONE, locale="sv-SE")
    for player in (first, second):
        player.choose_in_menu("[data-act=commands]")
        expect(player.page.locator("#command-line")).to_be_focused()
    english, swedish = first.page, second.page

    # What cannot be is named, and costs nothing.
    write(english, "fly", "Unknown command: fly")
    write(english, "f6 across TENX", "No X in your hand")
    write(english, "a1 down TEN", "Not played. The first word must cross the star.")
    write(swedish, "passa", "Det är inte din tur")
    write(swedish, "prova f5 lodrätt DEAL", "På prov: Poäng")
    expect(second.pending()).to_have_count(4)
    is_kept(second, 4)

    # A word with a blank; it earns an Alfa tile. The other's tiles that lie in its way come back, with a word about it.
    write(english, "try d6 across TENs", "Type play to play it")
    write(english, "f6", "your new tile N")
    write(english, "play", "Played: Points")
    expect(english.locator("#command-log")).to_contain_text("You have earned an Alfa tile")
    chosen = english.locator("#alfapick [role=radio]").first.get_attribute("data-tile")
    write(english, f"upgrade {chosen}", "is an Alfa tile now")
    expect(second.page.locator("#readout")).to_contain_text("Tillbaka")
    expect(second.pending()).to_have_count(3)

    # Powers in Swedish; then passes, the last of which is asked for twice.
    write(swedish, "köp spräng", "Köpt: spräng")
    write(swedish, "spräng d6", "D6")
    expect(english.locator('#board [data-r="5"][data-c="3"]')).to_have_class(re.compile("cell--dead"))
    write(swedish, "passa", "Du passade")
    write(english, "buy swap", "Bought: swap")
    write(english, "swap O R", "You keep your turn")
    write(english, "pass", "You passed")
    expect(swedish.locator('#state[data-mine="1"]')).to_have_count(1)
    write(swedish, "passa", "en gång till")
    swedish.locator("#command-line").fill("passa")
    swedish.locator("#command-line").press("Enter")
    for player in (first, second):
        expect(player.page.locator("#total-you")).to_be_visible()
