"""How a match of Classic ends, what is counted then, and the ranked points that change hands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.crossword.tiles import Tile
from game.kernel import events
from game.kernel.base_types import Seat
from game.kernel.events import Event
from game.kernel.match import OVER, Outcome
from game.kernel.variant import SeatTotals
from game.variants.classic.state import Change, MatchState

BAG_EMPTY = "bag_empty"
FORFEITED = "forfeited"
CONCEDED = "conceded"
STALLED = "stalled"
ABANDONED = "abandoned"
RESIGNED = "resigned"

PLAYED_OUT = (BAG_EMPTY, STALLED)
"""The endings that the totals decide; after the others who left has lost, whatever the scores."""


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning: `leftover` is what the hand counts, `transfer` what of such moved."""

    score: int
    leftover: int
    transfer: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score + self.transfer


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. Only when the bag is empty and a hand is, leftovers move."""
    left = [leftover(state, player.hand) for player in state.players]
    moves = state.outcome is not None and state.outcome.reason == BAG_EMPTY
    return tuple(
        Total(player.score, own, (-own if player.hand else sum(left)) if moves else 0)
        for player, own in zip(state.players, left, strict=True)
    )


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(
        SeatTotals(total.score, total.total, scored_turns=player.scored_turns)
        for total, player in zip(totals(state), state.players, strict=True)
    )


def leftover(state: MatchState, hand: Sequence[Tile]) -> int:
    """What the tiles of a hand count: one each, or their value."""
    if state.rules.text("leftover") == "count":
        return len(hand)
    return sum(state.tileset.value(tile) for tile in hand)


def ranked(state: MatchState) -> list[int]:
    """The ranked points that the match gives and takes, per seat; nothing while it runs.

    Played out, the difference of the totals goes from the loser to the winner. Of one who left with the lower score the
    difference of the scores goes to the other; level or ahead, nothing does.
    """
    nothing = [0 for _ in state.players]
    outcome = state.outcome
    if outcome is None or outcome.winner is None or outcome.places is None:
        return nothing
    played_out = outcome.reason in PLAYED_OUT
    sums = [total.total if played_out else total.score for total in totals(state)]
    loser = outcome.places.index(max(outcome.places))
    moved = max(0, sums[outcome.winner] - sums[loser])
    return [moved if seat == outcome.winner else -moved for seat in range(len(sums))]


def finish(state: MatchState, outcome: Outcome, so_far: Sequence[Event] = ()) -> Change:
    """The match is over; `so_far` are the events that led here."""
    over = replace(state, phase=OVER, deadline=None, outcome=outcome)
    places = None if outcome.places is None else list(outcome.places)
    return over, [*so_far, events.match_ended(outcome.reason, outcome.winner, places=places)]


def finish_left(state: MatchState, seat: Seat, reason: str, so_far: Sequence[Event] = ()) -> Change:
    """The seat has left, and so has lost."""
    places = tuple(2 if place == seat else 1 for place in range(len(state.players)))
    return finish(state, Outcome(reason, places.index(1), places), so_far)


def finish_by_totals(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The higher final total wins; equal totals are a draw."""
    over = replace(state, outcome=Outcome(reason, None))
    sums = [total.total for total in totals(over)]
    places = tuple(1 + sum(other > own for other in sums) for own in sums)
    winner = places.index(1) if places.count(1) == 1 else None
    return finish(state, Outcome(reason, winner, places), so_far)


def has_stopped(state: MatchState, seat: Seat) -> bool:
    """Whether the passes of the seat in a row have reached what the rules allow."""
    return state.players[seat].passes >= state.rules.number("passes_to_end")


def is_stalled(state: MatchState, seat: Seat) -> bool:
    """Whether the pass that would concede finds the bag empty and the other at most one pass from it: both have
    stopped."""
    most = state.rules.number("passes_to_end")
    others = [player for place, player in enumerate(state.players) if place != seat]
    return not state.bag and has_stopped(state, seat) and all(player.passes >= most - 1 for player in others)


def has_conceded(state: MatchState, seat: Seat) -> bool:
    """Whether the passes of the seat have lost it the match. With an empty bag, while the other still lays, they have
    not, for who holds a tile that fits nowhere must pass; unless a setting says so."""
    may_concede = bool(state.bag) or state.rules.flag("empty_bag_concedes")
    return has_stopped(state, seat) and may_concede and not is_stalled(state, seat)
