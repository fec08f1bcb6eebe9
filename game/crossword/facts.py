"""The facts of a finished match, seat by seat: points, words, turns, tries and time. Pure sums over its steps.

The steps are those of its replay (kernel/match_replay.py), so nothing here is a second opinion about the rules. A game
adds what it alone has: a `Reading` and a `SeatFacts` of its own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self, assert_never

from game.crossword.tiles import HAND_SIZE
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_slow, turn_ms
from game.kernel.events import Event, Kind
from game.kernel.match import CoreState
from game.kernel.match_replay import Played

BEST_WORDS = 5
"""How many words of a match are kept: as many as a list of the best of all matches shows."""


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """The items of one kind that a seat bought at one price: how many, how many of them it used, and what they brought
    in points to itself (`brought`) and to the other seat (`gave`), as its game counts."""

    item: str
    price: int
    bought: int
    used: int
    brought: int
    gave: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """What one seat did in a match.

    `turns` are those played to their end, in `time_ms` altogether; `word_turns` those of them with a word, worth
    `points` in all; `full_turns` those that laid the whole hand. `best_words` are up to BEST_WORDS different words with
    their points, the best first; `best_word` is the first of them, "" without a word.
    """

    seat: Seat
    score: int
    total: int
    turns: int
    word_turns: int
    time_ms: Millis
    points: int
    best_word: str
    best_word_points: int
    best_words: tuple[tuple[str, int], ...]
    best_turn: int
    full_turns: int
    tries: int
    passes: int
    timeouts: int
    swaps: int
    items: tuple[ItemFacts, ...] = ()


@dataclass(slots=True)
class Sums:
    """What adds up for one seat while its match is read."""

    turns: int = 0
    word_turns: int = 0
    time_ms: Millis = 0
    points: int = 0
    words: dict[str, int] = field(default_factory=dict)
    best_turn: int = 0
    full_turns: int = 0
    tries: int = 0
    passes: int = 0
    timeouts: int = 0
    swaps: int = 0

    def lay(self, words: Iterable[tuple[str, int]], score: int, *, full: bool) -> None:
        """A turn with these words, each with its points, that was worth `score`; `full` with the whole hand."""
        self.word_turns += 1
        self.points += score
        self.best_turn = max(self.best_turn, score)
        self.full_turns += full
        for text, points in words:
            self.words[text] = max(points, self.words.get(text, points))

    def data(self, seat: Seat, score: int, total: int) -> dict[str, Any]:
        """The fields of `SeatFacts`, without items."""
        counted = asdict(self)
        del counted["words"]
        # Of equal words the one laid first: sorting keeps their order.
        best = tuple(sorted(self.words.items(), key=lambda word: -word[1])[:BEST_WORDS])
        best_word, best_word_points = best[0] if best else ("", 0)
        return {
            **counted,
            "seat": seat,
            "score": score,
            "total": total,
            "best_word": best_word,
            "best_word_points": best_word_points,
            "best_words": best,
        }


@dataclass(slots=True)
class _Turn:
    """The turn that is being read: when it began, whether its player has ended it, and the time given back to it."""

    began: Millis
    ended: bool = False
    credited: Millis = 0


class Reading:
    """A match while its steps go by. `full` is how many tiles a whole hand has."""

    def __init__(self, deal: CoreState, started_at: Millis) -> None:
        self.sums = [Sums() for _ in deal.players]
        self.full = HAND_SIZE
        self.turn = _Turn(_began(deal, started_at))

    @classmethod
    def through(cls, steps: Iterable[Played], started_at: Millis) -> tuple[Self, Any]:
        """All the steps of a match that is over, read, and its last state. Raises ValueError for another."""
        reading, last = None, None
        for step in steps:
            reading = reading or cls(step.before, started_at)
            reading.add(step)
            last = step.after
        if reading is None or last is None or last.outcome is None:
            raise ValueError("facts are told of a match that is over")
        return reading, last

    def facts(self, seat: Seat, total: Any) -> SeatFacts:
        """The facts of a seat with this final reckoning, now that the match has come to its end."""
        return SeatFacts(**self.sums[seat].data(seat, total.score, total.total))

    def add(self, step: Played) -> None:
        """One more step."""
        for event in step.events:
            self.event(event, event.seat if event.seat is not None else step.before.active, step)
        if any(event.kind in (Kind.TURN_BEGAN, Kind.MATCH_ENDED) for event in step.events):
            self._end_turn(step)

    def event(self, event: Event, seat: Seat, step: Played) -> None:
        """One more event of a step, which is the `seat`'s own or happened on its turn."""
        sums, told = self.sums[seat], event.public
        match event.kind:
            case Kind.WORDS_SCORED:
                self.turn.ended = True
                self.words(event, seat, step)
            case Kind.ATTEMPT_FAILED:
                sums.tries += 1
            case Kind.TILES_SWAPPED:
                self.turn.ended = True
                sums.swaps += 1
            case Kind.PASSED:
                self.turn.ended = True
                sums.passes += 1
            case Kind.TIMED_OUT:
                self.turn.ended = True
                sums.timeouts += 1
            case Kind.CLOCK_CREDITED:
                self.turn.credited += told["length"]
            case Kind.TURN_BEGAN | Kind.MATCH_ENDED | Kind.TILES_DRAWN | Kind.ALFA_OFFERED | Kind.ALFA_CHOSEN:
                pass
            case Kind.SEAT_LEFT | Kind.SEAT_RETURNED | Kind.SEAT_OUT | Kind.ITEM_BOUGHT | Kind.ITEM_USED:
                pass
            case Kind.ROUND_BEGAN | Kind.OPTION_TAKEN | Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON:
                pass
            case never:
                assert_never(never)

    def words(self, event: Event, seat: Seat, step: Played) -> None:
        """A turn with words, from its event."""
        words: Sequence[Sequence[Any]] = event.public["words"]
        laid = len(getattr(step.action, "tiles", ()))
        self.sums[seat].lay(((word[0], word[1]) for word in words), event.public["score"], full=laid == self.full)

    def _end_turn(self, step: Played) -> None:
        """The turn that ran until this step is over; one that its player did not end counts for no seat."""
        sums = self.sums[step.before.active]
        if self.turn.ended:
            sums.turns += 1
            sums.time_ms += max(0, step.at - self.turn.began - self.turn.credited)
        self.turn = _Turn(_began(step.after, step.at))


def facts_by(
    totals: Callable[[Any], Sequence[Any]], reading: type[Reading] = Reading
) -> Callable[[Iterable[Played], Millis], tuple[Any, ...]]:
    """The facts per seat, in seat order, of a game whose final reckoning is `totals(state)` and whose matches are read
    by `reading`."""

    def facts_of(steps: Iterable[Played], started_at: Millis) -> tuple[Any, ...]:
        """Of all the steps of a match that is over. Raises ValueError for another."""
        read, last = reading.through(steps, started_at)
        return tuple(read.facts(seat, total) for seat, total in enumerate(totals(last)))

    return facts_of


def _began(state: CoreState, at: Millis) -> Millis:
    """When the turn that runs began. A clock gives it exactly, also after a timeout, which the next turn waits for."""
    if is_slow(state):
        return at if state.pace.begun is None else state.pace.begun
    length = turn_ms(state)
    return at if length is None or state.deadline is None else state.deadline - length
