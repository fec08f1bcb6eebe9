"""Keebble in browsers: three play with all upgrades to the end; every kind of option is carried out on the way, by taps
and by keys, on a desktop and on phones."""

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from game.api import now_ms
from game.variants.keebble.rules.option import Option
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Player, Seated
from tests.support.browsers import keys_of
from tests.support.keebble import board
from tests.support.matches import make_match, state_of, store_state
from tests.support.types import certain

pytestmark = pytest.mark.long

OPTIONS = (
    Option("letters", letters=("S",)), Option("wall", n=2), Option("letters", letters=("B", "?2")),
    Option("special", type="t", n=2), Option("swap", n=1), Option("backpack"), Option("straight"),
    Option("connect"), Option("letter_change", letter="A", n=5), Option("word_change", n=2), Option("clear"),
    Option("destroy", n=2), Option("start_player"), Option("letters", letters=("E",)), Option("points", n=6),
    Option("points", n=4),
)  # fmt: skip


def dealt() -> list[str]:
    """A match of three of one round that has all these options, with a word and a letter on its board."""
    upgrades = ["supercells", "powerups", "ominous", "backpacks"]
    own: dict[str, Any] = {"turn_seconds": None, "upgrades": upgrades, "max_rounds": 1, "start_board": "empty"}
    row = make_match(variant="keebble", players=("Anna", "Bo", "Cilla"), starts_at=now_ms(), **own)
    state = state_of(row)
    players = (*state.players[:2], replace(state.players[2], backpack=("T", "!")))
    on = board(["........", "..CAT...", "........", "....O..."], ["........", "..111...", "........", "....2..."])
    store_state(row, replace(state, options=OPTIONS, open=tuple(range(len(OPTIONS))), players=players, board=on))
    return keys_of(row)


@pytest.fixture
def table(site: Site, seat_at: Seated) -> list[Player]:
    """Three players of one match in turn order, the first on turn; any console error fails the test."""
    return seat_at(site.inside(dealt), (DESKTOP, PHONE, PHONE))


def take_up(player: Player, kind: str, number: int = 0) -> None:
    """Tap an option that is open; what is due has come from the server."""
    card = player.page.locator(f'.opt[data-kind="{kind}"]:not([aria-disabled])').nth(number)
    expect(card).to_be_visible()
    card.click()
    expect(player.page.locator("#carry")).to_be_visible()


def commit(player: Player) -> None:
    """Press the yellow button and wait until the turn has gone on."""
    turn = player.state("turn")
    go = player.page.locator("#actions [data-act=go]")
    go.click()
    expect(player.page.locator(f'#state[data-turn="{turn}"][data-phase="play"]')).to_have_count(0)


def cell(player: Player, at: str) -> Locator:
    """A square by its name."""
    return player.cell(int(at[1]) - 1, ord(at[0]) - ord("A"))


def score(player: Player, side: str) -> int:
    return int(player.page.locator(f"#score-{side}").inner_text())


