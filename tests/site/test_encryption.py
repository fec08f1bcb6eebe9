"""Stored secrets: what one key wrote the same key reads, keys can be changed, and what cannot be read is said."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from common import encryption
from tests.site.test_settings import SECRET, settings_under

OLD, NEW, THIRD = ("old" * 20, "new" * 20, "third" * 20)
SEED = bytes(range(32))


@pytest.fixture
def keys(settings: Settings) -> Callable[..., None]:
    """Sets the keys of the site."""

    def given(*encryption_keys: str, secret_key: str = "secret" * 10, fallbacks: Sequence[str] = ()) -> None:
        settings.ENCRYPTION_KEYS = list(encryption_keys)
        settings.SECRET_KEY = secret_key
        settings.SECRET_KEY_FALLBACKS = list(fallbacks)

    given()
    return given


def test_what_is_encrypted_is_read_again_and_shows_nothing(keys: Callable[..., None]) -> None:
    token = encryption.encrypt(SEED)
    assert SEED not in token and encryption.decrypt(token) == SEED
    assert encryption.encrypt(SEED) != token, "equal secrets must not look equal"
    assert encryption.decrypt_text(encryption.encrypt_text("åäö 🔑")) == "åäö 🔑"
    assert encryption.decrypt(encryption.encrypt(b"")) == b""


def test_without_keys_of_its_own_the_secret_key_encrypts(keys: Callable[..., None]) -> None:
    token = encryption.encrypt(SEED)
    keys(secret_key="another" * 10)
    with pytest.raises(encryption.Unreadable, match="SECRET_KEY_FALLBACKS"):
        encryption.decrypt(token)
    keys(secret_key="another" * 10, fallbacks=["secret" * 10])
    assert encryption.decrypt(token) == SEED


def test_the_first_key_encrypts_and_all_decrypt(keys: Callable[..., None]) -> None:
    keys(OLD)
    by_old = encryption.encrypt(SEED)
    keys(NEW, OLD)
    by_new = encryption.encrypt(SEED)
    assert encryption.decrypt(by_old) == SEED
    keys(NEW)
    assert encryption.decrypt(by_new) == SEED
    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(by_old)


def test_a_site_that_begins_to_give_keys_reads_what_it_has(keys: Callable[..., None]) -> None:
    before = encryption.encrypt_text("seed")
    keys(NEW)
    assert encryption.decrypt_text(before) == "seed"
    keys(NEW, secret_key="another" * 10)
    assert encryption.decrypt_text(encryption.encrypt_text("x")) == "x"
    with pytest.raises(encryption.Unreadable):
        encryption.decrypt_text(before)


def test_a_former_key_can_go_when_all_is_encrypted_anew(keys: Callable[..., None]) -> None:
    keys(OLD)
    token, text = encryption.encrypt(SEED), encryption.encrypt_text("seed")
    keys(NEW, OLD)
    token, text = encryption.reencrypted(token), encryption.reencrypted_text(text)
    keys(NEW)
    assert (encryption.decrypt(token), encryption.decrypt_text(text)) == (SEED, "seed")
    keys(THIRD)
    with pytest.raises(encryption.Unreadable):
        encryption.reencrypted(token)


@pytest.mark.parametrize("garbage", ["", "RERRSECRET", "gAAAAA", "å" * 30])
def test_what_is_no_token_is_refused_with_what_to_do(keys: Callable[..., None], garbage: str) -> None:
    with pytest.raises(encryption.Unreadable, match="Put the former key back"):
        encryption.decrypt_text(garbage)


def test_a_token_changed_by_one_bit_is_refused(keys: Callable[..., None]) -> None:
    token = bytearray(encryption.encrypt(SEED))
    token[40] ^= 1
    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(bytes(token))


def test_tokens_are_told_from_texts_in_the_clear(keys: Callable[..., None]) -> None:
    assert encryption.is_token(encryption.encrypt_text("x"))
    assert not encryption.is_token("GAAAABASE32") and not encryption.is_token("0123abcdef")


def test_the_command_encrypts_every_store_and_says_how_much(
    keys: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = {"first": encryption.encrypt_text("seed")}

    def anew() -> int:
        held["first"] = encryption.reencrypted_text(held["first"])
        return 1

    monkeypatch.setattr(encryption, "_stores", {})
    encryption.register_store("seeds", anew)
    keys(NEW)
    said = io.StringIO()
    call_command("reencrypt", stdout=said)
    assert said.getvalue() == "seeds: 1\n"
    keys(NEW, secret_key="another" * 10)
    assert encryption.decrypt_text(held["first"]) == "seed"
    keys(THIRD)
    with pytest.raises(CommandError, match="seeds: .*Put the former key back"):
        call_command("reencrypt", stdout=said)


def test_keys_are_read_from_the_environment(tmp_path: Path) -> None:
    assert settings_under(tmp_path, "ENCRYPTION_KEYS") == {"ENCRYPTION_KEYS": []}
    found = settings_under(tmp_path, "ENCRYPTION_KEYS", ENCRYPTION_KEYS=f"{NEW}, {SECRET}")
    assert found == {"ENCRYPTION_KEYS": [NEW, SECRET]}
