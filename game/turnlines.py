"""The turns as lines to read: who, what, how many points. Drawing of receipts; what may be told was decided before."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.rules.items import ITEMS
from game.rules.ledger import Receipt, Used
from game.rules.tiles import BLANK, face, is_alfa
from game.rules.view import View
from game.squares import coord


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn: `css` the seat's class, `who` "You" or the name, `what` its words or what happened instead (`spelled`
    tells which), `notes` what else happened, `fine` what failed tries cost ("" for none)."""

    receipt: Receipt
    css: str
    who: str
    what: str
    spelled: bool
    notes: tuple[str, ...]
    fine: str

    @property
    def running(self) -> bool:
        """Whether the turn is still being played."""
        return not self.receipt.end


def turn_lines(view: View, names: Sequence[str]) -> list[TurnLine]:
    """The turns, newest first; the running one only when something can be told of it."""
    lines = [_line(receipt, view.viewer, names) for receipt in reversed(view.receipts)]
    return [line for line in lines if not line.running or line.notes or line.fine]


def last_play(lines: Sequence[TurnLine]) -> TurnLine | None:
    """The newest turn that has ended."""
    return next((line for line in lines if not line.running), None)


def tile_name(tile: str) -> str:
    """A tile of a hand as it is spoken: "S", "blank", "Alfa S"."""
    name = _("blank") if face(tile) == BLANK else face(tile)
    return _("Alfa %(tile)s") % {"tile": name} if is_alfa(tile) else name


def _line(receipt: Receipt, viewer: int | None, names: Sequence[str]) -> TurnLine:
    mine = receipt.seat == viewer
    return TurnLine(
        receipt=receipt,
        css="seat-you" if mine else "seat-opp",
        who=_("You") if mine else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or _what(receipt),
        spelled=bool(receipt.words),
        notes=tuple(_notes(receipt, viewer, names)),
        fine=_fine(receipt),
    )


def _what(receipt: Receipt) -> str:
    return {
        "passed": _("Pass"),
        "timed_out": _("Out of time"),
        "conceded": _("Conceded"),
        "": _("Now"),
    }[receipt.end]


def _notes(receipt: Receipt, viewer: int | None, names: Sequence[str]) -> list[str]:
    notes = [_used(used) for used in receipt.used]
    for bought in receipt.bought:
        values = {"item": _(ITEMS[bought.item].title), "price": bought.price}
        if bought.seat == receipt.seat:
            notes.append(_("Bought %(item)s for %(price)d") % values)
        elif bought.seat == viewer:
            notes.append(_("You bought %(item)s for %(price)d") % values)
        else:
            notes.append(_("%(name)s bought %(item)s for %(price)d") % {**values, "name": names[bought.seat]})
    if receipt.alfa == "taken":
        made = tile_name(f"{receipt.alfa_tile}*") if receipt.alfa_tile else _("an Alfa tile")
        notes.append(_("Made %(tile)s") % {"tile": made})
    elif receipt.alfa == "declined":
        notes.append(_("Declined an Alfa tile"))
    elif receipt.alfa == "offered":
        notes.append(_("Choosing an Alfa tile"))
    return notes


def _used(used: Used) -> str:
    item = _(ITEMS[used.item].title)
    if used.row is not None and used.col is not None:
        return _("%(item)s on %(square)s") % {"item": item, "square": coord(used.row, used.col)}
    if used.gave and used.got:
        gave, got = (" ".join(tile_name(tile) for tile in tiles) for tiles in (used.gave, used.got))
        return _("%(item)s: %(gave)s for %(got)s") % {"item": item, "gave": gave, "got": got}
    tiles = ngettext("%(count)d tile", "%(count)d tiles", used.count) % {"count": used.count}
    return f"{item}, {tiles}"


def _fine(receipt: Receipt) -> str:
    if not receipt.tries:
        return ""
    failed = ngettext("%(count)d failed try", "%(count)d failed tries", receipt.tries) % {"count": receipt.tries}
    words = ", ".join(word for words in receipt.try_words for word in words)
    return f"{failed} ({words}), {cost(receipt)}" if words else f"{failed}, {cost(receipt)}"


def cost(receipt: Receipt) -> str:
    """What the failed tries of a turn cost, in words."""
    points = ngettext("−%(count)d point", "−%(count)d points", receipt.try_points) % {"count": receipt.try_points}
    coins = ngettext("−%(count)d coin", "−%(count)d coins", receipt.try_coins) % {"count": receipt.try_coins}
    return f"{points}, {coins}"
