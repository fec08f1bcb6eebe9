"""The events of this game, beside those of every game. Kinds are of the kernel's list."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.scoring import Word


def words_scored(seat: Seat, lay: Lay, words: Sequence[Word], bonus: int, theme: Sequence[str], score: int) -> Event:
    """Tiles were laid and scored. A word is [text, points, face, letters, word factor, cells, corner], where a cell is
    its index in the board and a corner −1 for none; `tiles` are [row, col] of the letters laid, and `black` and `arrow`
    stand as they do in the action."""
    public: Mapping[str, Any] = {
        "words": [[*word[:5], list(word.cells), word.corner] for word in words],
        "bonus": bonus,
        "theme": list(theme),
        "score": score,
        "tiles": [[placed.row, placed.col] for placed in lay.tiles],
        "black": list(lay.black) if lay.black is not None else None,
        "arrow": list(lay.arrow) if lay.arrow is not None else None,
    }
    return Event(Kind.WORDS_SCORED, seat, public)