def test_three_carry_out_every_kind_of_option_to_the_end(table: list[Player]) -> None:
    anna, bo, cilla = table
    for player in table:
        expect(player.page.locator(".kseat")).to_have_count(3)
        expect(player.page.locator(".lastround")).to_contain_text("Last round.")

    # CATS by taps: what it would pay to whom stands there before, and only then it is played.
    take_up(anna, "letters")
    expect(anna.page.locator("#board .cell.is-ok")).to_have_count(60)
    cell(anna, "F2").click()
    row = anna.page.locator("#pay li")
    expect(row).to_contain_text("CATS")
    expect(row).to_contain_text("+6")
    expect(row).to_contain_text("+5")
    expect(anna.page.locator("#pay")).to_contain_text("Counts only if it is in the list.")
    anna.page.reload()  # nothing was sent: this tab alone knows of it
    expect(anna.page.locator("#pay li")).to_contain_text("CATS")
    expect(anna.page.locator("#board .cell.is-new")).to_have_count(1)
    anna.page.locator("#actions [data-act=undo]").click()
    expect(anna.page.locator("#pay li")).to_have_count(0)
    expect(anna.page.locator("#board .cell.is-new")).to_have_count(0)
    cell(anna, "F2").click()
    commit(anna)
    assert (score(anna, "you"), score(anna, "opp")) == (6, 5)
    expect(bo.page.locator('#state[data-mine="1"]')).to_have_count(1)
    expect(bo.page.locator('.opt[data-opt="0"]')).to_contain_text("Anna")

    # Two walls, by taps near their edges; the second tap on one takes it away.
    take_up(bo, "wall")
    box = certain(cell(bo, "E2").bounding_box())
    for _ in range(3):
        cell(bo, "E2").click(position={"x": box["width"] - 3, "y": box["height"] / 2})
    cell(bo, "A8").click(position={"x": box["width"] / 2, "y": 3})
    expect(bo.page.locator("#board .kw--new")).to_have_count(2)
    expect(bo.page.locator("#pay li")).to_contain_text("CAT")
    commit(bo)
    assert score(bo, "you") == 10
    expect(cell(anna, "E2").locator(".kw--right")).to_be_attached()

    # Letters by keys alone: the letter there is, and a wildcard for one that there is not.
    expect(cilla.page.locator('#state[data-mine="1"]')).to_have_count(1)
    cilla.page.keyboard.press("Alt+3")
    expect(cilla.page.locator("#board .cell:focus")).to_have_count(1)
    expect(cilla.page.locator("#board .cell.is-ok").first).to_be_attached()
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "B"):
        cilla.page.keyboard.press(key)
    expect(cilla.page.locator("#board .cell.is-new")).to_have_count(1)
    for key in ("ArrowDown", "Y"):
        cilla.page.keyboard.press(key)
    expect(cilla.page.locator("#board .cell.is-new")).to_have_count(2)
    cilla.page.keyboard.press("Control+z")
    expect(cilla.page.locator("#board .cell.is-new")).to_have_count(1)
    cilla.page.keyboard.press("Y")
    expect(cilla.page.locator("#actions [data-act=go]")).to_be_enabled()
    turn = cilla.state("turn")
    cilla.page.keyboard.press("Control+Enter")
    expect(cilla.page.locator(f'#state[data-turn="{turn}"]')).to_have_count(0)
    expect(anna.page.locator("#board .kt--wild")).to_have_count(1)

    take_up(anna, "special")
    for at in ("A1", "C2"):
        cell(anna, at).click()
    commit(anna)
    expect(cell(bo, "C2").locator(".kt__t--TL")).to_be_attached()

    take_up(bo, "swap")
    cell(bo, "C2").click()
    bo.page.locator('#letters [data-l="B"]').click()
    expect(bo.page.locator("#pay li")).to_contain_text("BAT")
    commit(bo)

    # All of the backpack: one letter, which overwrites one of her own.
    take_up(cilla, "backpack")
    expect(cilla.page.locator("#board .cell.is-ok")).to_have_count(3)
    cell(cilla, "E4").click()
    commit(cilla)
    expect(cell(anna, "E4").locator(".tile__l")).to_have_text("T")

    for player, kind in ((anna, "straight"), (bo, "connect"), (cilla, "letter_change"), (anna, "word_change")):
        take_up(player, kind)
        commit(player)
    bo.page.locator("button.pw").click()
    expect(bo.page.locator("#d-powers li")).to_have_count(4)
    bo.page.keyboard.press("Escape")
    # In line and connected now: only cells that touch a letter are lit.
    take_up(bo, "letters")
    lit = bo.page.locator("#board .cell.is-ok")
    expect(lit.first).to_be_attached()
    assert lit.count() < 20
    bo.page.locator("#actions [data-act=back]").click()
    take_up(bo, "clear")
    commit(bo)
    expect(bo.page.locator(".pw--none")).to_be_attached()

    take_up(cilla, "destroy")
    cell(cilla, "F2").click()
    expect(cilla.page.locator('#parts [data-part="type"]')).to_be_disabled()
    cilla.page.locator('#parts [data-part="owner"]').click()
    cell(cilla, "H8").click()
    cilla.page.locator('#parts [data-part="content"]').click()
    commit(cilla)
    expect(cell(anna, "H8")).to_have_class(re.compile("kc--dead"))

    take_up(anna, "start_player")
    commit(anna)
    # Letters saved in place of written.
    take_up(bo, "letters")
    bo.page.locator("#actions [data-act=save]").click()
    expect(cilla.page.locator("#p-packs")).to_contain_text("E")

    before = score(cilla, "you")
    take_up(cilla, "points")
    expect(cilla.page.locator("#upto")).to_have_text("6 points")
    cilla.page.locator("#actions [data-act=go]").click()
    expect(cilla.page.locator("#total-you")).to_have_text(str(before + 6), timeout=30_000)
    for player in table:
        expect(player.page.locator("#total-you")).to_be_attached(timeout=30_000)
        expect(player.page.locator(".places li")).to_have_count(3)
