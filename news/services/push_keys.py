"""The site's key for pushes: made when it is first needed, one for all processes; or brought by an operator."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.db import IntegrityError, transaction

from common import encryption
from news.models import PushKey, PushSubscription
from news.push_encryption import CURVE, base64url, point_of

THE_ONE = 1  # its primary key


class BadKey(ValueError):
    """No private key on the curve P-256, as PEM."""


@dataclass(frozen=True, slots=True)
class Key:
    """Both halves: the private one to sign with, the public one as browsers take it."""

    private: ec.EllipticCurvePrivateKey
    public: str


def key(now_ms: int) -> Key:
    """The site's key. Two that make it at once end up with the same."""
    row = PushKey.objects.filter(pk=THE_ONE).first()
    if row is None:
        fresh = ec.generate_private_key(CURVE)
        try:
            with transaction.atomic():
                row = PushKey.objects.create(pk=THE_ONE, made_at=now_ms, **_stored(fresh))
        except IntegrityError:
            row = PushKey.objects.get(pk=THE_ONE)
    return Key(_read(encryption.decrypt(row.sealed.encode())), row.public)


def bring(pem: bytes, now_ms: int) -> str:
    """Take an operator's private key, in PEM, from now on; the public half. What browsers subscribed to another key is
    of no use any more, and is gone. Raises BadKey."""
    stored = _stored(_read(pem))
    with transaction.atomic():
        before = PushKey.objects.select_for_update().filter(pk=THE_ONE).first()
        PushKey.objects.update_or_create(pk=THE_ONE, defaults={**stored, "made_at": now_ms})
        if before is not None and before.public != stored["public"]:
            PushSubscription.objects.all().delete()
    return stored["public"]


def _read(pem: bytes) -> ec.EllipticCurvePrivateKey:
    """The key in a file. Raises BadKey."""
    try:
        key = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise BadKey from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, type(CURVE)):
        raise BadKey
    return key


def _stored(key: ec.EllipticCurvePrivateKey) -> dict[str, str]:
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return {"sealed": encryption.encrypt(pem).decode(), "public": base64url(point_of(key.public_key()))}
