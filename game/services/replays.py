"""Replays of finished matches, each computed once and then cached for a while, as long as nothing of it changes."""

import json
import logging
import threading
import time
from dataclasses import dataclass, replace

from cachetools import LRUCache
from django.db import DatabaseError

from game.crossword.facts import SeatFacts
from game.dispatch import log_entries
from game.dispatch.deal_check import FairCheck, check, of_no_deal
from game.dispatch.log_replay import BrokenLog, Entry, MatchReplay, facts_of, replay_log
from game.kernel.chance import FairChance
from game.models import Match
from game.services import beginnings, deal_numbers, matches, store

log = logging.getLogger(__name__)

MOST_REMEMBERED = 16
TRUSTED_SECONDS = 60.0
"""So long a replayed stands for pages that prove nothing, and what strangers are shown of it, without another look."""


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A finished match: its replay, the facts of its seats, and what was found of its deal."""

    replay: MatchReplay
    facts: tuple[SeatFacts, ...]
    deal: FairCheck


@dataclass(frozen=True, slots=True)
class _Memory:
    """What a match was replayed from, when that was last checked (monotonic seconds), and the replay; None where the
    match does not agree with itself."""

    mark: str
    looked_at: float
    replayed: ReplayedMatch | None


_told: LRUCache[str, _Memory] = LRUCache(MOST_REMEMBERED)
"""By public id, those asked for last."""
_lock = threading.Lock()


def replayed_match(row: Match, *, trusted_for: float = 0.0) -> ReplayedMatch | None:
    """The replay of a match; None when its log no longer leads to its end, or not from its sealed numbers: that is a
    fault and logged. A cached replay is void once the match has changed, which is checked again when the last check is
    more than `trusted_for` seconds old.

    Raises ValueError for a match that still runs.
    """
    if row.status != Match.Status.OVER:
        raise ValueError("a replay tells all, so it must wait for the end of the match")
    now = time.monotonic()
    with _lock:
        known = _told.get(row.public_id)
        if known is not None and now - known.looked_at < trusted_for:
            return known.replayed
    mark = store.fingerprint(row)
    if known is not None and known.mark == mark:
        _remember(row, replace(known, looked_at=now))
        return known.replayed
    replayed: ReplayedMatch | None = None
    try:
        replayed = replay_match(row)
    except DatabaseError:
        raise  # says nothing about the match
    except Exception as fault:  # whatever a damaged log leads to: broken, not to be read
        log.error("match %s: does not agree with its log (%s: %s)", row.pk, type(fault).__name__, fault)
    else:
        if not replayed.deal.fair:
            log.error("match %s: does not agree with its sealed numbers", row.pk)
    _remember(row, _Memory(mark, now, replayed))
    return replayed


def _remember(row: Match, memory: _Memory) -> None:
    with _lock:
        _told[row.public_id] = memory


def replay_of(row: Match) -> MatchReplay | None:
    """The replay alone, as `replayed_match`."""
    replayed = replayed_match(row)
    return replayed.replay if replayed is not None else None


def replay_match(row: Match) -> ReplayedMatch:
    """The replay of a match that is over, computed now. Raises BrokenLog."""
    first, *later = row.log.order_by("seq")
    entries = (
        Entry(
            entry.at,
            entry.seat,
            log_entries.action_of(json.loads(entry.action), entry.seat, row.variant, row.language),
            log_entries.events_of(entry.events),
            entry.state_format,
        )
        for entry in later
    )
    stored, fair = store.load(row), deal_numbers.of_match(row)
    chance = FairChance(fair.seed)
    replay = replay_log(beginnings.first_step(row, stored, chance), chance, entries, first.state_format)
    if replay.states[-1] != stored:
        raise BrokenLog("its end is not the one stored")
    is_dealt = not beginnings.is_played_on(row)
    deal = check(replay, fair, matches.names_of(row.pk), row.lobby_order) if is_dealt else of_no_deal(fair)
    return ReplayedMatch(replay, facts_of(replay, row.started_at), deal)
