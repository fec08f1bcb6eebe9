"""Turns of games with hands: what a pass counts, tiles changed, a hand filled up, and how passing ends a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.crossword.actions import Swap
from game.crossword.events import tiles_swapped
from game.crossword.exchange import exchange
from game.crossword.hand_state import HandState
from game.crossword.tiles import Tile
from game.kernel import events
from game.kernel.actions import Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance, draw
from game.kernel.deadlines import timeout_moment
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.kernel.match import Change, Env

S = TypeVar("S", bound=HandState)

BAG_EMPTY = "bag_empty"
ALL_PASSED = "all_passed"


def refill(state: S, seat: Seat, size: int, chance: Chance) -> tuple[S, tuple[Tile, ...]]:
    """Fill the hand up to `size` while the bag has any: (the match, the new tiles in order)."""
    player = state.players[seat]
    new, bag, draws = draw(state.bag, size - len(player.hand), state.draws, chance)
    state = replace(state, bag=bag, draws=draws)
    return state.put_player(seat, replace(player, hand=player.hand + new)), new


def change_tiles(state: S, seat: Seat, action: Swap, env: Env, *, back_first: bool = False) -> Change[S]:
    """Change tiles of the hand as `exchange` does, which is no pass and no timeout; the turn is not over by that.
    Raises Refused."""
    state, new = exchange(state, seat, action.tiles, env.chance, back_first=back_first)
    state = state.put_player(seat, replace(state.players[seat], passes=0, timeouts=0))
    return state, [tiles_swapped(seat, action.tiles, new)]


def count_pass(state: S, seat: Seat, *, timed_out: bool = False) -> S:
    """One more pass of the seat in a row. A timeout is a pass that counts as a timeout, too; any other ends the row of
    those."""
    player = state.players[seat]
    timeouts = player.timeouts + 1 if timed_out else 0
    return state.put_player(seat, replace(player, passes=player.passes + 1, timeouts=timeouts))


def forfeits(state: HandState, seat: Seat) -> bool:
    """Whether the timeouts of the seat in a row are as many as forfeit the match."""
    return state.players[seat].timeouts >= state.rules.number("timeouts_to_forfeit")


def have_passed(state: HandState) -> bool:
    """Whether every seat still in the match has passed as often in a row as the rules allow."""
    most = state.rules.number("passes_to_end")
    return all(state.players[seat].passes >= most for seat in state.inside)


@dataclass(frozen=True, slots=True)
class EndByPasses(Generic[S]):
    """How a game goes on or ends in which all passing ends the match and the others play on without one who left, by
    its own `finish(state, reason, so_far)` and `end_turn(state, now, so_far)`."""

    finish: Callable[[S, str, Sequence[Event]], Change[S]]
    end_turn: Callable[[S, Millis, Sequence[Event]], Change[S]]

    def after_pass(self, state: S, now: Millis, so_far: Sequence[Event]) -> Change[S]:
        """The match goes on after a pass, unless now all have passed."""
        return self.finish(state, ALL_PASSED, so_far) if have_passed(state) else self.end_turn(state, now, so_far)

    def time_out(self, state: S, seat: Seat, action: Timeout, env: Env) -> Change[S]:
        """The clock ran out: a pass that also counts as a timeout, of which too many in a row are a leaving."""
        now = timeout_moment(state, env.now)
        state = count_pass(state, seat, timed_out=True)
        so_far = [events.timed_out(seat)]
        if forfeits(state, seat):
            return self.leave(state, seat, FORFEITED, now, so_far)
        return self.after_pass(state, now, so_far)

    def leave(self, state: S, seat: Seat, reason: str, now: Millis, so_far: Sequence[Event] = ()) -> Change[S]:
        """The seat leaves for good, and its hand stays with it. The others play on, unless there is but one, or all of
        them have passed; and the turn is the next one's only if it was the seat's."""
        state = state.put_player(seat, replace(state.players[seat], out=len(state.gone) + 1))
        so_far = [*so_far, events.seat_out(seat, reason)]
        if len(state.inside) <= 1:
            return self.finish(state, reason, so_far)
        if have_passed(state):
            return self.finish(state, ALL_PASSED, so_far)
        return self.end_turn(state, now, so_far) if seat == state.active else (state, so_far)
