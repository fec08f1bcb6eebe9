"""What a push brings to a page: what has changed since the version that it shows, or the whole screen.

The panels that were last drawn for a seat are kept for a while, in its language, so that the next drawing can be held
against them. Nothing is kept for two seats: what one may see is never taken for the other.
"""

from functools import lru_cache

from game.kernel.base_types import Seat
from game.live import panels, pieces
from game.live.pieces import Drawn
from game.live.screens import Screen

MOST_SEATS = 256
"""Seats whose panels are kept in a process, the latest used; each takes some 30 kB, what is alike elsewhere aside."""
VERSIONS_A_SEAT = 2
"""The one that other pages of the seat are still to be sent, and the one before it."""

CLOCKS = ("state", "banner", "timer", "p-turns")
"""The panels that say how the clocks stand, and why."""

Panels = dict[str, Drawn]


@lru_cache(maxsize=MOST_SEATS)
def _kept(public_id: str, seat: Seat | None, language: str) -> dict[int, Panels]:
    """The seat's panels by version, the latest drawn last; filled by whoever draws."""
    return {}


def push(screen: Screen, language: str, since: int) -> str:
    """The fragments for a page that shows the version `since` (0: nothing yet), in the language that is active.

    Only from one version to the next are there changes: a page that was left behind may meanwhile have read by itself
    a version that was skipped here, of which no drawing knows.
    """
    version, kept = screen.table.version, _kept(screen.table.public_id, screen.view.viewer, language)
    if is_put_off(screen, since):
        drawn = _clocks(screen)
        if since in kept:
            _keep(kept, version, {**kept[since], **drawn})
        return _put_off(drawn)
    before = kept.get(since) if since == version - 1 else None
    now = panels.draw(screen.view, screen.table)
    _keep(kept, version, now)
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


def _keep(kept: dict[int, Panels], version: int, drawn: Panels) -> None:
    kept.pop(version, None)
    kept[version] = drawn
    for old in list(kept)[:-VERSIONS_A_SEAT]:
        kept.pop(old, None)  # another page of the seat may have been quicker
