"""One push to one browser: encrypted for it, signed by the site, posted to its push service."""

import logging
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any

import requests
from django.conf import settings
from py_vapid import VapidException
from pywebpush import WebPushException, webpush

from news.push_addresses import Address
from news.services.push_keys import Key

log = logging.getLogger(__name__)

TIMEOUT = (3.0, 5.0)
"""Seconds to connect, and to be answered: whoever is slow is asked again later."""
GONE = {404, 410}
LONGEST_WAIT_MS = 6 * 60 * 60 * 1000


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


def new_session() -> requests.Session:
    """What asks push services: by no proxy or netrc of the environment, and to nowhere that an answer leads."""
    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0
    return session


def post(session: requests.Session, key: Key, address: Address, push: Push, now_ms: int) -> Answer:
    """Send it. Never raises for what the network or the service does."""
    headers: dict[str, Any] = {"topic": push.topic, "urgency": "high" if push.urgent else "normal"}
    try:
        webpush(
            {"endpoint": address.endpoint, "keys": {"p256dh": address.p256dh, "auth": address.auth}},
            push.data,
            vapid_private_key=key.vapid,
            vapid_claims={"sub": f"mailto:{settings.PUSH_SENDER}"},
            ttl=push.seconds,
            timeout=TIMEOUT,
            headers=headers,
            requests_session=session,
        )
    except WebPushException as error:
        if error.status_code in GONE:
            return Answer(Arrival.ENDED)
        log.warning("The push service at %s answered %s.", address.host, error.status_code)
        return Answer(Arrival.REFUSED, _wait_ms(error.retry_after, now_ms))
    except VapidException:
        log.error("EMAIL_FROM is no address that push services take.")
        return Answer(Arrival.REFUSED)
    except requests.TooManyRedirects:
        log.warning("The push service at %s leads elsewhere.", address.host)
        return Answer(Arrival.REFUSED)
    except requests.RequestException as error:
        log.warning("The push service at %s is not reached (%s).", address.host, type(error).__name__)
        return Answer(Arrival.UNREACHED)
    return Answer(Arrival.TAKEN)


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
