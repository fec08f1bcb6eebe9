"""How often a player may knock: a bucket that fills steadily. Enough for anybody's fingers, not for a flood.

Counted in each process by itself, so that no other service stands between a player and a move.
"""

import threading
from collections import OrderedDict

from game.rules.basics import Millis

ACTIONS_AT_ONCE, ACTIONS_A_SECOND = 60, 5.0
READOUTS_AT_ONCE, READOUTS_A_SECOND = 60, 10.0
DRAFTS_AT_ONCE, DRAFTS_A_SECOND = 40, 4.0
MOST_REMEMBERED = 20_000

_buckets: OrderedDict[tuple[str, int], tuple[float, Millis]] = OrderedDict()
_lock = threading.Lock()


def allow(kind: str, user_id: int, now: Millis, *, at_once: float, a_second: float) -> bool:
    """Take one from the user's bucket for a `kind` of request; whether there was one to take."""
    with _lock:
        left, filled_at = _buckets.pop((kind, user_id), (at_once, now))
        left = min(at_once, left + max(0, now - filled_at) / 1000 * a_second)
        allowed = left >= 1
        _buckets[kind, user_id] = (left - 1 if allowed else left, now)
        if len(_buckets) > MOST_REMEMBERED:
            _buckets.popitem(last=False)
        return allowed


def may_act(user_id: int, now: Millis) -> bool:
    """Whether the user may send one more action."""
    return allow("act", user_id, now, at_once=ACTIONS_AT_ONCE, a_second=ACTIONS_A_SECOND)


def may_ask(user_id: int, now: Millis) -> bool:
    """Whether the user may ask for one more readout."""
    return allow("readout", user_id, now, at_once=READOUTS_AT_ONCE, a_second=READOUTS_A_SECOND)


def may_draft(user_id: int, now: Millis) -> bool:
    """Whether the user may read or keep a draft once more."""
    return allow("draft", user_id, now, at_once=DRAFTS_AT_ONCE, a_second=DRAFTS_A_SECOND)
