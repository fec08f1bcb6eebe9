"""An action that the site could not take when it came is judged by when it came (docs/decisions, "Arrival stamps").

The answer "not now" carries a stamp: which seat of which match sent which bytes, and when they arrived. The script
sends it back with the same bytes. Nothing here queries the database, which is away; the page proves its seat by a token
that it was rendered with.
"""

import hashlib
import threading
from dataclasses import dataclass

from cachetools import FIFOCache
from django.core import signing

from game.kernel.base_types import Millis, Seat
from game.services import player_messages

LONGEST_MS: Millis = 60_000
MOST_REMEMBERED = 20_000

_given: FIFOCache[tuple[str, Seat, int], tuple[str, Millis]] = FIFOCache(MOST_REMEMBERED)
_lock = threading.Lock()
_too_late: list[int] = []


def _signer(what: str) -> signing.Signer:
    return signing.Signer(salt=f"game.services.stamps.{what}")


def seat_token(public_id: str, seat: Seat) -> str:
    """The token that proves a page's seat while the database is away. Worth nothing without the seat's session."""
    return _signer("seat").sign(f"{public_id}:{seat}")


def seat_in(token: str, public_id: str) -> Seat | None:
    """The seat of a token for this match; None when it is none."""
    try:
        match, _, seat = _signer("seat").unsign(token).rpartition(":")
    except signing.BadSignature:
        return None
    return int(seat) if match == public_id else None


@dataclass(frozen=True, slots=True)
class Sent:
    """Bytes that a seat sent to a match, and the turn they are for."""

    public_id: str
    seat: Seat
    turn: int
    digest: str


def sent(public_id: str, seat: Seat, body: bytes) -> Sent | None:
    """The bytes of an action as a stamp knows them; None for what hangs on no turn, or is no message."""
    try:
        turn = player_messages.decode(body).get("turn")
    except player_messages.BadMessage:
        return None
    return Sent(public_id, seat, turn, hashlib.sha256(body).hexdigest()) if type(turn) is int else None


def issue(what: Sent, arrived_at: Millis, brought: str = "") -> str:
    """The stamp for what arrived and could not be taken; "" where there is none to be had.

    A repeat has the stamp of its first arrival, here or at another process. A seat has one action of a turn stamped at
    a time: it cannot gather several and choose later.
    """
    first = read(brought, what, arrived_at) if brought else None
    with _lock:
        key = (what.public_id, what.seat, what.turn)
        digest, at = _given.pop(key, (what.digest, arrived_at))
        if arrived_at - at > LONGEST_MS:
            digest, at = what.digest, arrived_at
        _given[key] = digest, at
    if digest != what.digest:
        return brought if first is not None else ""
    return _signer("arrival").sign(_text(what, at if first is None else min(at, first)))


def read(stamp: str, what: Sent, now: Millis) -> Millis | None:
    """When these very bytes of this seat first arrived; None where the stamp is not theirs, or older than a minute."""
    try:
        text, _, at = _signer("arrival").unsign(stamp).rpartition(":")
    except signing.BadSignature:
        return None
    if f"{text}:" != _text(what, None) or not 0 <= now - int(at) <= LONGEST_MS:
        return None
    return int(at)


def are_out() -> bool:
    """Whether this process has given any that it has not seen again."""
    return bool(_given)


def answered(what: Sent) -> None:
    """The action has its answer: the seat's next one may be stamped."""
    with _lock:
        key = (what.public_id, what.seat, what.turn)
        if _given.get(key, ("", 0))[0] == what.digest:
            del _given[key]


def count_too_late() -> None:
    """An action with a good stamp met the timeout of its turn already applied."""
    _too_late.append(1)


def take_too_late() -> int:
    """How many did since this was asked last."""
    number = len(_too_late)
    del _too_late[:number]
    return number


def _text(what: Sent, at: Millis | None) -> str:
    return f"{what.public_id}:{what.seat}:{what.turn}:{what.digest}:{'' if at is None else at}"
