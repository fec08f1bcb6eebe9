"""The ledger of a plain word game: one receipt a turn, built from the log for one viewer.

Of another player's failed tries only the number is shown, of a swap the number of tiles; tiles and words are open when
the match is over. Each event itself says what may be shown (`Event.seen_by`).

A game whose words bring more has a subclass of `Receipt` and a function of its own that calls `placed`, and makes its
ledger of them by `told` (game/crossword/ledger.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from game.crossword.ledger import TurnReceipt, told
from game.crossword.scoring import Word
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep

R = TypeVar("R", bound="Receipt")


@dataclass(frozen=True, slots=True)
class Receipt(TurnReceipt):
    """One turn as a viewer may read it; `end` may also be "conceded" or "left".

    `score` has `bingo` in it; `laid` are the cells its tiles took (index in the board).
    """

    words: tuple[Word, ...] = ()
    bingo: int = 0
    laid: tuple[int, ...] = ()


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything."""
    return told(log, viewer, over, Receipt, placed)


def placed(receipt: R, seen: Mapping[str, Any]) -> R:
    """The receipt with its words; `seen` are the event's fields that the viewer may know."""
    return replace(
        receipt,
        end="placed",
        words=tuple(Word(*word) for word in seen["words"]),
        score=seen["score"],
        bingo=seen["bingo"],
        laid=tuple(seen["cells"]),
    )


def words_scored(seat: Seat, words: Sequence[Word], score: int, bingo: int, cells: Sequence[int]) -> Event:
    """Tiles were laid on `cells` and scored; `bingo` is part of the `score`."""
    public = {"words": [list(word) for word in words], "score": score, "bingo": bingo, "cells": list(cells)}
    return Event(Kind.WORDS_SCORED, seat, public)
