"""The score sheet: one receipt a turn, built from the log for one viewer.

Of another player's exchange the number of tiles is shown, of a failed attempt that there was one; tiles and words are
open when the match is over. Each event itself says what may be shown (`Event.seen_by`); this module only adds up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.crossword.ledger import TurnReceipt, told
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.scoring import Word


@dataclass(frozen=True, slots=True)
class Receipt(TurnReceipt):
    """One turn as a viewer may read it; `end` may also be "left".

    Of the `score` the `bonus` is for a full rack; `theme` has the words of the theme that it earned. `tiles` are the
    squares (row, col) of its letters, `black` and `arrow` those of a black tile and of an arrow with its direction.
    """

    words: tuple[Word, ...] = ()
    bonus: int = 0
    theme: tuple[str, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
    black: tuple[int, int] | None = None
    arrow: tuple[int, int, str] | None = None


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything."""
    return told(log, viewer, over, Receipt, _placed)


def _placed(receipt: Receipt, seen: Mapping[str, Any]) -> Receipt:
    return replace(
        receipt,
        end="placed",
        words=tuple(_word(*line) for line in seen["words"]),
        score=seen["score"],
        bonus=seen["bonus"],
        theme=tuple(seen["theme"]),
        tiles=tuple((row, col) for row, col in seen["tiles"]),
        black=tuple(seen["black"]) if seen["black"] else None,
        arrow=tuple(seen["arrow"]) if seen["arrow"] else None,
    )


def _word(text: str, points: int, face: int, letters: int, word: int, cells: Iterable[int], corner: int) -> Word:
    return Word(text, points, face, letters, word, tuple(cells), corner)


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
