"""The player's own tiles: fingers, mouse and keys; what a push, a reload and a refusal leave of them."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site
from tests.browser.players import Player, Seated
from tests.support.types import certain

OFF_LINE = ("ERR_", "WebSocket connection", "htmx:", "[object Event]")
"""What a console says of a network that is not there."""
SOCKET_OPENS = "document.addEventListener('htmx:wsOpen', () => { window.socketIsOpen = true; });"
COUNT_CLOSES = """() => {
    const close = WebSocket.prototype.close;
    let closed = 0;
    WebSocket.prototype.close = function (...given) { closed += 1; return close.apply(this, given); };
    addEventListener('offline', () => { window.closedWhenToldSo = closed; });
}"""
READ_ORDER = "all => all.filter(tile => !tile.matches('.is-used')).map(tile => tile.dataset.ri).join('')"


def letters(player: Player) -> list[tuple[int, str]]:
    """The plain letters of the hand with their index."""
    return [(index, tile) for index, tile in enumerate(player.hand()) if len(tile) == 1 and tile != "?"]


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Press on one element, move in steps and let go on another."""
    a, b = certain(start.bounding_box()), certain(end.bounding_box())
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    page.mouse.up()


def test_mouse_keys_and_pushes(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    page = first.page
    (one, letter), (two, next_letter) = letters(first)[:2]

    # Drag from the rack to the star, then on to the next square, then off the board.
    drag(page, page.locator(f'#rack [data-ri="{one}"]'), first.cell(7, 7))
    expect(first.cell(7, 7)).to_have_attribute("aria-label", f"H8, your new tile {letter}")
    drag(page, first.cell(7, 7), first.cell(7, 8))
    expect(first.pending()).to_have_count(1)
    expect(first.cell(7, 8).locator(".tile--new")).to_have_count(1)
    drag(page, first.cell(7, 8), page.locator("#readout"))
    expect(first.pending()).to_have_count(0)

    # Reorder in the rack.
    order = page.eval_on_selector_all("#rack [data-ri]", READ_ORDER)
    drag(page, page.locator(f'#rack [data-ri="{order[6]}"]'), page.locator(f'#rack [data-ri="{order[0]}"]'))
    expect(page.locator("#rack > :first-child")).to_have_attribute("data-ri", order[6])

    # Type: tap a square for the arrow, turn it, two letters, take one back.
    first.cell(7, 7).click()
    expect(first.cell(7, 7).locator(".arrow")).to_have_count(1)
    page.keyboard.press("Space")
    page.keyboard.press(letter.lower())
    page.keyboard.press(next_letter.lower())
    expect(first.cell(8, 7).locator(".tile--new")).to_have_count(1)
    expect(first.cell(9, 7)).to_be_focused()
    page.keyboard.press("Backspace")
    expect(first.pending()).to_have_count(1)
    expect(first.cell(8, 7)).to_be_focused()
    page.keyboard.press(next_letter.lower())
    expect(first.pending()).to_have_count(2)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    expect(page.locator(".bubble")).to_be_visible()

    # The other's purchase is a push: tiles, arrow and focus stay.
    second.buy("fortify")
    expect(page.locator("#card-opp [title=Fortify]")).to_have_count(1)
    expect(first.pending()).to_have_count(2)
    expect(first.cell(9, 7)).to_be_focused()

    # Escape gives the tiles back; the rack keeps its order.
    page.keyboard.press("Escape")
    expect(first.pending()).to_have_count(0)
    expect(page.locator("#rack > :first-child")).to_have_attribute("data-ri", order[6])


BOX = """element => { const box = element.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round); }"""


def test_a_tile_that_is_dragged_lies_on_the_square_under_it(seated: Seated) -> None:
    for player in seated("strategy", "en"):
        page, (index, _letter) = player.page, letters(player)[0]
        square = certain(player.cell(7, 7).bounding_box())
        box = certain(page.locator(f'#rack [data-ri="{index}"]').bounding_box())
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(square["x"] + 2, square["y"] + 3, steps=4)
        expect(page.locator(".ghost.is-snapped")).to_have_count(1)
        assert page.locator(".ghost").evaluate(BOX) == player.cell(7, 7).evaluate(BOX)
        expect(page.locator("#board .is-drop")).to_have_attribute("data-r", "7")
        page.mouse.move(2, 2, steps=2)
        expect(page.locator(".ghost:not(.is-snapped)")).to_have_count(1)
        expect(page.locator("#board .is-drop")).to_have_count(0)
        page.mouse.up()
        expect(player.pending()).to_have_count(0)


@pytest.mark.long
def test_what_lies_in_the_way_comes_back(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    (index, letter), *_ = letters(second)
    second.page.locator(f'#rack [data-ri="{index}"]').click()
    second.cell(7, 7).click()
    (spare, _), *_ = [found for found in letters(second) if found[0] != index]
    second.page.locator(f'#rack [data-ri="{spare}"]').click()
    second.cell(0, 0).click()
    expect(second.pending()).to_have_count(2)
    while True:  # a first word crosses the star
        move = first.best_move(limit=3)
        if move:
            first.play(move)
            break
        first.buy("swap")
        first.use("swap")
    expect(second.pending()).to_have_count(1)
    expect(second.cell(0, 0).locator(".tile--new")).to_have_count(1)
    expect(second.page.locator("#readout")).to_contain_text(f"Back in your hand: {letter}")


@pytest.mark.long
def test_a_word_that_does_not_exist_costs_and_stays(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    rare = sorted(letters(first), key=lambda found: "QXZJVKWCBPHMYFGDUOTLNRSIAE".index(found[1]))
    for (index, _letter), column in zip(rare[:5], range(5, 10), strict=False):
        page.locator(f'#rack [data-ri="{index}"]').click()
        first.cell(7, column).click()
    coins = first.coins()
    first.press("play")
    expect(page.locator("#readout.is-bad")).to_contain_text("is not in the word list. −1 point, −1 coin.")
    expect(page.locator("#coins-you")).to_have_text(str(coins - 1))
    expect(page.locator("#score-you")).to_have_text("−1")
    expect(page.locator("#board .cell.is-bad")).to_have_count(min(5, len(rare)))
    expect(page.locator("#board .bubble.is-bad")).to_have_count(1)
    expect(page.locator("#actions [data-act=play]")).to_be_disabled()

    # A reload is a cold start of the same match, and the word is still known not to be one.
    page.reload()
    expect(page.locator("#coins-you")).to_have_text(str(coins - 1))
    expect(page.locator('#state[data-mine="1"]')).to_have_count(1)
    struck_out = page.locator("#readout.is-bad s")
    expect(struck_out).to_have_text(certain(page.locator("#state").get_attribute("data-rejected")))
    expect(page.locator("#board .cell.is-bad")).to_have_count(min(5, len(rare)))

    # On another page of the same player too.
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#readout.is-bad s")).to_have_text(struck_out.inner_text())
    other.close()

    # Lifted and laid again it is asked for before it costs again; Enter on what is offered first does not play.
    first.cell(7, 4 + min(5, len(rare))).click()
    expect(struck_out).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(struck_out).to_have_count(1)
    first.press("play")
    expect(page.locator("#d-again[open]")).to_contain_text("Playing it again costs again")
    page.keyboard.press("Enter")
    expect(page.locator("#d-again[open]")).to_have_count(0)
    expect(page.locator("#coins-you")).to_have_text(str(coins - 1))
    first.press("play")
    page.locator("#d-again [data-act=again]").click()
    expect(page.locator("#coins-you")).to_have_text(str(coins - 2))


@pytest.mark.long
def test_the_site_goes_away_and_comes_back(site: Site, seated: Seated, wrong: list[str]) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    (index, _letter), *_ = letters(first)
    page.locator(f'#rack [data-ri="{index}"]').click()
    first.cell(7, 7).click()
    coins = first.coins()
    with site.away():
        expect(page.locator("#net")).to_contain_text("Reconnecting, try")
        page.locator("[data-tab=shop]:visible, [data-sheet=shop]:visible").first.click()
        page.locator("[data-buy=claim]").click()  # sent again and again, bought once
    expect(page.locator("#slots [data-slot=claim]")).to_have_count(1, timeout=30_000)
    expect(page.locator("#net .banner")).to_have_count(0, timeout=30_000)
    expect(page.locator("#coins-you")).to_have_text(str(coins - 4))
    expect(first.pending()).to_have_count(1)
    wrong[:] = [line for line in wrong if not any(part in line for part in OFF_LINE)]


@pytest.mark.long
def test_a_network_that_is_gone_is_said_at_once_and_found_at_once(seated: Seated, wrong: list[str]) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    # Before its socket is open the page has nothing to give up.
    page.add_init_script(SOCKET_OPENS)
    page.reload()
    page.wait_for_function("window.socketIsOpen")
    page.evaluate(COUNT_CLOSES)
    page.context.set_offline(True)
    # The socket that was open may close long after: the page waits for no word of it.
    expect(page.locator("#net .banner")).to_contain_text("Reconnecting", timeout=30_000)
    assert page.evaluate("closedWhenToldSo") == 1
    page.context.set_offline(False)
    expect(page.locator("#net .banner")).to_have_count(0, timeout=30_000)
    coins = first.coins()
    first.buy("claim")
    expect(page.locator("#coins-you")).to_have_text(str(coins - 4))
    wrong[:] = [line for line in wrong if not any(part in line for part in OFF_LINE)]


@pytest.mark.long
def test_tiles_that_a_mouse_has_dragged_are_played_by_enter(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    move = first.find_move()
    first.lay(move, bring=lambda tile, cell: drag(page, tile, cell))
    expect(first.pending()).to_have_count(len(move))
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("#board .is-last.by-you")).to_have_count(len(move))
