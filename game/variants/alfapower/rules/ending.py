"""End a match of AlfaPower and compute the final totals: score plus coin bonus less what is left in the hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.crossword.tiles import is_alfa, letter_of
from game.crossword.turns import BAG_EMPTY
from game.kernel import events
from game.kernel.base_types import Seat
from game.kernel.events import Event
from game.kernel.match import Outcome
from game.kernel.variant import SeatTotals
from game.variants.alfapower.rules.state import Change, MatchState, Phase

CONCEDED = "conceded"
STALLED = "stalled"

PLAYED_OUT = (BAG_EMPTY, STALLED)
"""The endings that the totals decide; after the others the score does not count."""

STALLING_PASSES = 2


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning; `leftover` is the positive number that is taken off."""

    score: int
    coin_bonus: int
    leftover: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score + self.coin_bonus - self.leftover


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. In hand a blank is worth 0 and an Alfa tile its value × the multiplier."""
    per_point = state.rules.number("coins_per_point")
    multiplier = state.rules.number("alfa_multiplier")
    value = state.tileset.value
    return tuple(
        Total(
            player.score,
            player.coins // per_point if per_point else 0,
            sum(value(letter_of(tile)) * (multiplier if is_alfa(tile) else 1) for tile in player.hand),
        )
        for player in state.players
    )


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(
        SeatTotals(total.score, total.total, player.fines, player.scored_turns)
        for total, player in zip(totals(state), state.players, strict=True)
    )


def places(winner: Seat | None, seats: int) -> tuple[int, ...] | None:
    """A place for each seat: the winner's is the first, and there are none without a winner."""
    return None if winner is None else tuple(1 if seat == winner else 2 for seat in range(seats))


def finish(state: MatchState, reason: str, winner: Seat | None, so_far: Sequence[Event] = ()) -> Change:
    """The match is over; `so_far` are the events that led here."""
    outcome = Outcome(reason, winner, places(winner, len(state.players)))
    over = replace(state, phase=Phase.OVER, choice=(), deadline=None, outcome=outcome)
    return over, [*so_far, events.match_ended(reason, winner)]


def finish_by_totals(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The highest final total wins; a tie goes to the lowest seat."""
    sums = [total.total for total in totals(state)]
    return finish(state, reason, sums.index(max(sums)), so_far)


def opponent(state: MatchState, seat: Seat) -> Seat:
    """The seat that gains when `seat` gives up."""
    return (seat + 1) % len(state.players)


def passes_concede(state: MatchState) -> bool:
    """Whether the last pass that the rules allow gives the match up. With an empty bag it does not, for who holds a
    tile that fits nowhere must pass; unless a setting says so, or none is ever stalled, so that passes must end it."""
    rules = state.rules
    return bool(state.bag) or rules.flag("empty_bag_concedes") or not rules.flag("stalled_ends")


def has_conceded(state: MatchState, seat: Seat) -> bool:
    """Whether the passes of the seat in a row give the match up."""
    return passes_concede(state) and state.players[seat].passes >= state.rules.number("passes_to_concede")


def is_stalled(state: MatchState) -> bool:
    """Whether no player can move any more: the bag is empty and every player has passed at least twice in a row."""
    return (
        state.rules.flag("stalled_ends")
        and not state.bag
        and all(player.passes >= STALLING_PASSES for player in state.players)
    )
