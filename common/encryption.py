"""Encryption of stored secrets: what a dump of the database must not give away.

Fernet tokens (AES-128-CBC with HMAC-SHA256). The keys are texts: those of the setting ENCRYPTION_KEYS, then SECRET_KEY
and SECRET_KEY_FALLBACKS. The first one encrypts, all of them decrypt; so a site that gives no ENCRYPTION_KEYS is
encrypted by its SECRET_KEY, and one that begins to give them can read what it has. Each text becomes a key by HKDF,
apart from every other use of SECRET_KEY. Changing keys: docs/operating.md, "Keys".
"""

import base64
from collections.abc import Callable
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"alfapower: encryption of stored secrets"
BEGINS = "gAAAA"  # every token: version 128 and the first bytes of a time before the year 2106, in base64

_stores: dict[str, Callable[[], int]] = {}


class Unreadable(Exception):
    """None of the keys opens it: a key was taken away too early, or it is no token, or was changed."""

    def __init__(self) -> None:
        super().__init__(
            "A stored secret cannot be read with any key of ENCRYPTION_KEYS, SECRET_KEY or SECRET_KEY_FALLBACKS."
            " Put the former key back (last in its list) and run reencrypt before taking it away."
        )


def encrypt(clear: bytes) -> bytes:
    """A token of ASCII bytes, some 4/3 of the length of `clear` and 76 to 100 more; another one at every call."""
    return _keys().encrypt(clear)


def decrypt(token: bytes) -> bytes:
    """What was encrypted. Raises Unreadable."""
    try:
        return _keys().decrypt(token)
    except InvalidToken as error:
        raise Unreadable() from error


def encrypt_text(clear: str) -> str:
    """As `encrypt`, of the text in UTF-8."""
    return encrypt(clear.encode()).decode("ascii")


def decrypt_text(token: str) -> str:
    """The text that was encrypted. Raises Unreadable."""
    return decrypt(token.encode()).decode()


def reencrypted(token: bytes) -> bytes:
    """The same secret under the first key. Raises Unreadable."""
    try:
        return _keys().rotate(token)
    except InvalidToken as error:
        raise Unreadable() from error


def reencrypted_text(token: str) -> str:
    """As `reencrypted`."""
    return reencrypted(token.encode()).decode("ascii")


def is_token(stored: str) -> bool:
    """Was it written by `encrypt_text`? For columns that also hold texts from before they were encrypted."""
    return stored.startswith(BEGINS)


def register_store(name: str, reencrypt: Callable[[], int]) -> None:
    """An app that stores secrets tells so when it is ready: by what name, and how all of them are brought under the
    first key (what is still in the clear too). `reencrypt` returns how many it wrote."""
    _stores[name] = reencrypt


def stores() -> dict[str, Callable[[], int]]:
    """All that was registered, by name."""
    return dict(_stores)


def _keys() -> MultiFernet:
    texts = (*settings.ENCRYPTION_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return _of_texts(texts)


@lru_cache(maxsize=8)
def _of_texts(texts: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_derived(text)) for text in texts])


def _derived(text: str) -> bytes:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(text.encode())
    return base64.urlsafe_b64encode(key)
