"""The ledger: one receipt a turn, told from the log for one viewer.

Of another player's failed tries only number and cost are told, of a swap the number of tiles, of an Alfa choice that it
was taken or declined; tiles and words are open when the match is over. What may be told stands in each event itself
(`Event.seen_by`); this module only adds up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from game.rules.basics import Seat
from game.rules.events import Event


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """The events of one log entry, in order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class WordLine:
    """One word of a turn with where its points come from: `points` = (`face` + `fortify` + `letters`) × `word` ×
    `alfa`.
    """

    text: str
    points: int
    face: int
    fortify: int
    letters: int
    word: int
    alfa: int


@dataclass(frozen=True, slots=True)
class Used:
    """An item used in the turn. A cell item has `row` and `col`; a swap has `count`, and `gave`, `got` where they
    may be seen.
    """

    item: str
    row: int | None
    col: int | None
    count: int
    gave: tuple[str, ...]
    got: tuple[str, ...]


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
    points and coins, `laid` the cells its tiles took (index in the board). `tries` failed attempts cost `try_points`
    and `try_coins` in all; `try_words` are their rejected words where they may be seen. `alfa` is "", "offered",
    "taken" or "declined", `alfa_tile` the tile upgraded and `drawn` the new tiles, where those may be seen. `credited`
    is the time (ms) by which the clocks were put off because the site itself was away.
    """

    turn: int
    seat: Seat
    end: str = ""
    words: tuple[WordLine, ...] = ()
    score: int = 0
    income: int = 0
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


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything."""
    turns: list[Receipt] = []
    for step in log:
        for event in step.events:
            if event.kind == "turn_began":
                turns.append(Receipt(event.public["turn"], cast(Seat, event.seat)))
            elif turns:
                turns[-1] = _add(turns[-1], event, event.seen_by(viewer, over))
    return tuple(turns)


def _add(receipt: Receipt, event: Event, seen: Mapping[str, Any]) -> Receipt:
    match event.kind:
        case "words_scored":
            return replace(
                receipt,
                end="placed",
                words=tuple(WordLine(*line) for line in seen["words"]),
                score=seen["score"],
                income=seen["coins"],
                laid=tuple(seen["cells"]),
            )
        case "attempt_failed":
            words = (tuple(seen["rejected"]),) if "rejected" in seen else ()
            return replace(
                receipt,
                tries=receipt.tries + 1,
                try_points=receipt.try_points + seen["points"],
                try_coins=receipt.try_coins + seen["coins"],
                try_words=receipt.try_words + words,
            )
        case "item_bought" if event.seat is not None:
            return replace(receipt, bought=(*receipt.bought, Bought(event.seat, seen["item"], seen["price"])))
        case "item_used":
            row, col = seen["cell"] if seen["cell"] is not None else (None, None)
            gave, got = _texts(seen, "gave"), _texts(seen, "got")
            return replace(receipt, used=(*receipt.used, Used(seen["item"], row, col, seen["count"], gave, got)))
        case "tiles_drawn":
            return replace(receipt, drawn=_texts(seen, "tiles"))
        case "alfa_offered":
            return replace(receipt, alfa="offered")
        case "alfa_chosen":
            return replace(receipt, alfa="taken" if seen["taken"] else "declined", alfa_tile=seen.get("tile") or "")
        case "passed":
            return replace(receipt, end="conceded" if seen["conceded"] else "passed", income=seen["coins"])
        case "clock_credited":
            return replace(receipt, credited=receipt.credited + seen["length"])
        case "timed_out":
            return replace(receipt, end="timed_out")
    return receipt


def _texts(seen: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts: Sequence[str] = seen.get(key, ())
    return tuple(texts)
