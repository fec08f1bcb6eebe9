"""How often one person may ask: a bucket that fills steadily, wide enough for a word looked up with every letter typed.

A user is one person wherever they sit, a visitor is an address, of which an IPv6 neighbourhood (/64) is one. Counted in
each process by itself, so that no other service stands between a player and an answer.
"""

import ipaddress
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from django.http import HttpRequest

MOST_REMEMBERED = 20_000

_buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and then so many a second."""

    kind: str
    at_once: float
    a_second: float


LOOK_UPS = Limit("look-up", 40, 2.0)
DEFINITIONS = Limit("definition", 20, 0.5)
DISPUTES = Limit("dispute", 5, 1 / 120)


def allow(limit: Limit, who: str, now: float | None = None) -> bool:
    """Take one from somebody's bucket; whether there was one to take. `now` in seconds of a steady clock."""
    now = time.monotonic() if now is None else now
    with _lock:
        left, filled_at = _buckets.pop((limit.kind, who), (limit.at_once, now))
        left = min(limit.at_once, left + max(0.0, now - filled_at) * limit.a_second)
        allowed = left >= 1
        _buckets[limit.kind, who] = (left - 1 if allowed else left, now)
        if len(_buckets) > MOST_REMEMBERED:
            _buckets.popitem(last=False)
        return allowed


def person(request: HttpRequest) -> str:
    """Whose bucket a request takes from."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return "nowhere"
    return str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))


def forget() -> None:
    """Begin anew, as after a start."""
    with _lock:
        _buckets.clear()
