"""AlfaPower's turns as lines to read: who, what, how many points. Drawing of receipts; what may be shown was decided
before."""

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.squares import coord, side_of
from game.presentation.turn_lines import TurnLine, WordSum, by_clock, credit, memory, tile_name, tried, word_squares
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import Receipt, Used
from game.variants.alfapower.rules.scoring import Word
from game.variants.alfapower.rules.view import OnlookersView, View


def turn_line(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to show of it."""
    base, percent = view.rules.number("base_coins"), view.rules.number("score_coins_percent")
    return _line(
        by_clock(receipt, view), view.viewer, view.over, (base, percent), view.size, tuple(names), get_language()
    )


@memory.remember
def _line(
    receipt: Receipt, viewer: Seat | None, over: bool, income: tuple[int, int], size: int, names: tuple[str, ...],
    language: str | None,
) -> TurnLine:  # fmt: skip
    """The same from all that it is made of: who reads, whether the match is over, what a turn brings in coins (for
    itself, and of its points in per cent), the board's size, the names and the language."""
    mine = receipt.seat == viewer
    return TurnLine(
        receipt=receipt,
        css=f"seat-{side_of(receipt.seat, viewer)}",
        who=_("You") if mine else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or _what(receipt, over),
        spelled=bool(receipt.words),
        deeds=tuple(
            [_used(used) for used in receipt.used] + _multiplied(receipt) + _alfa(receipt) + credit(receipt.credited)
        ),
        purchases=tuple(_purchases(receipt, viewer, names)),
        fine=fine(receipt),
        sums=tuple(WordSum(word.text, word.points, _terms(word)) for word in receipt.words),
        income=_income(receipt, *income) if receipt.words else "",
        cells=_cells(receipt, size),
    )


def _cells(receipt: Receipt, size: int) -> tuple[tuple[int, int], ...]:
    aimed = [(used.row, used.col) for used in receipt.used if used.row is not None and used.col is not None]
    return tuple([divmod(index, size) for index in receipt.laid] + aimed)


def _terms(word: Word) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.fortify:
        terms.append(_("Fortify +%(points)d") % {"points": word.fortify})
    if word.letters:
        terms.append(_("letter squares +%(points)d") % {"points": word.letters})
    if word.word > 1:
        terms.append(word_squares(word.word))
    if word.alfa > 1:
        terms.append(_("Alfa × %(times)d") % {"times": word.alfa})
    return tuple(terms)


def _income(receipt: Receipt, base: int, percent: int) -> str:
    """Where the coins of a turn with words came from; the percentage is what the base leaves of what was paid."""
    return _("%(base)d for the turn, %(share)d as %(percent)d %% of %(score)d points") % {
        "base": base,
        "share": receipt.income - base,
        "percent": percent,
        "score": receipt.score,
    }


def _what(receipt: Receipt, over: bool) -> str:
    return {
        "passed": pgettext("a turn", "Pass"),
        "timed_out": _("Out of time"),
        "conceded": _("Conceded"),
        "": _("Match over") if over else _("Now"),
    }[receipt.end]


def _purchases(receipt: Receipt, viewer: int | None, names: Sequence[str]) -> list[str]:
    """One note a buyer; whose turn it is goes without saying."""
    notes = []
    for seat in sorted({bought.seat for bought in receipt.bought}, key=lambda seat: seat != receipt.seat):
        bag = ", ".join(f"{_(ITEMS[b.item].title)} {b.price}" for b in receipt.bought if b.seat == seat)
        if seat == receipt.seat:
            notes.append(_("Bought: %(items)s") % {"items": bag})
        elif seat == viewer:
            notes.append(_("You bought: %(items)s") % {"items": bag})
        else:
            notes.append(_("%(name)s bought: %(items)s") % {"name": names[seat], "items": bag})
    return notes


def _alfa(receipt: Receipt) -> list[str]:
    if receipt.alfa == "taken":
        made = tile_name(f"{receipt.alfa_tile}*") if receipt.alfa_tile else _("an Alfa tile")
        return [_("Made %(tile)s") % {"tile": made}]
    return {"declined": [_("Declined an Alfa tile")], "offered": [_("Choosing an Alfa tile")], "": []}[receipt.alfa]


def _multiplied(receipt: Receipt) -> list[str]:
    return [_("Points × %(times)d") % {"times": receipt.factor}] if receipt.factor != 1 else []


def _used(used: Used) -> str:
    item = _(ITEMS[used.item].title)
    if ITEMS[used.item].aim == "none":
        return f"{item}: {' '.join(tile_name(tile) for tile in used.shown)}" if used.shown else item
    if used.row is not None and used.col is not None:
        return _("%(item)s on %(square)s") % {"item": item, "square": coord(used.row, used.col)}
    if used.gave and used.got:
        gave, got = (" ".join(tile_name(tile) for tile in tiles) for tiles in (used.gave, used.got))
        return _("%(item)s: %(gave)s for %(got)s") % {"item": item, "gave": gave, "got": got}
    tiles = ngettext("%(count)d tile", "%(count)d tiles", used.count) % {"count": used.count}
    return f"{item}, {tiles}"


def fine(receipt: Receipt) -> str:
    """The failed tries of a turn and what they cost, in words; "" for none."""
    said = tried(receipt.tries, receipt.try_words)
    return f"{said}, {cost(receipt)}" if said else ""


def cost(receipt: Receipt) -> str:
    """What the failed tries of a turn cost, in words."""
    points = ngettext("−%(count)d point", "−%(count)d points", receipt.try_points) % {"count": receipt.try_points}
    coins = ngettext("−%(count)d coin", "−%(count)d coins", receipt.try_coins) % {"count": receipt.try_coins}
    return f"{points}, {coins}"
