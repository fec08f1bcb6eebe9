"""The score sheet: one receipt a turn, built from the log. All of it is public."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, assert_never, cast

from game.crossword.ledger import Left
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.scoring import Word


@dataclass(frozen=True, slots=True)
class Receipt:
    """One turn, public. `round` is 0 where the part of the log does not reach back to where it began.

    `end` is "" while it runs, else "taken", "timed_out" or "left". `option` was taken, the one with number `index`, or
    one `struck` out (by its number); `saved` is whether its letters were kept for later, `points` what it gave by
    itself, `cells` (by index) what it changed. `words` are the new ones, `rejected` the new runs that are none, `gains`
    what each seat got of the words. `gone` are the seats that left. `credited` is the time (ms) by which the clocks
    were put off because the site itself was away.
    """

    turn: int
    seat: Seat
    round: int = 0
    end: str = ""
    option: Option | None = None
    index: int | None = None
    struck: int | None = None
    saved: bool = False
    points: int = 0
    cells: tuple[int, ...] = ()
    words: tuple[Word, ...] = ()
    rejected: tuple[Word, ...] = ()
    gains: tuple[int, ...] = ()
    gone: tuple[Left, ...] = ()
    credited: int = 0

    tries: ClassVar[int] = 0
    try_words: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """No word is ever refused here, so no try fails."""

    @property
    def score(self) -> int:
        """What the turn gave the one who took it."""
        return self.points + (self.gains[self.seat] if self.gains else 0)


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last; the same for every viewer."""
    turns: list[Receipt] = []
    number = 0
    for step in log:
        for event in step.events:
            if event.kind == Kind.ROUND_BEGAN:
                number = event.public["round"]
            elif event.kind == Kind.TURN_BEGAN:
                turns.append(Receipt(event.public["turn"], cast(Seat, event.seat), number))
            elif turns:
                turns[-1] = _add(turns[-1], event, event.public)
    return tuple(turns)


def _add(receipt: Receipt, event: Event, seen: Mapping[str, Any]) -> Receipt:
    match event.kind:
        case Kind.OPTION_TAKEN:
            return replace(
                receipt,
                end="taken",
                option=Option.of(seen["option"]),
                index=seen["index"],
                saved=seen["saved"],
                points=seen["points"],
                cells=tuple(seen["cells"]),
            )
        case Kind.WORDS_SCORED:
            words, rejected = _words(seen["words"]), _words(seen["rejected"])
            return replace(receipt, words=words, rejected=rejected, gains=tuple(seen["gains"]))
        case Kind.TIMED_OUT:
            return replace(receipt, end="timed_out", struck=seen["struck"])
        case Kind.SEAT_OUT:
            end = receipt.end or ("left" if event.seat == receipt.seat else "")
            return replace(receipt, end=end, gone=(*receipt.gone, Left(cast(Seat, event.seat), seen["reason"])))
        case Kind.CLOCK_CREDITED:
            return replace(receipt, credited=receipt.credited + seen["length"])
        case Kind.TURN_BEGAN | Kind.ROUND_BEGAN | Kind.MATCH_ENDED | Kind.SEAT_LEFT | Kind.SEAT_RETURNED:
            return receipt
        case Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON:
            return receipt
        case Kind.ITEM_BOUGHT | Kind.ITEM_USED | Kind.ALFA_OFFERED | Kind.ALFA_CHOSEN:
            raise ValueError(f"no fact of this game: {event.kind}")
        case Kind.ATTEMPT_FAILED | Kind.TILES_DRAWN | Kind.TILES_SWAPPED | Kind.PASSED:
            raise ValueError(f"no fact of this game: {event.kind}")
        case never:
            assert_never(never)


def _words(words: Iterable[Sequence[Any]]) -> tuple[Word, ...]:
    return tuple(
        Word(text, points, tuple(cells), tuple((seat, paid) for seat, paid in others))
        for text, points, cells, others in words
    )
