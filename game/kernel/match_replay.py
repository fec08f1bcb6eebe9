"""Replay a finished match: its log is run through the rules, with the state kept after every step.

Everything is open in a replay, so there is none of a match that still runs. No word list is queried: the log says which
words were rejected, so that an old match can be replayed when its list is gone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance, ImpossibleChance
from game.kernel.codec import as_kept
from game.kernel.events import Event, Kind, LoggedStep, as_logged
from game.kernel.match import Env, Step
from game.kernel.reducer import apply
from game.kernel.refusals import Refused
from game.kernel.variant import Variant


class BrokenLog(ValueError):
    """The log does not lead through the rules to the end of the match that is stored."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log after the start: when, whose (None: the match's), what was done, what came of it, and in
    which form the match was stored after it (None: in today's)."""

    at: Millis
    seat: Seat | None
    action: Action
    events: tuple[Event, ...]
    state_format: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """An entry played again, with the match before and after it; what was the match's own is the active seat's."""

    at: Millis
    seat: Seat
    action: Action
    before: Any
    after: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A whole match. `states[n]` is the match after turn n, 0 as it was dealt; `turns[n - 1]` is what was played in
    turn n, by whomever; `receipts` the ledger with everything open; `log` and `logged[n]` its entries, and how many of
    them there were after turn n."""

    states: tuple[Any, ...]
    turns: tuple[tuple[Played, ...], ...]
    receipts: tuple[Any, ...]
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
    """The word list as far as one log entry shows it: every word but those that it says were rejected."""

    events: tuple[Event, ...]

    def __contains__(self, word: object) -> bool:
        return all(word not in _not_in_list(event) for event in self.events)


def _not_in_list(event: Event) -> Sequence[str]:
    """The words of which an event says that they are not in the list."""
    words: Sequence[str] = ()
    if event.kind == Kind.ATTEMPT_FAILED:
        words = event.owner["rejected"]
    elif event.kind == Kind.WORDS_SCORED:
        words = event.public.get("unlisted", ())  # a game in which a run that is no word may lie there
    return words


def replay_log(variant: Variant[Any, Any], dealt: Step[Any], chance: Chance, entries: Iterable[Entry],
         state_format: int | None = None) -> MatchReplay:  # fmt: skip
    """The replay of a finished match from its deal, which was stored in `state_format`, and its log (the entries after
    the start). Raises BrokenLog."""
    state, turn = _kept(variant, dealt.state, state_format), []
    states, turns, log, logged = [state], [], [LoggedStep(dealt.events)], [1]
    for entry in entries:
        turn.append(_again(variant, state, entry, chance))
        log.append(LoggedStep(entry.events))
        before, state = state, turn[-1].after
        if state.turn > before.turn or state.over:
            states.append(state)
            turns.append(tuple(turn))
            logged.append(len(log))
            turn = []
    if not state.over:
        raise BrokenLog("the match does not end where its log does")
    return MatchReplay(tuple(states), tuple(turns), variant.receipts(log, None, True), tuple(log), tuple(logged))


def _again(variant: Variant[Any, Any], state: Any, entry: Entry, chance: Chance) -> Played:
    """An entry applied to the match before it."""
    seat = state.active if entry.seat is None else entry.seat
    try:
        step = apply(variant, state, seat, entry.action, Env(entry.at, _Told(entry.events), chance))
    except (Refused, ImpossibleChance) as fault:
        raise BrokenLog(f"turn {state.turn}: {fault}") from fault
    if as_logged(step.events, entry.events) != entry.events:
        raise BrokenLog(f"turn {state.turn}: brought about something else")
    return Played(entry.at, seat, entry.action, state, _kept(variant, step.state, entry.state_format), step.events)


def _kept(variant: Variant[Any, Any], state: Any, state_format: int | None) -> Any:
    return state if state_format is None else as_kept(variant, state, state_format)


def view_after(variant: Variant[Any, Any], replay: MatchReplay, number: int, viewer: Seat | None) -> Any:
    """The match after turn `number` as `viewer` (None: a stranger) looks back at it, with every hand open."""
    log = replay.log[: replay.logged[number]]
    return variant.look_back(replay.states[number], viewer, log, replay.receipts[:number])
