"""Encryption of stored second factors: the keys of apps and the seeds of recovery codes (common/encryption.py).

Passkeys need none: the site stores only their public keys.
"""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import transaction

from common import encryption

STORE = "second factors"


class FactorsAdapter(DefaultMFAAdapter):
    """The adapter named in the settings."""

    def encrypt(self, text: str) -> str:
        """The stored form of a secret."""
        return encryption.encrypt_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. A process of the previous release may have stored one in the clear after the migration."""
        if not encryption.is_token(encrypted_text):
            return encrypted_text
        return encryption.decrypt_text(encrypted_text)


def reencrypt() -> int:
    """Re-encrypt all stored secrets with the first key, those in the clear too; returns how many rows were written.
    Raises encryption.Unreadable."""
    written = 0
    for pk in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).values_list("pk", flat=True):
        with transaction.atomic():  # row by row: the use of a code meanwhile must not be undone
            row = Authenticator.objects.select_for_update().filter(pk=pk).first()
            if row is not None:
                row.data = encrypted_data(row.data)
                row.save(update_fields=["data"])
                written += 1
    return written


def encrypted_data(data: dict[str, Any]) -> dict[str, Any]:
    """An authenticator's data with its secrets encrypted with the first key."""
    found = dict(data)
    for name in {"secret", "seed"} & found.keys():
        found[name] = _under_first_key(found[name])
    if found.get("migrated_codes"):
        found["migrated_codes"] = [_under_first_key(code) for code in found["migrated_codes"]]
    return found


def _under_first_key(stored: str) -> str:
    return encryption.reencrypted_text(stored) if encryption.is_token(stored) else encryption.encrypt_text(stored)
