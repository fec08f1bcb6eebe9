"""A finished match told again: its log replayed through the rules, with the state kept after every turn.

Everything is open in a story, so there is none of a match that still runs. Which words there are is what the log says
was accepted: an old match can be told also when its word list is gone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.rules.actions import Action
from game.rules.basics import Millis, Seat
from game.rules.chance import Chance, ImpossibleChance
from game.rules.ending import totals
from game.rules.events import Event
from game.rules.ledger import LoggedStep, Receipt, receipts
from game.rules.options import Ruleset
from game.rules.reducer import apply
from game.rules.refusals import Refused
from game.rules.setup import new_match
from game.rules.state import Env, MatchState, Phase
from game.rules.tiles import Tile
from game.rules.view import View, hand_tiles, view_of


class Untold(ValueError):
    """The log does not lead through the rules to the end of a match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log after the start: when, whose (None: the match's), what was done, what came of it."""

    at: Millis
    seat: Seat | None
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry in its place: with the `hand` that its seat held before it."""

    entry: Entry
    hand: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole match. `states[n]` is the match after turn n, 0 as it was dealt; `turns[n - 1]` are the deeds of turn n,
    by whomever; `receipts` the ledger with everything open; `log` and `logged[n]` its entries, and how many of them
    there were after turn n."""

    states: tuple[MatchState, ...]
    turns: tuple[tuple[Deed, ...], ...]
    receipts: tuple[Receipt, ...]
    log: tuple[LoggedStep, ...]
    logged: tuple[int, ...]

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.states) - 1


def tell(rules: Ruleset, chance: Chance, started_at: Millis, entries: Sequence[Entry]) -> Story:
    """The story of a finished match from its log (the entries after the start). Raises Untold."""
    lexicon = _accepted(entries)
    step = new_match(rules, chance, started_at)
    states, turns, deeds = [step.state], [], []
    log, logged = [LoggedStep(step.events)], [1]
    for entry in entries:
        before = step.state
        seat = before.active if entry.seat is None else entry.seat
        try:
            step = apply(before, seat, entry.action, Env(entry.at, lexicon, chance))
        except (Refused, ImpossibleChance) as fault:
            raise Untold(f"turn {before.turn}: {fault}") from fault
        if step.events != entry.events:
            raise Untold(f"turn {before.turn}: brought about something else")
        deeds.append(Deed(entry, before.players[seat].hand))
        log.append(LoggedStep(step.events))
        if step.state.turn > before.turn or step.state.phase is Phase.OVER:
            states.append(step.state)
            turns.append(tuple(deeds))
            logged.append(len(log))
            deeds = []
    if step.state.phase is not Phase.OVER or deeds:
        raise Untold("the match does not end where its log does")
    return Story(tuple(states), tuple(turns), receipts(log, None, True), tuple(log), tuple(logged))


def view_after(story: Story, number: int, viewer: Seat | None) -> View:
    """The match after turn `number` as `viewer` (None: a stranger) looks back at it, with every hand open."""
    state = story.states[number]
    view = view_of(state, None, story.log[: story.logged[number]], 0)
    return replace(
        view,
        viewer=viewer,
        receipts=story.receipts[:number],
        totals=totals(state),
        hands=tuple(hand_tiles(state, player.hand) for player in state.players),
    )


def _accepted(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(
        word[0]
        for entry in entries
        for event in entry.events
        if event.kind == "words_scored"
        for word in event.public["words"]
    )
