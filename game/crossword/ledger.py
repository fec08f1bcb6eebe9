"""The ledger of games with tiles: one receipt a turn, built from the log for one viewer.

What every game shows alike is here; a game adds its own fields to the receipt and reads its own events. Each event
itself says what may be shown (`Event.seen_by`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, assert_never, cast

from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep


@dataclass(frozen=True, slots=True)
class Left:
    """A seat that left for good while the turn ran, and why: "resigned", "forfeited" or "abandoned"."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class TurnReceipt:
    """One turn as a viewer may read it.

    `end` is "" while it runs, else how it ended: "placed", "swapped", "passed", "conceded", "timed_out" or "left".
    `score` are its points. `tries` failed attempts, their rejected words in `try_words`, and the tiles `gave`, `got`
    and `drawn`, where they may be seen; `swapped` is how many were changed. `credited` is the time (ms) by which the
    clocks were put off because the site itself was away. `gone` are the seats that left.
    """

    turn: int
    seat: Seat
    end: str = ""
    score: int = 0
    tries: int = 0
    try_words: tuple[tuple[str, ...], ...] = ()
    swapped: int = 0
    gave: tuple[str, ...] = ()
    got: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    credited: int = 0
    gone: tuple[Left, ...] = ()


R = TypeVar("R", bound=TurnReceipt)


def told(
    log: Iterable[LoggedStep],
    viewer: Seat | None,
    over: bool,
    begin: Callable[[int, Seat], R],
    placed: Callable[[R, Mapping[str, Any]], R],
) -> tuple[R, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything.

    `begin` makes the receipt of a turn from its number and seat, `placed` adds the words of an event as the viewer sees
    it; all else is told alike."""
    turns: list[R] = []
    for step in log:
        for event in step.events:
            if event.kind == Kind.TURN_BEGAN:
                turns.append(begin(event.public["turn"], cast(Seat, event.seat)))
            elif turns:
                turns[-1] = _with_event(turns[-1], event, event.seen_by(viewer, over), placed)
    return tuple(turns)


def _with_event(receipt: R, event: Event, seen: Mapping[str, Any], placed: Callable[[R, Mapping[str, Any]], R]) -> R:
    """Raises ValueError for a kind that no such game has."""
    match event.kind:
        case Kind.WORDS_SCORED:
            return placed(receipt, seen)
        case Kind.ATTEMPT_FAILED:
            words = (tuple(seen["rejected"]),) if "rejected" in seen else ()
            return replace(receipt, tries=receipt.tries + 1, try_words=receipt.try_words + words)
        case Kind.TILES_SWAPPED:
            gave, got = tuple(seen.get("gave", ())), tuple(seen.get("got", ()))
            return replace(receipt, end="swapped", swapped=seen["count"], gave=gave, got=got)
        case Kind.TILES_DRAWN:
            return replace(receipt, drawn=tuple(seen.get("tiles", ())))
        case Kind.PASSED:
            return replace(receipt, end="conceded" if seen.get("conceded") else "passed")
        case Kind.SEAT_OUT:
            end = receipt.end or ("left" if event.seat == receipt.seat else "")
            return replace(receipt, end=end, gone=(*receipt.gone, Left(cast(Seat, event.seat), seen["reason"])))
        case Kind.TIMED_OUT:
            return replace(receipt, end="timed_out")
        case Kind.CLOCK_CREDITED:
            return replace(receipt, credited=receipt.credited + seen["length"])
        case Kind.TURN_BEGAN | Kind.MATCH_ENDED | Kind.SEAT_LEFT | Kind.SEAT_RETURNED:
            return receipt
        case Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON:
            return receipt
        case (
            Kind.ITEM_BOUGHT | Kind.ITEM_USED | Kind.ALFA_OFFERED | Kind.ALFA_CHOSEN | Kind.ROUND_BEGAN
            | Kind.OPTION_TAKEN
        ):  # fmt: skip
            raise ValueError(f"not told alike in every game: {event.kind}")
        case never:
            assert_never(never)
