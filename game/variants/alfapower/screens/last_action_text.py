"""The last actions of a match of AlfaPower: a sentence for each, and what the page plays it back from.

Built from receipts, which hold for a viewer what that viewer may know. Squares are those of the board; a swap shows its
number of tiles, a failed try its cost.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.kernel.base_types import Seat, gettext_noop
from game.kernel.events import Kind
from game.presentation.last_actions import Deed, Teller, last_of
from game.presentation.squares import BOARD_LABELS, coord
from game.presentation.turn_lines import tile_name
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import Receipt, Used
from game.variants.alfapower.rules.view import OnlookersView, View
from game.variants.alfapower.screens.turnlines import fine

_POWERS: Mapping[str, str] = {
    "blast": gettext_noop("%(who)s blasted %(what)s on %(square)s."),
    "fortify": gettext_noop("%(who)s fortified %(what)s on %(square)s."),
    "claim": gettext_noop("%(who)s claimed %(square)s."),
}
"""The powers with a sentence of their own; any other is "used"."""


def last_deeds(view: View | OnlookersView, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_of(view.receipts, lambda receipt: _deeds(receipt, view, names))


def _deeds(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> Iterator[Deed]:
    used, bought = iter(receipt.used), iter(receipt.bought)
    for number, kind in enumerate(receipt.order):
        key, seat = f"{receipt.turn}.{number}", receipt.seat
        tell = _Teller(key, view.viewer, names)
        match kind:
            case Kind.WORDS_SCORED:
                yield tell.words(receipt, view.size)
            case Kind.ITEM_USED:
                yield tell.used(seat, next(used))
            case Kind.ITEM_BOUGHT:
                purchase = next(bought)
                title = _(ITEMS[purchase.item].title)
                yield tell.deed(purchase.seat, "buy", _("%(who)s bought %(item)s."), item=title)
            case Kind.ATTEMPT_FAILED:
                yield tell.deed(seat, "try", "%(who)s: %(fine)s.", fine=fine(receipt))
            case Kind.ALFA_CHOSEN:
                yield tell.alfa(receipt)
            case Kind.PASSED:
                conceded = receipt.end == "conceded"
                yield tell.deed(seat, "pass", _("%(who)s conceded.") if conceded else _("%(who)s passed."))
            case Kind.TIMED_OUT:
                yield tell.deed(seat, "time", _("%(who)s ran out of time."))
            case Kind.TURN_BEGAN | Kind.TILES_DRAWN | Kind.ALFA_OFFERED | Kind.MATCH_ENDED:
                pass  # follow from what is shown, or are shown by the page as a whole
            case Kind.SEAT_LEFT | Kind.SEAT_RETURNED | Kind.SEAT_OUT | Kind.CLOCK_CREDITED:
                pass  # no player did them: the banner shows them
            case (
                Kind.OFFERED
                | Kind.ADJOURNED
                | Kind.WAITED_ON
                | Kind.TILES_SWAPPED
                | Kind.ROUND_BEGAN
                | Kind.OPTION_TAKEN
            ):
                pass  # the page shows the first three; in this game a swap is an item, and there are no options


class _Teller(Teller):
    """Describes the action `key` to the viewer."""

    def used(self, seat: Seat, used: Used) -> Deed:
        """A power."""
        if ITEMS[used.item].aim == "none":
            seen = ", ".join(tile_name(tile) for tile in used.shown)
            said = _("%(who)s used %(item)s: %(tiles)s.") if seen else _("%(who)s used %(item)s.")
            return self.deed(seat, used.item, said, item=_(ITEMS[used.item].title), tiles=seen)
        if used.row is None or used.col is None:
            said = ngettext("%(who)s swapped %(n)d tile.", "%(who)s swapped %(n)d tiles.", used.count)
            return self.deed(seat, used.item, said, n=used.count)
        item, what = ITEMS[used.item], self._what(seat, used)
        is_bonus = item.icon in BOARD_LABELS.values()
        if is_bonus:
            sentence = _("%(who)s placed %(bonus)s on %(square)s.")
        elif used.item in _POWERS and (what or used.item == "claim"):
            sentence = _(_POWERS[used.item])
        else:  # also from the log of a release that did not record yet what lay there
            sentence = _("%(who)s used %(item)s on %(square)s.")
        square, title, bonus = coord(used.row, used.col), _(item.title), _(item.icon) if is_bonus else ""
        told = self.deed(seat, used.item, sentence, item=title, square=square, what=what, bonus=bonus)
        kind = "bonus" if is_bonus else used.item
        return replace(told, kind=kind, cells=((used.row, used.col),), letter=used.letter)

    def alfa(self, receipt: Receipt) -> Deed:
        """The Alfa choice, and the play that it came of, which a viewer of the last action alone has not seen yet."""
        words, n = " + ".join(word.text for word in receipt.words), receipt.score
        tile = tile_name(f"{receipt.alfa_tile}*") if receipt.alfa_tile else _("an Alfa tile")
        if receipt.alfa == "declined":
            said = ngettext("%(who)s played %(words)s for %(n)d point and declined an Alfa tile.",
                            "%(who)s played %(words)s for %(n)d points and declined an Alfa tile.", n)  # fmt: skip
            alone, kind = _("%(who)s declined an Alfa tile."), "pass"
        else:
            said = ngettext("%(who)s played %(words)s for %(n)d point and made %(tile)s.",
                            "%(who)s played %(words)s for %(n)d points and made %(tile)s.", n)  # fmt: skip
            alone, kind = _("%(who)s made %(tile)s."), "alfa"
        told = self.deed(receipt.seat, kind, said if words else alone, words=words, n=n, tile=tile)
        return replace(told, letter=f"{receipt.alfa_tile}*" if receipt.alfa_tile else "")

    def _what(self, doer: Seat, used: Used) -> str:
        """Whose tile or claim lay there, in words; "" where that is not known."""
        filled: dict[str, str] = {"letter": used.letter}
        if used.owner == doer == self.viewer:
            return _("your own %(letter)s") % filled if used.letter else _("your own claim")
        if used.owner == doer:
            return _("their own %(letter)s") % filled if used.letter else _("their own claim")
        if used.owner == self.viewer:
            return _("your %(letter)s") % filled if used.letter else _("your claim")
        if used.owner is None:
            return used.letter
        filled["name"] = self.names[used.owner]
        return _("%(name)s’s %(letter)s") % filled if used.letter else _("%(name)s’s claim") % filled
