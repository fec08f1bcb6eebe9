"""End a match of Keebble (K6); the final total is the score."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.kernel import endings
from game.kernel.events import Event
from game.kernel.variant import SeatTotals
from game.variants.keebble.rules.state import Change, MatchState

ROUNDS_OVER = "rounds_over"

PLAYED_OUT = (ROUNDS_OVER,)
"""The endings that no leaving brings about."""

SPARE_CELLS = 8


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning; letters in a backpack count nothing."""

    score: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, for every seat, out or not."""
    return tuple(Total(player.score) for player in state.players)


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(SeatTotals(total.score, total.total) for total in totals(state))


def rounds_left(state: MatchState) -> int:
    """How many rounds come after this one as things stand: at most those of the settings, and as many as the letters
    written in a round, one with another, leave room for."""
    by_number = state.rules.number("max_rounds") - state.round
    if not state.written:
        return by_number
    in_a_round = -(-state.written // state.round)
    return min(by_number, (len(state.board.empty_cells) - SPARE_CELLS) // in_a_round)


def next_is_last(state: MatchState) -> bool:
    """Whether the round after the one that ends now is the last."""
    return rounds_left(state) <= 1


def finish(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The match is over, and the totals of those still in it say who won; `so_far` are the events that led here."""
    return endings.finish_by_totals(state, reason, totals, so_far)


def finish_without_result(state: MatchState, reason: str) -> Change:
    """The match is over because all players have gone, by number: there is no winner."""
    for seat in state.inside:
        state = state.put_player(seat, replace(state.players[seat], out=len(state.gone) + 1))
    return endings.finish_without_result(state, reason)
