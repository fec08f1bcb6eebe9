"""Begin a match of AlfaPower: the bag, the board, the deal, and the first turn."""

from collections.abc import Sequence

from game.crossword.board import Board
from game.crossword.layouts import standard_layout
from game.crossword.start import Start, deal_hands
from game.crossword.tiles import HAND_SIZE, TileSet, standard_tiles
from game.kernel.base_types import Millis
from game.kernel.chance import Chance
from game.kernel.pace_settings import head_start, head_starts
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt
from game.variants.alfapower.rules.state import MatchState, PlayerState


def layout(rules: Ruleset) -> Sequence[str]:
    """The rows of the standard board."""
    return standard_layout(rules.number("board_size"), rules.flag("blank_board"))


def tileset(rules: Ruleset) -> TileSet:
    """The standard bag."""
    return standard_tiles(rules.text("language"), rules.number("board_size"))


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """Seat 0 draws its seven, then seat 1, and seat 0 moves first."""
    tiles = start and start.tileset or tileset(rules)
    hands, bag, draws = deal_hands(tiles, seats, HAND_SIZE, chance)
    coins = rules.number("starting_coins")
    state = MatchState(
        rules=rules,
        tileset=tiles,
        board=Board.empty(start and start.layout or layout(rules)),
        bag=bag,
        draws=draws,
        players=tuple(
            PlayerState(hand=hand, coins=coins + head_start(rules, seat, "head_start_coins"), score=points)
            for seat, (hand, points) in enumerate(zip(hands, head_starts(rules, seats), strict=True))
        ),
    )
    return first_turn(state, now)
