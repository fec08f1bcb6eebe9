"""What follows from walking away from live matches: a word, then pauses of live Quick Join, each twice as long. Pure;
docs/decisions/0051-walk-aways.md says why.

A window is the last live matches that count, the oldest first: of each whether the player walked away from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from common.durations import DAY_MS, MINUTE_MS

WINDOW = 20
"""How many of the last live matches are looked at."""
WORD_FROM = 4
"""From so many walk-aways on the home page says a word; the doubling starts over when they have been fewer."""
PAUSE_FROM = 6
"""From so many on each walk-away begins a pause."""
FIRST_PAUSE_MS = 10 * MINUTE_MS
LONGEST_PAUSE_MS = DAY_MS


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player's last matches come to: `count` walk-aways `of` so many; how many `pauses` have begun since the
    count was last below WORD_FROM; and `until` when the latest of them lasts (ms since the epoch, 0: there was none).
    """

    count: int = 0
    of: int = 0
    pauses: int = 0
    until: int = 0

    @property
    def next_pause_ms(self) -> int:
        """How long the pause is that the next walk-away would begin."""
        return pause_ms(self.pauses)


def pause_ms(before: int) -> int:
    """How long a pause is with so many `before` it: 10 minutes, doubling, 24 hours at most."""
    length = FIRST_PAUSE_MS
    for _ in range(before):
        length = min(2 * length, LONGEST_PAUSE_MS)
        if length == LONGEST_PAUSE_MS:
            break
    return length


def after(before: Standing, window: Sequence[bool], ended_at: int, *, walked: bool, pauses: bool = True) -> Standing:
    """What it comes to now that a match has ended, which the player `walked` away from or not; `window` has it.
    `pauses` off: none begins, and those before stay as they are."""
    count = sum(window[-WINDOW:])
    begun = before.pauses if count >= WORD_FROM else 0
    until = before.until
    if pauses and walked and count >= PAUSE_FROM:
        until = max(until, ended_at + pause_ms(begun))
        begun += 1
    return Standing(count, len(window[-WINDOW:]), begun, until)


def together(one: Standing, other: Standing, window: Sequence[bool]) -> Standing:
    """What the matches of two come to who turn out to be the same person; no pause begins by that, and none ends."""
    count = sum(window[-WINDOW:])
    begun = max(one.pauses, other.pauses) if count >= WORD_FROM else 0
    return Standing(count, len(window[-WINDOW:]), begun, max(one.until, other.until))


def falls_out_in(place: int, of: int) -> int:
    """After how many more matches the one at that place of a window, from 0, is looked at no more."""
    return WINDOW - of + place + 1
