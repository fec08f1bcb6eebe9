"""Encryption of stored secrets that a dump of the database must not reveal.

Fernet tokens (AES-128-CBC with HMAC-SHA256). The keys are texts: those of the setting ENCRYPTION_KEYS, then SECRET_KEY
and SECRET_KEY_FALLBACKS. The first one encrypts, all of them decrypt; so a site without ENCRYPTION_KEYS is encrypted by
its SECRET_KEY, and one that adds them can read its old data. Each text becomes a key by HKDF, separate from every other
use of SECRET_KEY. Changing keys: docs/operating.md, "Keys".
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
    """None of the keys decrypts it: a key was removed too early, or it is not a token, or was changed."""

    def __init__(self) -> None:
        super().__init__(
            "A stored secret cannot be read with any key of ENCRYPTION_KEYS, SECRET_KEY or SECRET_KEY_FALLBACKS."
            " Put the former key back (last in its list) and run reencrypt before taking it away."
        )


def encrypt(clear: bytes) -> bytes:
    """A token of ASCII bytes, some 4/3 of the length of `clear` and 76 to 100 more; different at every call."""
    return _keys().encrypt(clear)


def decrypt(token: bytes) -> bytes:
    """The decrypted bytes. Raises Unreadable."""
    try:
        return _keys().decrypt(token)
    except InvalidToken as error:
        raise Unreadable() from error


def encrypt_text(clear: str) -> str:
    """Like `encrypt`, for a text in UTF-8."""
    return encrypt(clear.encode()).decode("ascii")


def decrypt_text(token: str) -> str:
    """The decrypted text. Raises Unreadable."""
    return decrypt(token.encode()).decode()


def reencrypted(token: bytes) -> bytes:
    """The same secret encrypted with the first key. Raises Unreadable."""
    try:
        return _keys().rotate(token)
    except InvalidToken as error:
        raise Unreadable() from error


def reencrypted_text(token: str) -> str:
    """Like `reencrypted`, for a text."""
    return reencrypted(token.encode()).decode("ascii")


def is_token(stored: str) -> bool:
    """Whether it was written by `encrypt_text`. For columns that also hold texts from before they were encrypted."""
    return stored.startswith(BEGINS)


def register_store(name: str, reencrypt: Callable[[], int]) -> None:
    """Register, when an app is ready, the name of its stored secrets and the function that encrypts all of them with
    the first key (those still in the clear too). `reencrypt` returns how many it wrote."""
    _stores[name] = reencrypt


def stores() -> dict[str, Callable[[], int]]:
    """All registered functions, by name."""
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
