"""The last actions of a match, in every game: a sentence for each, and what the page plays it back from.

Built from receipts, which hold for a viewer what that viewer may know.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.kernel.base_types import Seat
from game.presentation.squares import side_among, side_of
from game.presentation.turn_lines import TurnLine, left_sentence

MOST_DEEDS = 3
"""The most actions shown to a page that may have missed several; the list of turns has the rest."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One action: `key` names it among all of its match, `kind` says how it looks ("words", "pass", an item's key …),
    `side` whose it was by colour ("you", "opp"), `text` says it in a sentence. `cells` are the squares (row, column)
    that it touched, `points` those of its words, `letter` what lay on its square before, or the tile of the hand that
    was made, `why` what made the best of its words worth that."""

    key: str
    kind: str
    side: str
    text: str
    cells: tuple[tuple[int, int], ...] = ()
    points: tuple[int, ...] = ()
    letter: str = ""
    why: str = ""


def last_of(receipts: Sequence[Any], deeds: Callable[[Any], Iterable[Deed]]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return [deed for receipt in receipts[-2:] for deed in deeds(receipt)][-MOST_DEEDS:]


def last_sided(view: Any, deeds: Callable[[Any], Iterable[tuple[Seat, Deed]]]) -> list[Deed]:
    """The same where any number may play: each in the colour of the seat that did it."""
    seats = len(view.players)
    return last_of(
        view.receipts,
        lambda receipt: (replace(deed, side=side_among(seat, view.viewer, seats)) for seat, deed in deeds(receipt)),
    )


def left_deeds(receipt: Any, view: Any, names: Sequence[str], first: int) -> Iterator[tuple[Seat, Deed]]:
    """Who left while a turn ran, each with the seat; `first` is the number of the first among the turn's actions."""
    for number, left in enumerate(receipt.gone, first):
        said = left_sentence(left.seat, left.reason, view.viewer, names)
        if not view.over:
            stands = _("The score stands; the others play on.")
            said = f"{said} {stands}"
        tell = Teller(f"{receipt.turn}.{number}", view.viewer, names)
        yield left.seat, tell.deed(left.seat, "pass", said.replace("%", "%%"))


def with_reasons(deeds: Iterable[Deed], lines: Iterable[TurnLine]) -> list[Deed]:
    """The actions, those of words with why they were worth that, as the lines of their turns say it."""
    reasons = {str(line.receipt.turn): line.why for line in lines}
    return [
        replace(deed, why=reasons.get(deed.key.partition(".")[0], "")) if deed.kind == "words" else deed
        for deed in deeds
    ]


@dataclass(frozen=True, slots=True)
class Teller:
    """Describes the action `key` to a viewer; `names` in seat order."""

    key: str
    viewer: Seat | None
    names: Sequence[str]

    def deed(self, seat: Seat, kind: str, sentence: str, **filled: Any) -> Deed:
        """An action that its sentence describes in full."""
        who = _("You") if seat == self.viewer else self.names[seat]
        return Deed(self.key, kind, side_of(seat, self.viewer), sentence % {"who": who, **filled})

    def words(self, receipt: Any, size: int) -> Deed:
        """A turn's words on a board of that size."""
        said = ngettext("%(who)s played %(words)s for %(n)d point.", "%(who)s played %(words)s for %(n)d points.",
                        receipt.score)  # fmt: skip
        words = " + ".join(word.text for word in receipt.words)
        told = self.deed(receipt.seat, "words", said, words=words, n=receipt.score)
        cells = tuple(divmod(index, size) for index in receipt.laid)
        return replace(told, cells=cells, points=tuple(word.points for word in receipt.words))


def turn_deeds(
    receipt: Any, view: Any, names: Sequence[str], placed: Callable[[Teller, Any, int], Deed], conceded: str = ""
) -> Iterator[Deed]:
    """A turn's failed tries, and then what ended it: `placed` describes words; `conceded` is the sentence of that end
    where a game has it."""
    for number in range(receipt.tries):
        tell = Teller(f"{receipt.turn}.{number}", view.viewer, names)
        yield tell.deed(receipt.seat, "try", _("%(who)s tried a word that is not in the list."))
    tell = Teller(f"{receipt.turn}.{receipt.tries}", view.viewer, names)
    match receipt.end:
        case "placed":
            yield placed(tell, receipt, view.size)
        case "swapped":
            said = ngettext("%(who)s swapped %(n)d tile.", "%(who)s swapped %(n)d tiles.", receipt.swapped)
            yield tell.deed(receipt.seat, "swap", said, n=receipt.swapped)
        case "passed":
            yield tell.deed(receipt.seat, "pass", _("%(who)s passed."))
        case "conceded":
            yield tell.deed(receipt.seat, "pass", conceded)
        case "timed_out":
            yield tell.deed(receipt.seat, "time", _("%(who)s ran out of time."))
