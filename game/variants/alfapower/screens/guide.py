"""The guide's figures and examples: every number from the settings, every board and sum from the engine itself.

An example is a small match position in each language; tests hold its words to the lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.actions import Place
from game.crossword.board import Board, Cell
from game.crossword.tiles import HAND_SIZE, Placed, standard_tiles
from game.dispatch.new_match import read_rules
from game.kernel.base_types import gettext_noop
from game.kernel.deadlines import SHORTEST_CHOICE
from game.kernel.setting_types import OneOf, Ruleset
from game.presentation.guide_examples import LAYOUT, ROW, Example, names, of_every_guide, played
from game.presentation.squares import Square
from game.variants import VARIANTS
from game.variants.alfapower.rules.ending import STALLING_PASSES
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState, PlayerState
from game.variants.alfapower.rules.view import view_of
from game.variants.alfapower.screens.squares import squares
from game.variants.alfapower.screens.turnlines import turn_line

_VARIANT = "alfapower"


@dataclass(frozen=True, slots=True)
class Play:
    """What an example lays: the word that lies there across row 4 from column `start`, and the tiles of the turn."""

    lies: str
    start: int
    tiles: tuple[Placed, ...]


def _down(word: str, col: int, mark: str = "") -> tuple[Placed, ...]:
    """A word down from row 4; `mark` makes its last tile an Alfa tile."""
    last = len(word) - 1
    return tuple(Placed(ROW + i, col, letter + (mark if i == last else "")) for i, letter in enumerate(word))


SCORING: Mapping[str, Play] = {
    "en": Play("PLAY", 1, _down("SUN", 5)),
    "sv": Play("SKÅL", 1, _down("SÖT", 5)),
}
"""A turn with two words: the new one, and the one that its first letter makes longer."""

ALFA: Mapping[str, Play] = {
    "en": Play("STAR", 1, (Placed(ROW + 1, 3, "R"), Placed(ROW + 2, 3, "T*"))),
    "sv": Play("STAD", 1, (Placed(ROW + 1, 3, "L"), Placed(ROW + 2, 3, "M*"))),
}
"""A word that ends in an Alfa tile."""


@dataclass(frozen=True, slots=True)
class Power:
    """One item: its texts and price, and a square before and after it, none where it works on the hand."""

    item: Item
    price: int
    before: Square | None
    after: Square | None


@dataclass(frozen=True, slots=True)
class Sign:
    """One entry of the board's legend."""

    square: Square
    title: str
    looks: str


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the examples."""
    rules = read_rules(_VARIANT, {"language": language})
    sizes = next(setting for setting in VARIANTS[_VARIANT].settings if setting.key == "board_size")
    assert isinstance(sizes, OneOf)
    return {
        **of_every_guide(rules),
        "scoring": example(SCORING[language], rules),
        "alfa": example(ALFA[language], rules),
        "legend": legend(rules),
        "powers": powers(rules),
        "hand_size": HAND_SIZE,
        "alfa_needs": HAND_SIZE if rules.values["alfa_trigger"] == "full" else rules.values["alfa_trigger"],
        "bags": [(size, _(title), len(standard_tiles(language, size).bag())) for size, title in sizes.choices],
        "choice_seconds": SHORTEST_CHOICE // 1000,
        "stalling": STALLING_PASSES,
    }


def example(play: Play, rules: Ruleset) -> Example:
    """The play as the engine scores it."""
    state = _position(rules, {ROW * 7 + play.start + i: letter for i, letter in enumerate(play.lies)})
    hand = tuple(placed.tile for placed in play.tiles)
    state = state.put_player(0, replace(state.players[0], hand=(*hand, "E")))
    return played(state, Place(play.tiles), view_of, squares, turn_line)


def powers(rules: Ruleset) -> list[Power]:
    """All the items in shop order, whether a match has them or not."""
    return [_power(item, rules) for item in ITEMS.values()]


def legend(rules: Ruleset) -> list[Sign]:
    """Everything that may lie on a square, drawn as the board draws it."""
    value = standard_tiles(rules.text("language"), 15).value
    signs: Sequence[tuple[Cell, str, str]] = (
        (Cell(bonus="d"), gettext_noop("Double letter"), gettext_noop("Pale disc")),
        (Cell(bonus="t"), gettext_noop("Triple letter"), gettext_noop("Solid disc")),
        (Cell(bonus="D"), gettext_noop("Double word"), gettext_noop("Pale square")),
        (Cell(bonus="T"), gettext_noop("Triple word"), gettext_noop("Solid square")),
        (Cell(bonus="*"), gettext_noop("Start star"), gettext_noop("The first word crosses it and counts double")),
        (Cell(bonus="d", made=True), gettext_noop("Placed by a player"), gettext_noop("Yellow corner")),
        (Cell(claim=0), gettext_noop("Your claim"), gettext_noop("Stripes and a dot")),
        (Cell(claim=1), gettext_noop("Their claim"), gettext_noop("Dots and a diamond")),
        (Cell(dead=True), gettext_noop("Dead square"), gettext_noop("No tile can ever go here again")),
        (Cell(letter="Z", value=value("Z"), fortified=1, by=0), gettext_noop("Fortified tile"),
         gettext_noop("Worth one more")),
        (Cell(letter="J", value=value("J"), alfa=True, by=0), gettext_noop("Alfa Power Tile"),
         gettext_noop("Multiplies every word through it")),
        (Cell(letter="Y", blank=True, by=0), gettext_noop("Blank"), gettext_noop("Any letter, 0 points")),
    )  # fmt: skip
    return [Sign(_drawn(rules, cell), _(title), _(looks)) for cell, title, looks in signs]


def _power(item: Item, rules: Ruleset) -> Power:
    """The item used on the first square of a small board that it may be used on."""
    state = _position(rules, {ROW * 7 + 2: "E"})
    for index in item.targets(state, 0):
        before = state.board.cells[index]
        assert item.affect is not None
        after = item.affect(state, 0, before)
        return Power(item, rules.price(item.key), _drawn(rules, before), _drawn(rules, after))
    return Power(item, rules.price(item.key), None, None)


def _drawn(rules: Ruleset, cell: Cell) -> Square:
    """One square by itself."""
    state = _position(rules, {})
    view = view_of(replace(state, board=state.board.put({0: cell})), 0, (), 0)
    return squares(view, names())[0][0]


def _position(rules: Ruleset, letters: Mapping[int, str]) -> MatchState:
    """A small board with these letters on it (by index) and an empty bag."""
    tiles = standard_tiles(rules.text("language"), 15)
    board = Board.empty(LAYOUT)
    cells = {
        i: board.cells[i]._replace(letter=letter, value=tiles.value(letter), by=1) for i, letter in letters.items()
    }
    players = (PlayerState(hand=(), coins=rules.number("starting_coins")),) * 2
    board = board.put(cells)
    return MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=1, players=players, opened=bool(letters))
