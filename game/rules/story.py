"""A finished match told again: its log replayed through the rules, with the state kept after every step.

Everything is open in a story, so there is none of a match that still runs. No word list is asked: the log tells which
words were rejected, so that an old match can be told also when its list is gone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from game.rules.actions import Action
from game.rules.basics import Millis, Seat
from game.rules.chance import Chance, ImpossibleChance
from game.rules.codec import NEWEST, as_kept
from game.rules.events import Event
from game.rules.ledger import LoggedStep, Receipt, receipts
from game.rules.reducer import apply
from game.rules.refusals import Refused
from game.rules.state import Env, MatchState, Phase, Step
from game.rules.tiles import Tile
from game.rules.view import View, hand_tiles, view_of


class BrokenLog(ValueError):
    """The log does not lead through the rules to the end of the match that is stored."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log after the start: when, whose (None: the match's), what was done, what came of it, and in
    which form the match was stored after it."""

    at: Millis
    seat: Seat | None
    action: Action
    events: tuple[Event, ...]
    state_format: int = NEWEST


@dataclass(frozen=True, slots=True)
class Played:
    """An entry played again, with the match before and after it; what was the match's own is the active seat's."""

    at: Millis
    seat: Seat
    action: Action
    before: MatchState
    after: MatchState
    events: tuple[Event, ...]

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand that the seat held before it."""
        return self.before.players[self.seat].hand


@dataclass(frozen=True, slots=True)
class Story:
    """A whole match. `states[n]` is the match after turn n, 0 as it was dealt; `turns[n - 1]` is what was played in
    turn n, by whomever; `receipts` the ledger with everything open; `log` and `logged[n]` its entries, and how many of
    them there were after turn n."""

    states: tuple[MatchState, ...]
    turns: tuple[tuple[Played, ...], ...]
    receipts: tuple[Receipt, ...]
    log: tuple[LoggedStep, ...]
    logged: tuple[int, ...]

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.states) - 1

    @property
    def steps(self) -> Iterator[Played]:
        """All that was played, in order."""
        return chain.from_iterable(self.turns)


@dataclass(frozen=True, slots=True)
class _Told:
    """The word list as far as one entry tells of it: every word but those that it says were rejected."""

    events: tuple[Event, ...]

    def __contains__(self, word: object) -> bool:
        return all(word not in event.owner["rejected"] for event in self.events if event.kind == "attempt_failed")


def tell(dealt: Step, chance: Chance, entries: Iterable[Entry], state_format: int = NEWEST) -> Story:
    """The story of a finished match from its deal, which was stored in `state_format`, and its log (the entries after
    the start). Raises BrokenLog."""
    state, turn = as_kept(dealt.state, state_format), []
    states, turns, log, logged = [state], [], [LoggedStep(dealt.events)], [1]
    for entry in entries:
        turn.append(_again(state, entry, chance))
        log.append(LoggedStep(entry.events))
        before, state = state, turn[-1].after
        if state.turn > before.turn or state.phase is Phase.OVER:
            states.append(state)
            turns.append(tuple(turn))
            logged.append(len(log))
            turn = []
    if state.phase is not Phase.OVER:
        raise BrokenLog("the match does not end where its log does")
    return Story(tuple(states), tuple(turns), receipts(log, None, True), tuple(log), tuple(logged))


def _again(state: MatchState, entry: Entry, chance: Chance) -> Played:
    """An entry applied to the match before it."""
    seat = state.active if entry.seat is None else entry.seat
    try:
        step = apply(state, seat, entry.action, Env(entry.at, _Told(entry.events), chance))
    except (Refused, ImpossibleChance) as fault:
        raise BrokenLog(f"turn {state.turn}: {fault}") from fault
    if step.events != entry.events:
        raise BrokenLog(f"turn {state.turn}: brought about something else")
    return Played(entry.at, seat, entry.action, state, as_kept(step.state, entry.state_format), step.events)


def view_after(story: Story, number: int, viewer: Seat | None) -> View:
    """The match after turn `number` as `viewer` (None: a stranger) looks back at it, with every hand open."""
    state = story.states[number]
    view = view_of(state, None, story.log[: story.logged[number]], 0)
    return replace(
        view,
        viewer=viewer,
        receipts=story.receipts[:number],
        hands=tuple(hand_tiles(state, player.hand) for player in state.players),
    )
