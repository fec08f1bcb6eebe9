"""Batch the queries of sockets that open at the same moment: the signed-in users, their seats, and whether their pages
are up to date; and their first signs of life.

After a restart the pages of a whole process come back together. Queried singly, each took five statements, a
transaction and a thread's time for each; together a hundred take five.
"""

from common.query_batching import Together
from game import unchanged_page
from game.live.open_sockets import in_thread
from game.services import clock, presence, sessions, settle_due, watching
from game.services.presence import Place
from game.services.sessions import SignedIn
from game.services.watching import Visit


class Arrivals:
    """The queries of one event loop's sockets."""

    def __init__(self) -> None:
        self.sessions: Together[str, SignedIn] = Together(_sessions)
        self.places: Together[tuple[str, int], Place] = Together(_places)
        self.signs: Together[Place, bool] = Together(_signs)
        self.watched: Together[Visit, int] = Together(_watched)
        self.words: Together[tuple[int, int], str] = Together(_words)


@in_thread
def _sessions(keys: list[str]) -> dict[str, SignedIn]:
    return sessions.signed_in(keys)


@in_thread
def _places(asked: list[tuple[str, int]]) -> dict[tuple[str, int], Place]:
    return presence.places(asked)


@in_thread
def _watched(asked: list[Visit]) -> dict[Visit, int]:
    return watching.open_matches(asked)


@in_thread
def _signs(places: list[Place]) -> dict[Place, bool]:
    """Those whose lease could be renewed; a player who comes back from an absence is for `touch`."""
    return dict.fromkeys(presence.renew(dict.fromkeys(places, clock.now_ms())), True)


@in_thread
def _words(asked: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """The messages for pages that show these versions of these matches, as far as nothing is due there."""
    now = clock.now_ms()
    rows = settle_due.rows_in_which_nothing_is_due({match_id for match_id, _ in asked}, now)
    return {
        (match_id, shows): unchanged_page.word(rows[match_id], shows, now)
        for match_id, shows in asked
        if match_id in rows
    }
