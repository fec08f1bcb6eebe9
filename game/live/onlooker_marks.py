"""The browsers that this process has seen watching, and by what each is counted.

A browser is counted once, however many pages of a match it has open: by its session where it has one, else by a number
that its script has drawn and keeps for a day. Either is hashed at once together with the match, so that nothing tells
which matches a browser has watched; nothing is written down for longer than an onlooker is counted.
"""

import hashlib
import time
import uuid
from threading import Lock

from common import onlookers
from common.onlookers import SEEN_SECONDS

MARK_BYTES = 8
LONGEST_BROWSER = 40
OFTEN_SECONDS = 2.0
"""So often at most what was seen is kept for the other processes."""
FORGET_SECONDS = 60.0


def mark(match_id: int, session_key: str | None, browser: str) -> int | None:
    """The mark of a browser in a match; None for one that has named nothing to be counted by."""
    by = f"session {session_key}" if session_key else f"browser {browser[:LONGEST_BROWSER]}" if browser else ""
    if not by:
        return None
    return int.from_bytes(hashlib.blake2b(f"{match_id} {by}".encode(), digest_size=MARK_BYTES).digest())


class Seen:
    """Which browsers this process has seen watching which match, and when last (steady clock)."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.matches: dict[int, dict[int, tuple[float, int | None]]] = {}
        self.kept_at = self.forgotten_at = float("-inf")
        self.has_kept = False
        self.lock = Lock()

    def note(self, match_id: int, browser: int | None, user_id: int | None) -> None:
        """A page of that browser is open at the match now."""
        if browser is not None:
            with self.lock:
                self.matches.setdefault(match_id, {})[browser] = (time.monotonic(), user_id)

    def keep(self) -> None:
        """Keep what was seen of late for all processes, unless that was done just now or there is nothing to say."""
        now = time.monotonic()
        with self.lock:
            if now - self.kept_at < OFTEN_SECONDS:
                return
            self.kept_at = now
            self.matches = {
                match_id: lately
                for match_id, seen in self.matches.items()
                if (lately := {browser: one for browser, one in seen.items() if now - one[0] <= SEEN_SECONDS})
            }
            told = {
                match_id: {browser: user_id for browser, (_at, user_id) in seen.items()}
                for match_id, seen in self.matches.items()
            }
        if told or self.has_kept:
            onlookers.keep(self.process, told)
            self.has_kept = bool(told)
        if now - self.forgotten_at >= FORGET_SECONDS:
            self.forgotten_at = now
            onlookers.forget_processes()


SEEN = Seen()
