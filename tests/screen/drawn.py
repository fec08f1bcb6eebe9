"""What a seat's page shows of a match, as the tests of this folder read it."""

import re

from game.live import panels
from game.live.screens import screen_of
from game.models import Match
from tests.support.matches import START


def drawn(row: Match, seat: int = 0, now: int = START + 2_000) -> dict[str, str]:
    """The panels of a seat, of the match as the database has it."""
    screen = screen_of(Match.objects.get(pk=row.pk), seat, now)
    return panels.render(screen.view, screen.table)


def words(html: str) -> str:
    """The text of a panel, on one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
