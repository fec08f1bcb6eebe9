"""The page where a board is painted, in browsers: by finger on a phone, by mouse, by keys; mirrored, a step back and
forward, as rows, and without scripts. One painted on a phone is chosen in a room, seen by the other, played on."""

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Opened, Player, arrive, create_room
from tests.support.types import certain

NEW = "/accounts/boards/new/?from=blank11"
SMALL_PHONE = PHONE | {"viewport": {"width": 360, "height": 740}}
NO_SCRIPT = DESKTOP | {"java_script_enabled": False}


@pytest.fixture
def opened(open_page: Opened) -> Opened:
    """`opened(device)`: the page of a new board, for a new visitor; any console error fails the test."""

    return partial(open_page, at=NEW)


def square(page: Page, row: int, col: int) -> Locator:
    """A square of the board."""
    return page.locator(f'#board [data-r="{row}"][data-c="{col}"]')


def choose(page: Page, name: str, value: str) -> None:
    """Take a brush or a mirror, as a finger or the mouse does."""
    page.locator(f'label:has([name={name}][value="{value}"])').click()


def rows(page: Page) -> list[str]:
    """The rows as the form would send them."""
    return page.locator("#rows").input_value().split("\n")


def shown(page: Page) -> list[str]:
    """The rows as they are on the board."""
    return page.eval_on_selector_all(
        "#board [role=row]", "all => all.map(row => [...row.children].map(cell => cell.dataset.mark).join(''))"
    )


def swipe(page: Page, *squares: tuple[int, int]) -> None:
    """A finger goes down on the first square, over the others and up; the browser decides whether that scrolls."""
    boxes = [certain(square(page, *at).bounding_box()) for at in squares]
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_board_painted_on_a_phone_is_saved_and_opened_again(opened: Opened) -> None:
    page = opened(SMALL_PHONE)
    choose(page, "brush", "T")
    square(page, 0, 0).tap()
    choose(page, "brush", "d")
    swipe(page, (2, 2), (2, 4))
    expected = [
        "T.........T", "...........", "..ddd.ddd..", "...........", "...........", ".....*.....",
        "...........", "...........", "..ddd.ddd..", "...........", "T.........T",
    ]  # fmt: skip
    assert rows(page) == shown(page) == expected
    assert page.evaluate("scrollY") == 0
    expect(page.locator("[data-savestate]")).to_have_text("Not saved")

    page.fill("#name", "Corners")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/accounts/boards/\d+/$"))
    expect(page.locator("[data-savestate]")).to_have_text("Saved")

    page.goto("/accounts/boards/")
    page.get_by_role("link", name="Corners").click()
    expect(square(page, 10, 10)).to_have_attribute("aria-label", "K11, triple word")
    assert rows(page) == shown(page) == expected and page.locator("#name").input_value() == "Corners"


def test_a_stroke_is_one_step_back_and_forward(opened: Opened) -> None:
    page = opened(DESKTOP)
    before = rows(page)
    choose(page, "mirror", "none")
    choose(page, "brush", "D")
    square(page, 0, 0).hover()
    page.mouse.down()
    square(page, 4, 0).hover()
    page.mouse.up()
    painted = ["D.........."] * 5 + before[5:]
    assert shown(page) == painted

    page.get_by_role("button", name="Undo").click()
    assert shown(page) == before
    page.keyboard.press("Control+Shift+z")
    assert rows(page) == shown(page) == painted

    square(page, 2, 0).click()  # the same kind once more takes it away
    assert shown(page)[2] == "..........."
    page.get_by_role("button", name="Clear").click()
    assert set("".join(shown(page))) == {"."}
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert shown(page) == painted


MIRRORS = {
    "none": {(1, 3)},
    "sides": {(1, 3), (1, 7)},
    "top": {(1, 3), (9, 3)},
    "four": {(1, 3), (1, 7), (9, 3), (9, 7)},
    "eight": {(1, 3), (1, 7), (9, 3), (9, 7), (3, 1), (7, 1), (3, 9), (7, 9)},
}


def test_a_mirror_paints_the_twins(opened: Opened) -> None:
    page = opened(DESKTOP)
    for mirror, squares in MIRRORS.items():
        page.get_by_role("button", name="Clear").click()
        choose(page, "mirror", mirror)
        square(page, 1, 3).hover()
        expect(page.locator("#board .is-twin")).to_have_count(len(squares) - 1)
        square(page, 1, 3).click()
        painted = {(row, col) for row, marks in enumerate(shown(page)) for col, mark in enumerate(marks) if mark == "d"}
        assert painted == squares, mirror


