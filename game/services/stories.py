"""Finished matches told again, each replayed once and then remembered for a while."""

import json
import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass

from game.facts import SeatFacts, facts_of
from game.models import Match
from game.rules.chance import FairChance
from game.rules.setup import deal_again
from game.rules.story import BrokenLog, Entry, Story, tell
from game.services import store

log = logging.getLogger(__name__)

MOST_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Telling:
    """A finished match: its story, and the facts of its seats."""

    story: Story
    facts: tuple[SeatFacts, ...]


_told: OrderedDict[str, Telling] = OrderedDict()
_lock = threading.Lock()


def telling_of(row: Match) -> Telling | None:
    """What there is to tell of a match; None when its log no longer leads to its end, which is a fault and logged.

    Raises ValueError for a match that still runs.
    """
    if row.status != Match.Status.OVER:
        raise ValueError("a story tells all, so it must wait for the end of the match")
    with _lock:
        telling = _told.get(row.public_id)
        if telling is not None:
            _told.move_to_end(row.public_id)
            return telling
    try:
        telling = tell_again(row)
    except BrokenLog as fault:
        log.error("match %s: cannot be told again (%s)", row.pk, fault)
        return None
    with _lock:
        _told[row.public_id] = telling
        while len(_told) > MOST_REMEMBERED:
            _told.popitem(last=False)
    return telling


def story_of(row: Match) -> Story | None:
    """The story alone, as `telling_of`."""
    telling = telling_of(row)
    return telling.story if telling is not None else None


def tell_again(row: Match) -> Telling:
    """What there is to tell of a match that is over, replayed now. Raises BrokenLog."""
    first, *later = row.log.order_by("seq")
    entries = (
        Entry(
            entry.at,
            entry.seat,
            store.action_of(json.loads(entry.action), entry.seat, row.language),
            store.events_of(entry.events),
            entry.state_format,
        )
        for entry in later
    )
    stored, chance = store.load(row), FairChance(bytes(row.seed))
    story = tell(deal_again(stored, chance, row.started_at), chance, entries, first.state_format)
    if story.states[-1] != stored:
        raise BrokenLog("its end is not the one stored")
    return Telling(story, facts_of(story.steps, row.started_at))
