"""The site's key for pushes: made when it is first needed, one for all processes; or brought by an operator."""

import base64
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.db import IntegrityError, transaction
from py_vapid import Vapid

from common import encryption
from news.models import PushKey, PushSubscription

THE_ONE = 1  # its primary key


class BadKey(ValueError):
    """No private key on the curve P-256, as PEM."""


@dataclass(frozen=True, slots=True)
class Key:
    """Both halves: the private one to sign with, the public one as browsers take it."""

    vapid: Vapid
    public: str


def key(now_ms: int) -> Key:
    """The site's key. Two that make it at once end up with the same."""
    row = PushKey.objects.filter(pk=THE_ONE).first()
    if row is None:
        fresh = Vapid()
        fresh.generate_keys()
        try:
            with transaction.atomic():
                row = PushKey.objects.create(pk=THE_ONE, made_at=now_ms, **_stored(fresh))
        except IntegrityError:
            row = PushKey.objects.get(pk=THE_ONE)
    return Key(Vapid.from_pem(encryption.decrypt(row.sealed.encode())), row.public)


def bring(pem: bytes, now_ms: int) -> str:
    """Take an operator's private key, in PEM, from now on; the public half. What browsers subscribed to another key is
    of no use any more, and is gone. Raises BadKey."""
    try:
        brought = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise BadKey from error
    if not isinstance(brought, ec.EllipticCurvePrivateKey) or not isinstance(brought.curve, ec.SECP256R1):
        raise BadKey
    stored = _stored(Vapid(brought))
    with transaction.atomic():
        before = PushKey.objects.select_for_update().filter(pk=THE_ONE).first()
        PushKey.objects.update_or_create(pk=THE_ONE, defaults={**stored, "made_at": now_ms})
        if before is not None and before.public != stored["public"]:
            PushSubscription.objects.all().delete()
    return stored["public"]


def _stored(vapid: Vapid) -> dict[str, str]:
    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    public = base64.urlsafe_b64encode(point).decode().rstrip("=")
    return {"sealed": encryption.encrypt(vapid.private_pem()).decode(), "public": public}
