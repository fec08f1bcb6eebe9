"""Begin a match of a plain word game: deal a hand to each in turn order; seat 0 moves first."""

from game.crossword.board import Board
from game.crossword.layouts import standard_layout
from game.crossword.plain.state import PlainSeat, PlainState
from game.crossword.start import Start, deal_hands, seated
from game.crossword.tiles import HAND_SIZE, TileSet, standard_tiles
from game.kernel.base_types import Millis
from game.kernel.chance import Chance
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt

SIZE = 15
"""The side of the standard board."""


def layout(rules: Ruleset) -> tuple[str, ...]:
    """The rows of the standard board."""
    return tuple(standard_layout(SIZE, blank=False))


def tileset(rules: Ruleset) -> TileSet:
    """The standard bag of the language."""
    return standard_tiles(rules.text("language"), SIZE)


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """Seat 0 draws its seven, then seat 1, and so on, and seat 0 moves first."""
    start = start or Start()
    tiles = start.tileset or tileset(rules)
    hands, bag, draws = deal_hands(tiles, seats, HAND_SIZE, chance)
    state = PlainState(
        rules=rules,
        tileset=tiles,
        board=Board.empty(start.layout or layout(rules)),
        bag=bag,
        draws=draws,
        players=seated(PlainSeat, hands, rules),
    )
    return first_turn(state, now)
