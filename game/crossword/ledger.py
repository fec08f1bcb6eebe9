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
class TurnReceipt:
    """One turn as a viewer may read it.

    `end` is "" while it runs, else how it ended: "placed", "swapped", "passed", "timed_out", or a word of the game's.
    `score` are its points. `tries` failed attempts, their rejected words in `try_words`, and the tiles `gave`, `got`
    and `drawn`, where they may be seen; `swapped` is how many were changed. `credited` is the time (ms) by which the
    clocks were put off because the site itself was away.
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


R = TypeVar("R", bound=TurnReceipt)


def told(
    log: Iterable[LoggedStep],
    viewer: Seat | None,
    over: bool,
    begin: Callable[[int, Seat], R],
    add: Callable[[R, Event, Mapping[str, Any]], R],
) -> tuple[R, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything.

    `begin` makes the receipt of a turn from its number and seat, `add` adds an event as the viewer sees it."""
    turns: list[R] = []
    for step in log:
        for event in step.events:
            if event.kind == Kind.TURN_BEGAN:
                turns.append(begin(event.public["turn"], cast(Seat, event.seat)))
            elif turns:
                turns[-1] = add(turns[-1], event, event.seen_by(viewer, over))
    return tuple(turns)


def with_common(receipt: R, kind: Kind, seen: Mapping[str, Any]) -> R:
    """The receipt with an event that every game shows alike: a failed attempt, tiles changed and drawn, a timeout, time
    given back, and what a receipt says nothing of. Raises ValueError for a kind that a game has to read itself."""
    match kind:
        case Kind.ATTEMPT_FAILED:
            words = (tuple(seen["rejected"]),) if "rejected" in seen else ()
            return replace(receipt, tries=receipt.tries + 1, try_words=receipt.try_words + words)
        case Kind.TILES_SWAPPED:
            gave, got = tuple(seen.get("gave", ())), tuple(seen.get("got", ()))
            return replace(receipt, end="swapped", swapped=seen["count"], gave=gave, got=got)
        case Kind.TILES_DRAWN:
            return replace(receipt, drawn=tuple(seen.get("tiles", ())))
        case Kind.TIMED_OUT:
            return replace(receipt, end="timed_out")
        case Kind.CLOCK_CREDITED:
            return replace(receipt, credited=receipt.credited + seen["length"])
        case Kind.TURN_BEGAN | Kind.MATCH_ENDED | Kind.SEAT_LEFT | Kind.SEAT_RETURNED:
            return receipt
        case Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON:
            return receipt
        case Kind.WORDS_SCORED | Kind.PASSED | Kind.SEAT_OUT | Kind.ITEM_BOUGHT | Kind.ITEM_USED:
            raise ValueError(f"not told alike in every game: {kind}")
        case Kind.ALFA_OFFERED | Kind.ALFA_CHOSEN | Kind.ROUND_BEGAN | Kind.OPTION_TAKEN:
            raise ValueError(f"not told alike in every game: {kind}")
        case never:
            assert_never(never)
