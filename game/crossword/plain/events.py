"""The events of a plain word game, beside those of every game with tiles. Kinds are of the kernel's list."""

from collections.abc import Sequence

from game.crossword.scoring import Word
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind


def words_scored(seat: Seat, words: Sequence[Word], score: int, bingo: int, cells: Sequence[int]) -> Event:
    """Tiles were laid on `cells` and scored; `bingo` is part of the `score`."""
    public = {"words": [list(word) for word in words], "score": score, "bingo": bingo, "cells": list(cells)}
    return Event(Kind.WORDS_SCORED, seat, public)
