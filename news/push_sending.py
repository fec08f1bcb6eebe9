"""One push to one browser: encrypted for it, signed by the site, posted to its push service."""

import logging
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum

import httpx
from django.conf import settings

from common.durations import HOUR_MS
from news.push_addresses import Address, key_bytes
from news.push_encryption import authorization, encrypted
from news.services.push_keys import Key

log = logging.getLogger(__name__)

TIMEOUT = httpx.Timeout(5.0, connect=3.0)
"""Seconds: whoever is slow is asked again later."""
SIGNED_FOR_SECONDS = 12 * 60 * 60  # a day is the most that services take
GONE = {404, 410}
LONGEST_WAIT_MS = 6 * HOUR_MS


class Arrival(Enum):
    """What the push service said: it has it; the browser is gone; not now; nothing at all."""

    TAKEN = "taken"
    ENDED = "ended"
    REFUSED = "refused"
    UNREACHED = "unreached"


@dataclass(frozen=True, slots=True)
class Push:
    """What is sent: `topic` by which a newer one takes the place of an older one at the push service."""

    data: str
    topic: str
    seconds: int
    urgent: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """How it went, and how long the service asks to be left alone, in milliseconds."""

    arrival: Arrival
    wait_ms: int = 0


def is_on() -> bool:
    """Whether the site pushes at all: a push service wants to know whom to write to."""
    return bool(settings.PUSH_SENDER)


def new_client(transport: httpx.BaseTransport | None = None) -> httpx.Client:
    """What asks push services: by no proxy or password of the environment, and to nowhere that an answer leads."""
    return httpx.Client(trust_env=False, follow_redirects=False, timeout=TIMEOUT, transport=transport)


def post(client: httpx.Client, key: Key, address: Address, push: Push, now_ms: int) -> Answer:
    """Send it. Never raises for what the network or the service does."""
    until = now_ms // 1000 + SIGNED_FOR_SECONDS
    headers = {
        "authorization": authorization(key.private, f"https://{address.host}", settings.PUSH_SENDER, until),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "topic": push.topic,
        "ttl": str(push.seconds),
        "urgency": "high" if push.urgent else "normal",
    }
    body = encrypted(push.data.encode(), key_bytes(address.p256dh), key_bytes(address.auth))
    try:
        with client.stream("POST", address.endpoint, content=body, headers=headers) as answer:  # its body is not read
            status, retry_after = answer.status_code, answer.headers.get("retry-after")
    except httpx.HTTPError as error:
        log.warning("The push service at %s is not reached (%s).", address.host, type(error).__name__)
        return Answer(Arrival.UNREACHED)
    if 200 <= status < 300:
        return Answer(Arrival.TAKEN)
    if status in GONE:
        return Answer(Arrival.ENDED)
    log.warning("The push service at %s answered %s.", address.host, status)
    return Answer(Arrival.REFUSED, _wait_ms(retry_after, now_ms))


def _wait_ms(retry_after: str | None, now_ms: int) -> int:
    """Seconds, or a date, as a service writes it; 0 for anything else."""
    if not retry_after:
        return 0
    if retry_after.isascii() and retry_after.isdigit():
        return min(int(retry_after[:9]) * 1000, LONGEST_WAIT_MS)
    try:
        until = parsedate_to_datetime(retry_after).timestamp() * 1000
    except (ValueError, OverflowError):
        return 0
    return int(min(max(0, until - now_ms), LONGEST_WAIT_MS))
