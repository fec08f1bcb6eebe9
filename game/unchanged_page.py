"""The short response to a page that is up to date already: that it is so, and what its clock says now.

A page names in its address the version that it shows and the mark it was drawn with. The mark is that of another page
where the release, the language, the match or the seat is another; then, and at any other version, it gets the whole
screen. The clock alone moves without a version, and beside it what counts down while a player is away: then too.
"""

from collections.abc import Mapping

from django.core import signing

from common import release
from common.typed_text import whole_number
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import left_ms
from game.models import Match
from game.services import store


def mark(public_id: str, seat: Seat | None, language: str | None) -> str:
    """The mark of a page of the seat (None: an onlooker's), in that language by this release. It grants no access."""
    return signing.Signer(salt="game.unchanged").signature(f"{release.digest()}:{language}:{public_id}:{seat}")


def shown_by(asked: Mapping[str, str], public_id: str, seat: Seat | None, language: str | None) -> int:
    """The version of this screen that the address of a page says it `shows`; 0 for none, and for another `screen`."""
    shows = whole_number(asked.get("shows", "")) or 0
    return shows if asked.get("screen") == mark(public_id, seat, language) else 0


def word(row: Match, shows: int, now: Millis) -> str:
    """The message for a page that shows that version of the settled match; empty where it has to be drawn."""
    if row.version != shows or row.status != Match.Status.LIVE:
        return ""
    state = store.load(row)
    if any(player.away_since is not None for player in state.players):
        return ""
    return beat(shows, left_ms(state, now))


def beat(version: int, left: Millis | None = None, *, of_person: bool = False, of_beside: bool = False) -> str:
    """A sign of life that names the version, and where it is to be wound anew what is left on the page's clock;
    `of_person`: that something of the player's has changed, here or elsewhere; `of_beside`: something beside the match.
    """
    said = "" if left is None else f' data-left="{left}"'
    said += " data-person" if of_person else ""
    said += " data-beside" if of_beside else ""
    return f'<div id="beat" hx-swap-oob="true" hidden data-version="{version}"{said}></div>'
