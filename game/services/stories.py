"""Finished matches told again, each replayed once and then remembered for a while."""

import json
import logging
import threading
from collections import OrderedDict

from game.models import Match
from game.rules.chance import FairChance
from game.rules.story import Entry, Story, Untold, tell
from game.services import store

log = logging.getLogger(__name__)

MOST_REMEMBERED = 16

_told: OrderedDict[str, Story] = OrderedDict()
_lock = threading.Lock()


def story_of(row: Match) -> Story | None:
    """The story of a match; None when its log no longer leads to its end, which is a fault and logged as one.

    Raises ValueError for a match that still runs.
    """
    if row.status != Match.Status.OVER:
        raise ValueError("a story tells all, so it must wait for the end of the match")
    with _lock:
        story = _told.get(row.public_id)
        if story is not None:
            _told.move_to_end(row.public_id)
            return story
    try:
        story = _tell(row)
    except Untold as fault:
        log.error("match %s: cannot be told again (%s)", row.pk, fault)
        return None
    with _lock:
        _told[row.public_id] = story
        while len(_told) > MOST_REMEMBERED:
            _told.popitem(last=False)
    return story


def _tell(row: Match) -> Story:
    entries = [
        Entry(
            entry.at,
            entry.seat,
            store.action_of(json.loads(entry.action), entry.seat, row.language),
            store.events_of(entry.events),
        )
        for entry in row.log.filter(seq__gt=1).order_by("seq")
    ]
    stored = store.load(row)
    story = tell(stored.rules, FairChance(bytes(row.seed)), row.started_at, entries)
    if story.states[-1] != stored:
        raise Untold("its end is not the one stored")
    return story
