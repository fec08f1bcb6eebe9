"""Begin a match of Keebble (K2): the board at the start, the first list, and the first turn, which is seat 0's.

Number 0 of the fair deal seats the players; from number 1 on each decides one thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.crossword.layouts import PLAIN
from game.crossword.start import FIRST_DRAW
from game.crossword.tiles import BLANK, standard_tiles
from game.kernel.base_types import Millis
from game.kernel.chance import Chance
from game.kernel.pace_settings import head_starts
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt
from game.variants.keebble.rules import events
from game.variants.keebble.rules.board import SIZE, Board
from game.variants.keebble.rules.dealing import Draws, Opening, Values, deal_board
from game.variants.keebble.rules.settings import GENERATED
from game.variants.keebble.rules.state import MatchState, PlayerState
from game.variants.keebble.rules.turn import begin_round

ANY_SIZE = 15
"""Values are the same in the bag of every board."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a match begins with: the letters dealt with their values, None for the standard ones; and `drawn`, what a
    record holds of the start board and of the first list, as one text a draw."""

    values: Values | None = None
    drawn: tuple[str, ...] = ()


def picture(rules: Ruleset) -> Sequence[str]:
    """The rows of a board before anything is dealt."""
    return (PLAIN * SIZE,) * SIZE


def standard_values(language: str) -> Values:
    """The letters of a language that are dealt, with their values, by code point."""
    values = standard_tiles(language, ANY_SIZE).values
    return tuple((letter, value) for letter, value in sorted(values.items()) if letter != BLANK)


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """The start board, then the list of round 1."""
    values = start.values if start and start.values else standard_values(rules.text("language"))
    draws = Draws(chance, FIRST_DRAW)
    board, opening = Board(), Opening((), (), (), ())
    if rules.text("start_board") == GENERATED:
        board, opening = deal_board(rules, values, draws)
    state = MatchState(
        rules=rules,
        values=values,
        opening=opening,
        board=board,
        draws=draws.number,
        players=tuple(PlayerState(score=points) for points in head_starts(rules, seats)),
        options=(),
        open=(),
        last=rules.number("max_rounds") == 1,
    )
    state = begin_round(state, chance)
    state = replace(state, opening=replace(opening, options=state.options))
    return first_turn(state, now, [events.round_began(state.round, state.last, state.options)])


def start_of(state: MatchState) -> Start:
    """What a match there is began with."""
    return Start(state.values)
