"""Begin a match of Flex (rule 2): the bag, the board, the deal, and the first turn."""

from dataclasses import dataclass

from game.crossword.board import Board
from game.crossword.start import deal_hands, seated
from game.crossword.tiles import HAND_SIZE, Tile, TileSet, standard_tiles
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt
from game.variants.flex.rules.settings import layout
from game.variants.flex.rules.state import MatchState, PlayerState


@dataclass(frozen=True, slots=True)
class Start:
    """What a match begins with: its bag, None for the standard one, and the seat of its creator, or None. `hands` are
    what a record holds of the deal. The board is a setting."""

    tileset: TileSet | None = None
    creator: Seat | None = None
    hands: tuple[tuple[Tile, ...], ...] = ()


def tileset(rules: Ruleset) -> TileSet:
    """The standard bag of the language, for a board of that size."""
    return standard_tiles(rules.text("language"), len(layout(rules)))


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """Seat 0 draws its seven, then seat 1, and seat 0 moves first."""
    start = start or Start()
    tiles = start.tileset or tileset(rules)
    hands, bag, draws = deal_hands(tiles, seats, HAND_SIZE, chance)
    state = MatchState(
        rules=rules,
        tileset=tiles,
        board=Board.empty(layout(rules)),
        bag=bag,
        draws=draws,
        players=seated(PlayerState, hands, rules),
        creator=start.creator,
    )
    return first_turn(state, now)


def made_by(seat: Seat) -> Start:
    """What a match begins with that the player of a seat has made for the other."""
    return Start(creator=seat)


def start_of(state: MatchState) -> Start:
    """What a match there is began with."""
    return Start(state.tileset, state.creator)