def test_it_is_painted_by_keys_and_heard(opened: Opened) -> None:
    page = opened(DESKTOP)
    square(page, 5, 5).focus()
    for key in ("ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(square(page, 4, 4)).to_be_focused()
    expect(page.locator("#live")).to_have_text("E5 double letter, 4 squares")
    page.keyboard.press("4")
    expect(page.locator("#live")).to_have_text("E5 triple word, 4 squares")
    expect(page.locator('[name=brush][value="T"]')).to_be_checked()
    expect(square(page, 6, 6)).to_have_attribute("aria-label", "G7, triple word")
    page.keyboard.press("5")
    expect(page.locator("#live")).to_have_text("The star goes in the centre only.")
    page.keyboard.press("Delete")
    expect(page.locator("#live")).to_have_text("E5 plain, 4 squares")
    page.keyboard.press("Home")
    expect(square(page, 4, 0)).to_be_focused()
    assert rows(page) == shown(page) and set("".join(rows(page))) == {".", "*"}
    assert page.locator('#board .cell[tabindex="0"]').count() == 1


def test_rows_are_read_and_a_fault_in_them_is_named(opened: Opened) -> None:
    page = opened(DESKTOP)
    before = shown(page)
    page.locator("details summary").click()
    for written, said in (
        ("...", "A board has 11, 15 or 19 rows."),
        ("\n".join(["." * 11] * 4 + ["." * 10] + ["." * 11] * 6), "Row 5 is not as long as there are rows."),
        ("\n".join(["." * 11] * 10 + ["..........q"]), "Row 11 has the sign q. The signs are . d t D T and *"),
        ("\n".join(["*.........."] + ["." * 11] * 10), "Row 1 has a star. It goes in the centre only."),
    ):
        page.fill("#rows", written)
        page.locator("#name").focus()
        expect(page.locator("#rows-error")).to_have_text(said)
        assert shown(page) == before
    page.fill("#rows", "[" + ", ".join(['"' + "t" * 15 + '"'] * 15) + "]")
    page.locator("#name").focus()
    expect(page.locator("#rows-error")).to_have_text("")
    assert shown(page) == ["t" * 15] * 15
    page.select_option("#begin-from", label="Grand 19")
    assert len(shown(page)) == 19
    page.locator("[data-size='11']").click()
    assert shown(page) == ["." * 11] * 11


def test_without_scripts_the_rows_are_written(opened: Opened) -> None:
    page = opened(NO_SCRIPT)
    expect(page.locator("#board")).to_be_hidden()
    page.locator("details summary").click()
    page.fill("#rows", "\n".join(["D" * 11] * 11))
    page.fill("#name", "Doubles")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#rows")).to_have_value("\n".join(["D" * 11] * 11))
    assert re.search(r"/accounts/boards/\d+/$", page.url)


KINDS = {"T": [(5, 0), (5, 1)], "D": [(0, 0)]}
"""What is painted on a blank board of 11, each with its twins to the sides and below."""
MARKS = {"TW": 4, "DW": 4, "star": 1}


def room_of_two(host: Page, guest: Page) -> None:
    """A room of the one, and the other in it."""
    guest.goto(f"/join/{create_room(host)}")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("[data-seat=guest]")).to_contain_text("you")


def paint_a_board(page: Page) -> None:
    """Paint one by finger, and keep it."""
    page.goto("/accounts/boards/new/?from=blank11")
    page.locator('label:has([name=mirror][value="four"])').click()
    for mark, squares in KINDS.items():
        page.locator(f'label:has([name=brush][value="{mark}"])').click()
        for row, col in squares:
            page.locator(f'#board [data-r="{row}"][data-c="{col}"]').tap()
    page.fill("#name", "Corners")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/accounts/boards/\d+/$"))


def begin(host: Page, guest: Page) -> list[Player]:
    """Both are ready; the players in turn order."""
    for page in (host, guest):
        page.locator("#ready").click()
    for page in (host, guest):
        expect(page).to_have_url(re.compile("/match/"), timeout=20_000)
        arrive(page, "#state")
        expect(page.locator("#state")).to_have_attribute("data-size", "11")
        for mark, count in MARKS.items():
            expect(page.locator(f"#board .mark--{mark}")).to_have_count(count)
    return sorted((Player(page) for page in (host, guest)), key=lambda player: player.state("mine"), reverse=True)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "key"), [("alfapower", "board"), ("flex", "layout")])
def test_the_first_word_lies_on_a_board_painted_on_a_phone(pages: list[Page], variant: str, key: str) -> None:
    guest, host = pages
    paint_a_board(host)
    room_of_two(host, guest)
    if variant != "alfapower":
        host.locator(f"#game-{variant}").click()
    expect(host.locator(f'label:has([id="s-{key}-kept-1"])')).to_contain_text("Corners")
    host.locator(f'label:has([id="s-{key}-kept-1"])').click()
    for page in (host, guest):
        expect(page.locator("#room-board")).to_contain_text("11 × 11. Not ranked.")
        expect(page.locator("#room-board .boardpic > i")).to_have_count(121)
        expect(page.locator("#room-board .pic--TW")).to_have_count(MARKS["TW"])
        expect(page.locator(f"#pic-{key} .pic--DW")).to_have_count(MARKS["DW"])
    expect(host.locator(f'[name="{key}.rows"]')).to_have_value(re.compile(r"^D\.{9}D\n"))
    if variant == "alfapower":
        expect(host.locator('[data-set="board_size"]')).to_be_hidden()

    first, second = begin(host, guest)
    if variant == "flex":
        guest.locator("#d-invited [data-invited=accept]").click()
    while first.state("opened") == "0":
        first.take_turn()
        first, second = second, first
    for player in (first, second):
        expect(player.page.locator('#state[data-opened="1"]')).to_have_count(1)
        expect(player.cell(5, 5).locator(".tile:not(.tile--new)")).to_be_visible()
