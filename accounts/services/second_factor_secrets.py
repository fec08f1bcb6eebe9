"""Second factors at rest: the keys of apps and the seeds of recovery codes are stored encrypted (common/encryption.py).

Passkeys have nothing to hide: the site knows their public halves alone.
"""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import transaction

from common import encryption

STORE = "second factors"


class FactorsAdapter(DefaultMFAAdapter):
    """Named in the settings."""

    def encrypt(self, text: str) -> str:
        """What is stored of a secret."""
        return encryption.encrypt_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. A process of the release before may have stored one in the clear after the migration."""
        if not encryption.is_token(encrypted_text):
            return encrypted_text
        return encryption.decrypt_text(encrypted_text)


def reencrypt() -> int:
    """Bring all stored secrets under the first key, those in the clear too; how many rows were written.
    Raises encryption.Unreadable."""
    written = 0
    for pk in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).values_list("pk", flat=True):
        with transaction.atomic():  # row by row: a code that is used meanwhile must not be undone
            row = Authenticator.objects.select_for_update().filter(pk=pk).first()
            if row is not None:
                row.data = encrypted_data(row.data)
                row.save(update_fields=["data"])
                written += 1
    return written


def encrypted_data(data: dict[str, Any]) -> dict[str, Any]:
    """An authenticator's data with its secrets under the first key."""
    found = dict(data)
    for name in {"secret", "seed"} & found.keys():
        found[name] = _under_first_key(found[name])
    if found.get("migrated_codes"):
        found["migrated_codes"] = [_under_first_key(code) for code in found["migrated_codes"]]
    return found


def _under_first_key(stored: str) -> str:
    return encryption.reencrypted_text(stored) if encryption.is_token(stored) else encryption.encrypt_text(stored)
