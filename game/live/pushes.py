"""Build what is pushed to a page: what has changed since the version that it shows, or the whole screen.

The panels that were last drawn for a seat are kept for a while, in its language, so that the next drawing can be held
against them. Nothing is shared by two seats: what one may see is never taken for the other.
"""

from collections.abc import Mapping
from threading import Lock

from cachetools import LRUCache

from game.kernel.base_types import Seat
from game.live import panels, pieces
from game.live.pieces import Drawn
from game.live.screens import Screen
from ui.remembered import MIB

MOST_KEPT = 13 * MIB
"""Of what is kept in a process of all seats, the latest drawn."""
VERSIONS_A_SEAT = 2
"""The one that other pages of the seat are still to be sent, and the one before it."""

CLOCKS = ("state", "banner", "timer", "p-turns")
"""The panels that say how the clocks stand, and why."""

Panels = dict[str, Drawn]
Page = tuple[str, Seat | None, str]
"""A match by its public id, a seat, and a language."""


def _size(versions: Mapping[int, Panels]) -> int:
    """In bytes; the squares are remembered elsewhere (game/presentation/squares.py)."""
    return sum(panel.size() for drawn in versions.values() for name, panel in drawn.items() if name != "board")


_kept: LRUCache[Page, Mapping[int, Panels]] = LRUCache(MOST_KEPT, _size)
"""The panels of a seat's page by version, the latest drawn last; read only."""
_lock = Lock()


def push(screen: Screen, language: str, since: int) -> str:
    """The fragments for a page that shows the version `since` (0: nothing yet), in the language that is active.

    Only from one version to the next are there changes: a page that was left behind may meanwhile have read by itself
    a version that was skipped here, of which no drawing knows.
    """
    version, page = screen.table.version, (screen.table.public_id, screen.view.viewer, language)
    with _lock:
        shown = _kept.get(page, {}).get(since)
    if is_put_off(screen, since):
        drawn = _clocks(screen)
        if shown is not None:
            _keep(page, version, {**shown, **drawn})
        return _put_off(drawn)
    before = shown if since == version - 1 else None
    now = panels.draw(screen.view, screen.table)
    _keep(page, version, now)
    if before is None:
        fragments = [drawn.whole() for drawn in now.values()]
    else:
        fragments = [fragment for panel, drawn in now.items() for fragment in pieces.changes(before[panel], drawn)]
    return "".join(fragments).replace(pieces.OUT_OF_BAND, "")  # on a socket whatever has an id is out of band


def is_put_off(screen: Screen, since: int) -> bool:
    """Whether nothing has come about since that version but that clocks were put off after an outage."""
    return screen.unmoved_since <= since < screen.table.version


def put_off(screen: Screen) -> str:
    """The fragments for a page for which that is so: the clock, what says that time was given back, and the version.
    After an outage every page of the site comes for them."""
    return _put_off(_clocks(screen))


def _clocks(screen: Screen) -> Panels:
    return panels.draw(screen.view, screen.table, CLOCKS)


def _put_off(drawn: Panels) -> str:
    *others, turns = (drawn[panel] for panel in CLOCKS)
    return "\n".join([*(panel.whole() for panel in others), *pieces.newest(turns)])


def _keep(page: Page, version: int, drawn: Panels) -> None:
    with _lock:
        others = {number: kept for number, kept in _kept.get(page, {}).items() if number != version}
        newest = dict([*others.items(), (version, drawn)][-VERSIONS_A_SEAT:])
        if _size(newest) <= MOST_KEPT:
            _kept[page] = newest
