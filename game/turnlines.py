"""The turns as lines to read: who, what, how many points. Drawing of receipts; what may be told was decided before."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.rules.items import ITEMS
from game.rules.ledger import Receipt, Used, WordLine
from game.rules.tiles import BLANK, face, is_alfa
from game.rules.view import View
from game.squares import coord, is_near

MOST_TRIES_NAMED = 20


@dataclass(frozen=True, slots=True)
class WordSum:
    """How the points of one word came about: its `text`, its `points`, and the `terms` they are made of, in words."""

    text: str
    points: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn: `css` the seat's class, `who` "You" or the name, `what` its words or what happened instead (`spelled`
    tells which), `deeds` what was done with powers and Alfa tiles, `purchases` what was bought meanwhile, `fine` what
    failed tries cost ("" for none). `sums` and `income` open the receipt of a turn that laid words: points word by
    word, and where its coins came from."""

    receipt: Receipt
    css: str
    who: str
    what: str
    spelled: bool
    deeds: tuple[str, ...]
    purchases: tuple[str, ...]
    fine: str
    sums: tuple[WordSum, ...] = ()
    income: str = ""

    @property
    def running(self) -> bool:
        """Whether the turn is still being played."""
        return not self.receipt.end


def turn_lines(view: View, names: Sequence[str]) -> list[TurnLine]:
    """The turns, newest first; the running one only when something can be told of it."""
    lines = [turn_line(receipt, view, names) for receipt in reversed(view.receipts)]
    return [line for line in lines if not line.running or line.deeds or line.purchases or line.fine]


def last_play(lines: Sequence[TurnLine]) -> TurnLine | None:
    """The newest turn that has ended."""
    return next((line for line in lines if not line.running), None)


def spoken(line: TurnLine) -> str:
    """A finished turn in one sentence, for those who listen: "Elsa: STORM + AT. 34 points"."""
    if not line.spelled:
        return f"{line.who}: {line.what}."
    points = ngettext("%(count)d point", "%(count)d points", line.receipt.score) % {"count": line.receipt.score}
    return f"{line.who}: {line.what}. {points}."


def news(lines: Sequence[TurnLine], view: View, names: Sequence[str]) -> str:
    """What another player last did in the running turn that ended nothing: an item, a purchase, a failed try."""
    running = next((line for line in lines if line.running), None)
    if running is None or view.viewer is None:
        return ""
    told = list(running.deeds)
    if running.receipt.seat == view.viewer:
        told = []
    elif running.fine:
        told.append(running.fine)
    doer = names[running.receipt.seat] if told else ""
    bought = [b for b in running.receipt.bought if b.seat != view.viewer]
    if bought:
        doer = names[bought[-1].seat]
        told.append(_("bought %(item)s") % {"item": _(ITEMS[bought[-1].item].title)})
    return f"{doer}: {'; '.join(told)}." if told else ""


def tile_name(tile: str) -> str:
    """A tile of a hand as it is spoken: "S", "blank", "Alfa S"."""
    name = _("blank") if face(tile) == BLANK else face(tile)
    return _("Alfa %(tile)s") % {"tile": name} if is_alfa(tile) else name


def turn_line(receipt: Receipt, view: View, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to tell of it."""
    mine = receipt.seat == view.viewer
    return TurnLine(
        receipt=receipt,
        css="seat-you" if is_near(receipt.seat, view.viewer) else "seat-opp",
        who=_("You") if mine else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or _what(receipt, view.over),
        spelled=bool(receipt.words),
        deeds=tuple([_used(used) for used in receipt.used] + _alfa(receipt) + _credit(receipt)),
        purchases=tuple(_purchases(receipt, view.viewer, names)),
        fine=_fine(receipt),
        sums=tuple(WordSum(word.text, word.points, _terms(word)) for word in receipt.words),
        income=_income(receipt, view) if receipt.words else "",
    )


def _terms(word: WordLine) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.fortify:
        terms.append(_("Fortify +%(points)d") % {"points": word.fortify})
    if word.letters:
        terms.append(_("letter squares +%(points)d") % {"points": word.letters})
    if word.word > 1:
        terms.append(_("word squares × %(times)d") % {"times": word.word})
    if word.alfa > 1:
        terms.append(_("Alfa × %(times)d") % {"times": word.alfa})
    return tuple(terms)


def _income(receipt: Receipt, view: View) -> str:
    """Where the coins of a turn with words came from; the percentage is what the base leaves of what was paid."""
    base, percent = view.rules.number("base_coins"), view.rules.number("score_coins_percent")
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


def _credit(receipt: Receipt) -> list[str]:
    """What the site gave back for its own absence."""
    seconds = receipt.credited // 1000
    return [_("%(seconds)d s given back after an outage") % {"seconds": seconds}] if receipt.credited else []


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
    known = [word for words in receipt.try_words for word in words]
    words = ", ".join(known[:MOST_TRIES_NAMED]) + (" …" if len(known) > MOST_TRIES_NAMED else "")
    return f"{failed} ({words}), {cost(receipt)}" if words else f"{failed}, {cost(receipt)}"


def cost(receipt: Receipt) -> str:
    """What the failed tries of a turn cost, in words."""
    points = ngettext("−%(count)d point", "−%(count)d points", receipt.try_points) % {"count": receipt.try_points}
    coins = ngettext("−%(count)d coin", "−%(count)d coins", receipt.try_coins) % {"count": receipt.try_coins}
    return f"{points}, {coins}"
