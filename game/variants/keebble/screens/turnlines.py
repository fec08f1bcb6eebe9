"""Keebble's turns as lines to read: what was taken, the words that it made, and what others got of them."""

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.squares import SPOKEN
from game.presentation.turn_lines import TurnLine, WordSum, by_clock, credit, left_sentence, memory
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.board import SIZE
from game.variants.keebble.rules.ledger import Receipt
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.scoring import Word
from game.variants.keebble.rules.view import OnlookersView, View
from game.variants.keebble.screens.options import signed
from game.variants.keebble.screens.seats import css_of, who


def turn_line(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to show of it."""
    return _line(by_clock(receipt, view), view.viewer, view.over, tuple(names), get_language())


@memory.remember
def _line(receipt: Receipt, viewer: Seat | None, over: bool, names: tuple[str, ...], language: str | None) -> TurnLine:
    """The same from all that it is made of: who reads, whether the match is over, the names and the language."""
    words = " + ".join(word.text for word in receipt.words)
    did = done(receipt)
    return TurnLine(
        receipt=receipt,
        css=css_of(receipt.seat, viewer, len(names)),
        who=who(receipt.seat, viewer, names),
        what=words or did or (_("Match over") if over else _("Now")),
        spelled=bool(words),
        deeds=(
            *([did] if words and did else []),
            *_points(receipt),
            *_others(receipt, viewer, names),
            *_none(receipt),
            *(left_sentence(left.seat, left.reason, viewer, names) for left in receipt.gone),
            *credit(receipt.credited),
        ),
        sums=tuple(WordSum(word.text, word.points, _terms(word, viewer, names)) for word in receipt.words),
        cells=tuple(divmod(index, SIZE) for index in receipt.cells),
    )


def done(receipt: Receipt) -> str:
    """What was done in a turn, without its words."""
    if receipt.end == "timed_out":
        return _("Out of time")
    if receipt.end == "left":
        return _("Left")
    option = receipt.option
    if option is None:
        return ""
    if receipt.saved:
        letters = len(option.letters)
        return ngettext("Saved %(n)d letter", "Saved %(n)d letters", letters) % {"n": letters}
    return _of_kind(option, len(receipt.cells))


def _of_kind(option: Option, count: int) -> str:
    """What an option that changed `count` squares has done."""
    n, number = option.n, {"letter": option.letter, "n": signed(option.n)}
    wrote = ngettext("Wrote %(n)d letter", "Wrote %(n)d letters", count) % {"n": count}
    return {
        kinds.LETTERS: wrote if count else _("Wrote nothing"),
        kinds.BACKPACK: wrote if count else _("Opened an empty backpack"),
        kinds.WALL: ngettext("Built %(n)d wall", "Built %(n)d walls", n) % {"n": n},
        kinds.SPECIAL: _("Marked: %(type)s") % {"type": _(SPOKEN[option.type]) if option.type else ""},
        kinds.SWAP: ngettext("Changed %(n)d letter", "Changed %(n)d letters", count) % {"n": count},
        kinds.DESTROY: ngettext("Destroyed %(n)d part", "Destroyed %(n)d parts", count) % {"n": count},
        kinds.START_PLAYER: _("Opens the next round"),
        kinds.POINTS: ngettext("%(n)d point", "%(n)d points", n) % {"n": n},
        kinds.LETTER_CHANGE: _("Every %(letter)s counts %(n)s") % number,
        kinds.WORD_CHANGE: _("Every new word counts %(n)s") % number,
        kinds.CLEAR: _("Ended all powers"),
        kinds.STRAIGHT: _("Straight"),
        kinds.CONNECT: _("Connect"),
    }[option.kind]


def _points(receipt: Receipt) -> list[str]:
    """What a power-up gave by itself; points that were taken say so already."""
    if not receipt.points or (receipt.option and receipt.option.kind == kinds.POINTS):
        return []
    return [ngettext("%(n)d point", "%(n)d points", receipt.points) % {"n": receipt.points}]


def _others(receipt: Receipt, viewer: Seat | None, names: Sequence[str]) -> list[str]:
    return [
        _("%(n)d for %(name)s") % {"n": gain, "name": _("you") if seat == viewer else names[seat]}
        for seat, gain in enumerate(receipt.gains)
        if gain and seat != receipt.seat
    ]


def _none(receipt: Receipt) -> list[str]:
    """The new runs that are no words."""
    if not receipt.rejected:
        return []
    return [_("Not in the list: %(runs)s") % {"runs": ", ".join(run.text for run in receipt.rejected)}]


def _terms(word: Word, viewer: Seat | None, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        _("%(n)d for %(name)s") % {"n": points, "name": _("you") if seat == viewer else names[seat]}
        for seat, points in word.others
    )
