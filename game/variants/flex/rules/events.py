"""The events of this game, beside those of every game. Kinds are of the kernel's list."""

from collections.abc import Sequence

from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind
from game.variants.flex.rules.scoring import Scored


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
