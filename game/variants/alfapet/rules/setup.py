"""Begin a match of Alfapet (rule 2): the tiles drawn for the start, the bag, the board, the deal, and the first turn.

Numbers 0 … n−1 of the fair deal draw a tile for each of the n players in lobby order, number n picks the starter among
those with the highest value, also where there is but one, and the tiles go back. From n+1 on each number is one tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.start import rows_of
from game.crossword.tiles import Tile, TileSet
from game.kernel.base_types import Millis
from game.kernel.chance import Chance, draw
from game.kernel.pace_settings import head_start
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.layouts import standard_layout, without_minus
from game.variants.alfapet.rules.settings import theme_words
from game.variants.alfapet.rules.state import MatchState, PlayerState
from game.variants.alfapet.rules.tiles import standard_tiles, without_specials


@dataclass(frozen=True, slots=True)
class Start:
    """What a match begins with: bag and board (rows), None for the standard ones. `drawn` is whether the seats are
    drawn for; `tiles` and `hands` are what a record holds of that and of the deal."""

    tileset: TileSet | None = None
    layout: tuple[str, ...] | None = None
    drawn: bool = True
    tiles: tuple[Tile, ...] = ()
    hands: tuple[tuple[Tile, ...], ...] = ()


def layout(rules: Ruleset) -> Sequence[str]:
    """The rows of the standard board."""
    return standard_layout(rules.number("board_size"), rules.flag("specials"))


def tileset(rules: Ruleset) -> TileSet:
    """The standard bag."""
    return standard_tiles(rules.text("language"), rules.flag("specials"))


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """Draw for the start, then deal a rack to seat 0, to seat 1, and so on; seat 0 begins."""
    start = start or Start()
    specials = rules.flag("specials")
    tiles = without_specials(start.tileset, specials) if start.tileset else tileset(rules)
    rows = without_minus(start.layout, specials) if start.layout else layout(rules)
    bag, number = tiles.bag(), seats + 1
    drawn, first = _draw_for_start(tiles, seats, chance) if start.drawn else ((), None)
    players = []
    for seat in range(seats):
        hand, bag, number = draw(bag, rules.number("rack"), number, chance)
        players.append(PlayerState(hand=hand, score=head_start(rules, seat)))
    state = MatchState(
        rules=rules,
        tileset=tiles,
        board=Board.empty(rows),
        bag=bag,
        draws=number,
        players=tuple(players),
        start=drawn,
        theme=(None,) * len(theme_words(rules)),
    )
    return first_turn(state, now, order=None if first is None else seated_from(first, seats))


def start_of(state: MatchState) -> Start:
    """What a match there is began with."""
    rows = tuple(rows_of(state.board.layout, state.board.size))
    return Start(state.tileset, rows, drawn=bool(state.start))


def highest(tiles: TileSet, drawn: Sequence[Tile]) -> list[int]:
    """Who has drawn a tile of the highest value, by place in the lobby order."""
    most = max(tiles.value(tile) for tile in drawn)
    return [place for place, tile in enumerate(drawn) if tiles.value(tile) == most]


def seated_from(first: int, seats: int) -> tuple[int, ...]:
    """Who sits where, by place in the lobby order: the starter on seat 0, the others after it as they follow."""
    return (*range(first, seats), *range(first))


def _draw_for_start(tiles: TileSet, seats: int, chance: Chance) -> tuple[tuple[Tile, ...], int]:
    """The tiles drawn in lobby order, none going back before all have drawn, and who starts, by place in it."""
    drawn, _, number = draw(tiles.bag(), seats, 0, chance)
    equals = highest(tiles, drawn)
    return drawn, equals[chance.pick([str(place) for place in equals], number)]
