"""How often one address may be wrong about a room code: guessing is answered less and less, typing is not hindered.

Two buckets of misses that fill steadily: one for each address, one for the whole world. When the world's is empty,
only an address that has not missed lately is still answered. Counted in each process by itself, so that no other
service stands between a guest and a friend's room; an IPv6 neighbourhood (/64) is one address.
"""

import ipaddress
import threading
from collections import OrderedDict

MISSES_A_MINUTE = 10
MISSES_OF_ALL_A_MINUTE = 600
MOST_REMEMBERED = 20_000

_EVERYBODY = ""
_left: OrderedDict[str, tuple[float, int]] = OrderedDict()  # address: misses left, as of when
_lock = threading.Lock()


def may_knock(address: str, now_ms: int) -> bool:
    """Whether a code from this address is looked up at all."""
    with _lock:
        own = _misses_left(_place(address), MISSES_A_MINUTE, now_ms)
        if _misses_left(_EVERYBODY, MISSES_OF_ALL_A_MINUTE, now_ms) < 1:
            return own >= MISSES_A_MINUTE
        return own >= 1


def missed(address: str, now_ms: int) -> None:
    """A code from this address led nowhere."""
    with _lock:
        for key, most in ((_place(address), MISSES_A_MINUTE), (_EVERYBODY, MISSES_OF_ALL_A_MINUTE)):
            left = _misses_left(key, most, now_ms)
            _left.pop(key, None)
            _left[key] = (max(0.0, left - 1), now_ms)
        while len(_left) > MOST_REMEMBERED:
            _left.popitem(last=False)


def forget() -> None:
    """Begin anew, as after a start."""
    with _lock:
        _left.clear()


def _misses_left(key: str, most: int, now_ms: int) -> float:
    left, then = _left.get(key, (float(most), now_ms))
    return min(most, left + max(0, now_ms - then) * most / 60_000)


def _place(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    return str(parsed) if parsed.version == 4 else str(ipaddress.ip_network((parsed, 64), strict=False))
