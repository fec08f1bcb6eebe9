"""The events of this game, beside those of every game. All of it is public."""

from collections.abc import Sequence

from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.scoring import Count, Word


def round_began(number: int, last: bool, options: Sequence[Option]) -> Event:
    """A round begins with its list."""
    return Event(Kind.ROUND_BEGAN, None, {"round": number, "last": last, "options": [o.dump() for o in options]})


def option_taken(seat: Seat, index: int, option: Option, saved: bool, points: int, cells: Sequence[int]) -> Event:
    """An option was taken: whether its letters were saved, the `points` that it gives by itself, and the `cells` (by
    index) that are no longer as they were."""
    public = {"index": index, "option": option.dump(), "saved": saved, "points": points, "cells": list(cells)}
    return Event(Kind.OPTION_TAKEN, seat, public)


def words_scored(seat: Seat, count: Count) -> Event:
    """New runs came about. A word is [text, points, cells, others], where a cell is its index in the board and `others`
    are [seat, points] of the letters of others."""
    public = {
        "words": [_plain(word) for word in count.words],
        "rejected": [_plain(word) for word in count.rejected],
        "unlisted": list(count.unlisted),
        "gains": list(count.gains),
    }
    return Event(Kind.WORDS_SCORED, seat, public)


def timed_out(seat: Seat, struck: int | None) -> Event:
    """The turn's clock ran out; `struck` is the option that can no longer be taken, None where the seat leaves."""
    return Event(Kind.TIMED_OUT, seat, {"struck": struck})


def _plain(word: Word) -> list[object]:
    return [word.text, word.points, list(word.cells), [list(paid) for paid in word.others]]
