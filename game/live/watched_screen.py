"""An onlooker's screen: what is public of a match, drawn once for all who watch it, by version and language.

The view that it is drawn from (`OnlookersView`) has no field for a hand or a draft, so there is nothing to leave out;
which panels an onlooker's page has is said by the game's presentation.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.utils.translation import gettext as _

from game.dispatch.seat_views import onlookers_view_of
from game.kernel.base_types import Millis
from game.kernel.endings import CALLED_OFF
from game.kernel.public_view import OnlookersView
from game.live import panels, pieces
from game.live.pieces import Drawn
from game.live.screens import Reading, table_of
from game.presentation import endings
from game.presentation.player_cards import Table
from game.services import store
from ui.remembered import MIB

CLOCKS = ("banner", "timer")
"""The panels in which time is left: what was drawn of them a while ago says too much."""
FRESH_SECONDS = 1.0
"""So old the clocks of a screen may be that is sent to one who comes."""
OF_PLAYERS_ONLY = frozenset({CALLED_OFF, "stalled"})
"""Endings whose sentence is said to the players."""


@dataclass(slots=True)
class Shared:
    """A match as all onlookers of one language are sent it. `since` is the version from which `changes` lead to this
    one, 0 where nothing does; `whole` is the screen for all others, drawn at `drawn_at` (steady clock)."""

    version: int
    panels: Mapping[str, Drawn]
    since: int
    changes: str
    whole: str
    drawn_at: float

    @property
    def on_request(self) -> str:
        """The screen as the answer to a request."""
        return "".join(panel.whole() for panel in self.panels.values())


def view_of(reading: Reading, now: Millis) -> OnlookersView:
    """The match as everybody may see it."""
    return onlookers_view_of(store.load(reading.row), reading.page.steps, now)


def context_of(reading: Reading, now: Millis) -> dict[str, Any]:
    """The context of an onlooker's page and of its panels, in the language that is active. The first mover's card is
    the one called `you` in the page, and nobody is called so."""
    view, table = view_of(reading, now), replace(table_of(reading), earlier=None)
    shown = panels.shown_of(view)
    cards = [replace(card, watched=True) for card in panels.cards_of(view, table, 0)]
    return {
        **panels.of_everybody(view, table, cards, view, 0),
        "is_watched": True,
        "away": next((card for card in cards if not card.present and not card.left), None),
        "against": "",
        "hand_to": "",
        "waits_left": 0,
        "book": "",
        "called": _called(table),
        **_result(view, table),
        **(panels.of_hands(view) if shown.has_hands else {}),
        **shown.watched(view),
    }


def page(reading: Reading, now: Millis) -> dict[str, Any]:
    """The context of the whole page: what `context_of` gives, and the panels drawn from it."""
    context = context_of(reading, now)
    return {**context, "drawn_panels": draw(context)}


def draw(context: Mapping[str, Any], wanted: tuple[str, ...] = ()) -> dict[str, Drawn]:
    """All panels of an onlooker's page, or those `wanted`."""
    shown = panels.shown_of(context["view"])
    return panels.draw_from(context, shown, wanted or shown.all_watched_panels)


def share(reading: Reading, before: Shared | None, now: Millis) -> Shared:
    """The match as it is now for all onlookers of the active language, with what has changed since `before`. Drawn anew
    where the version is another; else its clocks alone, where they are no longer fresh."""
    moment, version = time.monotonic(), reading.row.version
    if before is not None and before.version == version:
        if moment - before.drawn_at < FRESH_SECONDS:
            return before
        drawn = {**before.panels, **draw(context_of(reading, now), CLOCKS)}
        return replace(before, panels=drawn, whole=_whole(drawn), drawn_at=moment)
    drawn = draw(context_of(reading, now))
    since, changes = (before.version, _changes(before.panels, drawn)) if before is not None else (0, "")
    return Shared(version, drawn, since, changes, _whole(drawn), moment)


_kept: LRUCache[tuple[str, str], Shared] = LRUCache(16 * MIB, lambda shared: len(shared.whole) * 2)
"""For pages that ask by themselves: the latest of each match and language."""
_lock = Lock()


def for_asking_page(reading: Reading, language: str, now: Millis) -> Shared:
    """The match for a page that has no socket, in the active language: drawn once for all who ask for a version."""
    key = (reading.row.public_id, language)
    with _lock:
        _kept[key] = shared = share(reading, _kept.get(key), now)
    return shared


def _whole(drawn: Mapping[str, Drawn]) -> str:
    return "".join(panel.whole() for panel in drawn.values()).replace(pieces.OUT_OF_BAND, "")


def _changes(before: Mapping[str, Drawn], drawn: Mapping[str, Drawn]) -> str:
    fragments = [part for name, panel in drawn.items() for part in pieces.changes(before[name], panel)]
    return "".join(fragments).replace(pieces.OUT_OF_BAND, "")


def _called(table: Table) -> str:
    """Who plays, in one phrase: "Astrid against Elsa"; of more than two all the names."""
    match table.names:
        case (name, other):
            return _("%(name)s against %(other)s") % {"name": name, "other": other}
    return ", ".join(table.names)


def _result(view: OnlookersView, table: Table) -> dict[str, Any]:
    """How it ended, for the card that stands where the line is; nothing while it runs."""
    if not view.over:
        return {"result": "", "sums": "", "reasons": ()}
    shown = panels.shown_of(view)
    totals = " – ".join(str(final.total) for final in endings.finals(view, table.names))
    is_said = view.winner is not None and view.reason not in OF_PLAYERS_ONLY
    return {
        "result": shown.headline(view, table.names),
        "sums": totals.replace("-", "−"),
        "reasons": tuple(shown.reasons(view, table.names)) if is_said else (),
    }
