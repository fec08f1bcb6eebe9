"""What a browser gives to be pushed to, looked at before anything of it is kept or asked."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from news.push_encryption import CURVE, base64url

LONGEST = 1_000  # characters of an endpoint; those of today's services have at most some 500
POINT, SECRET = 65, 16  # bytes of a browser's public key, and of what it shares with the site
_BASE64URL = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_PRINTABLE = re.compile(r"[!-~]+")


class BadSubscription(ValueError):
    """Nothing that the site would push to."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a browser is pushed to, and for whom it is encrypted: key and secret in base64url."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def digest(self) -> str:
        """By which an endpoint is found."""
        return sha256(self.endpoint.encode()).hexdigest()

    @property
    def host(self) -> str:
        """The push service."""
        return urlsplit(self.endpoint).hostname or ""

    def as_json(self) -> str:
        """For storing."""
        return json.dumps({"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth})


def of_json(stored: str) -> Address:
    """What `as_json` gave. Raises BadSubscription where the settings allow its host no more."""
    kept = json.loads(stored)
    return checked({"endpoint": kept["endpoint"], "keys": {"p256dh": kept["p256dh"], "auth": kept["auth"]}})


def checked(given: object) -> Address:
    """The address in what a browser says of its subscription (`PushSubscription.toJSON()`). Raises BadSubscription."""
    if not isinstance(given, Mapping) or not isinstance(given.get("keys"), Mapping):
        raise BadSubscription("no subscription")
    keys: Mapping[str, Any] = given["keys"]
    point, secret = key_bytes(keys.get("p256dh")), key_bytes(keys.get("auth"))
    if len(point) != POINT or len(secret) != SECRET:
        raise BadSubscription("a key of the wrong length")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError as error:
        raise BadSubscription("a key that is no point of the curve") from error
    return Address(_endpoint(given.get("endpoint")), base64url(point), base64url(secret))


def may_be_asked(host: str) -> bool:
    """Whether the host is one of PUSH_HOSTS; "*.example.org" there stands for all below example.org."""
    return any(
        host.endswith(allowed[1:]) and len(host) > len(allowed) - 1 if allowed.startswith("*.") else host == allowed
        for allowed in settings.PUSH_HOSTS
    )


def key_bytes(given: object) -> bytes:
    """What a key holds that is written in base64url. Raises BadSubscription."""
    if not isinstance(given, str) or len(given) > 2 * POINT or not _BASE64URL.fullmatch(given):
        raise BadSubscription("no key")
    bare = given.rstrip("=")
    try:
        return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except (binascii.Error, ValueError) as error:
        raise BadSubscription("no key") from error


def _endpoint(given: object) -> str:
    """The endpoint: https, a host that is allowed, its usual port, and nothing before or behind that a push service
    needs not."""
    if not isinstance(given, str) or len(given) > LONGEST or not _PRINTABLE.fullmatch(given) or "\\" in given:
        raise BadSubscription("no endpoint")
    try:
        parts = urlsplit(given)
        port = parts.port
    except ValueError as error:
        raise BadSubscription("no endpoint") from error
    if parts.scheme != "https" or port is not None or "@" in parts.netloc or parts.fragment:
        raise BadSubscription("an endpoint of another kind")
    if parts.netloc != parts.hostname or not may_be_asked(parts.netloc):
        raise BadSubscription("an endpoint elsewhere")
    return given
