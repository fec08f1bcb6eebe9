"""The ledger: one receipt a turn, built from the log for one viewer.

Of another player's failed tries only number and cost are shown, of a swap the number of tiles, of an Alfa choice that
it was taken or declined; tiles and words are open when the match is over. Each event itself says what may be shown
(`Event.seen_by`); this module only adds up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, assert_never, cast

from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep, TurnSteps, turns_of
from game.variants.alfapower.rules.scoring import Word

MOST_RECEIPTS = 5_000
"""Receipts kept in a cache by turn and viewer, the latest used."""


@dataclass(frozen=True, slots=True)
class Used:
    """An item used in the turn. A cell item has `row` and `col`, the `letter` that lay there and its `owner`, who may
    be that of a claim; a swap has `count`, and `gave`, `got` where they may be seen; `shown` are tiles of the bag that
    it let its player see, where those may be seen.
    """

    item: str
    row: int | None
    col: int | None
    count: int
    gave: tuple[str, ...]
    got: tuple[str, ...]
    letter: str = ""
    owner: Seat | None = None
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bought:
    """An item bought while the turn ran, by either seat."""

    seat: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """One turn as a viewer may read it.

    `end` is "" while it runs, else "placed", "passed", "timed_out" or "conceded". `score` and `income` are the turn's
    points and coins, `factor` what items multiplied the points by, `laid` the cells its tiles took (index in the
    board). `tries` failed attempts cost `try_points` and `try_coins` in all; `try_words` are their rejected words where
    they may be seen. `alfa` is "", "offered", "taken" or "declined", `alfa_tile` the tile upgraded and `drawn` the new
    tiles, where those may be seen. `credited` is the time (ms) by which the clocks were put off because the site itself
    was away. `order` has the kinds of all this as it came about, one after the other.
    """

    turn: int
    seat: Seat
    end: str = ""
    words: tuple[Word, ...] = ()
    score: int = 0
    income: int = 0
    factor: int = 1
    laid: tuple[int, ...] = ()
    tries: int = 0
    try_points: int = 0
    try_coins: int = 0
    try_words: tuple[tuple[str, ...], ...] = ()
    used: tuple[Used, ...] = ()
    bought: tuple[Bought, ...] = ()
    alfa: str = ""
    alfa_tile: str = ""
    drawn: tuple[str, ...] = ()
    credited: int = 0
    order: tuple[Kind, ...] = ()


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything."""
    return tuple([_receipt(turn, viewer, over) for turn in turns_of(log)])


@lru_cache(maxsize=MOST_RECEIPTS)
def _receipt(turn: TurnSteps, viewer: Seat | None, over: bool) -> Receipt:
    """All turns but the one that runs are as they were when the match was looked at before."""
    began, *events = turn.events()
    told: dict[str, Any] = {"turn": began.public["turn"], "seat": cast(Seat, began.seat)}
    for event in events:
        _add(told, event, event.seen_by(viewer, over))
    return Receipt(**told, order=tuple([event.kind for event in events]))


def _add(told: dict[str, Any], event: Event, seen: Mapping[str, Any]) -> None:
    """Note an event in the fields of its turn's receipt."""
    match event.kind:
        case Kind.WORDS_SCORED:
            told.update(
                end="placed",
                words=tuple(Word(*line) for line in seen["words"]),
                score=seen["score"],
                income=seen["coins"],
                factor=seen.get("factor", 1),
                laid=tuple(seen["cells"]),
            )
        case Kind.ATTEMPT_FAILED:
            words = (tuple(seen["rejected"]),) if "rejected" in seen else ()
            told.update(
                tries=told.get("tries", 0) + 1,
                try_points=told.get("try_points", 0) + seen["points"],
                try_coins=told.get("try_coins", 0) + seen["coins"],
                try_words=told.get("try_words", ()) + words,
            )
        case Kind.ITEM_BOUGHT:
            bought = Bought(cast(Seat, event.seat), seen["item"], seen["price"])
            told["bought"] = (*told.get("bought", ()), bought)
        case Kind.ITEM_USED:
            row, col = seen["cell"] if seen["cell"] is not None else (None, None)
            gave, got = _texts(seen, "gave"), _texts(seen, "got")
            letter, owner = seen.get("was", ("", None))
            used = Used(seen["item"], row, col, seen["count"], gave, got, letter, owner, _texts(seen, "shown"))
            told["used"] = (*told.get("used", ()), used)
        case Kind.TILES_DRAWN:
            told["drawn"] = _texts(seen, "tiles")
        case Kind.ALFA_OFFERED:
            told["alfa"] = "offered"
        case Kind.ALFA_CHOSEN:
            told.update(alfa="taken" if seen["taken"] else "declined", alfa_tile=seen.get("tile") or "")
        case Kind.PASSED:
            told.update(end="conceded" if seen["conceded"] else "passed", income=seen["coins"])
        case Kind.CLOCK_CREDITED:
            told["credited"] = told.get("credited", 0) + seen["length"]
        case Kind.TIMED_OUT:
            told["end"] = "timed_out"
        case (
            Kind.TURN_BEGAN
            | Kind.MATCH_ENDED
            | Kind.SEAT_LEFT
            | Kind.SEAT_RETURNED
            | Kind.SEAT_OUT
            | Kind.TILES_SWAPPED
            | Kind.ROUND_BEGAN
            | Kind.OPTION_TAKEN
            | Kind.OFFERED
            | Kind.ADJOURNED
            | Kind.WAITED_ON
        ):
            pass
        case never:
            assert_never(never)


def _texts(seen: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts: Sequence[str] = seen.get(key, ())
    return tuple(texts)
