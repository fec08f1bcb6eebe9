"""The ledger of Flex: one receipt a turn, built from the log for one viewer.

Which tiles were moved and taken is public. Of another player's failed tries only the number is shown, of a swap the
number of tiles; tiles and words are open when the match is over. Each event itself says what may be shown
(`Event.seen_by`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.crossword.ledger import TurnReceipt, told
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind, LoggedStep
from game.variants.flex.rules.scoring import Loosened, Scored, Word


@dataclass(frozen=True, slots=True)
class Receipt(TurnReceipt):
    """One turn as a viewer may read it.

    `score` is the net: `bingo` is in it and `cost` taken off. `laid` are the cells of the tiles from the hand,
    `loosened` the tiles moved and taken.
    """

    words: tuple[Word, ...] = ()
    bingo: int = 0
    cost: int = 0
    laid: tuple[int, ...] = ()
    loosened: tuple[Loosened, ...] = ()


def receipts(log: Iterable[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Receipt, ...]:
    """The turns so far, oldest first, the running one last. `viewer` None is a stranger; `over` opens everything."""
    return told(log, viewer, over, Receipt, _placed)


def _placed(receipt: Receipt, seen: Mapping[str, Any]) -> Receipt:
    return replace(
        receipt,
        end="placed",
        words=tuple(Word(*word)._replace(cells=tuple(word[-1])) for word in seen["words"]),
        score=seen["score"],
        bingo=seen["bingo"],
        cost=seen["cost"],
        laid=tuple(seen["laid"]),
        loosened=tuple(Loosened(*tile) for tile in seen["loosened"]),
    )


def words_scored(seat: Seat, scored: Scored, laid: Sequence[int]) -> Event:
    """A turn was played and scored: a word is as `Word` has it, a lifted tile as `Loosened`, and `laid` are the cells
    of the tiles from the hand. The `score` is after the `cost`."""
    public = {
        "words": [[*word[:-1], list(word.cells)] for word in scored.words],
        "bingo": scored.bingo,
        "loosened": [list(tile) for tile in scored.loosened],
        "cost": scored.cost,
        "score": scored.total,
        "laid": list(laid),
    }
    return Event(Kind.WORDS_SCORED, seat, public)
