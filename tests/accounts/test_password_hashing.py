"""How passwords are hashed: by the figures that OWASP names, few at a time, and old hashes are renewed."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, identify_hasher, make_password
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.sign_in import password_hashing
from accounts.sign_in.password_hashing import BoundedArgon2PasswordHasher, HashingBusy
from tests.accounts.conftest import PASSWORD, account, sign_in, sign_up
from tests.support.timeouts import PATIENCE

OURS = "accounts.sign_in.password_hashing.BoundedArgon2PasswordHasher"


@pytest.fixture(autouse=True)
def _the_real_hasher(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [OURS]


def test_a_hash_takes_nineteen_mebibytes_and_two_passes() -> None:
    encoded = make_password(PASSWORD)
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in encoded
    assert check_password(PASSWORD, encoded) and not check_password("another one", encoded)
    assert not identify_hasher(encoded).must_update(encoded)


def test_an_older_hash_is_renewed_when_its_owner_signs_in() -> None:
    user = account()
    user.password = Argon2PasswordHasher().encode(PASSWORD, "salt" * 6)
    user.save()
    assert "m=102400" in user.password
    assert sign_in(Client(), password="wrong").status_code == 200
    assert "m=102400" in User.objects.get(pk=user.pk).password
    assert sign_in(Client()).status_code == 302
    assert "m=19456,t=2,p=1" in User.objects.get(pk=user.pk).password


def test_two_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty at the same moment, each as slow as it takes to see who else is at it; in two threads, each of which keeps
    the memory of one hash."""
    at_work, most, threads = list[str](), list[int](), set[threading.Thread]()
    lock, full = threading.Lock(), threading.Event()

    def slow(hasher: object, password: str, salt: str) -> str:
        with lock:
            threads.add(threading.current_thread())
            at_work.append(salt)
            most.append(len(at_work))
        if len(at_work) < password_hashing.MOST_AT_ONCE:
            full.wait(PATIENCE)  # for the second, however busy the machine; it is there at once
        full.set()
        with lock:
            at_work.remove(salt)
        return "argon2$done"

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slow)
    with ThreadPoolExecutor(30) as pool:
        hashes = list(pool.map(lambda n: BoundedArgon2PasswordHasher().encode(PASSWORD, str(n)), range(30)))
    assert hashes == ["argon2$done"] * 30 and max(most) == 2 >= len(threads)


def test_who_would_wait_too_long_is_told_to_try_again_and_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    account()
    monkeypatch.setattr(password_hashing, "_places", threading.BoundedSemaphore(2))
    monkeypatch.setattr(password_hashing, "LONGEST_WAIT_SECONDS", 0.01)
    with password_hashing._a_place(), password_hashing._a_place():
        with pytest.raises(HashingBusy):
            make_password(PASSWORD)
        answer = sign_in(Client())
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        assert sign_up(Client(), "Kerstin", "k@example.org").status_code == 503
    assert User.objects.count() == 1
    assert sign_in(Client()).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_who_waits_keeps_no_connection_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_hashing, "LONGEST_WAIT_SECONDS", 0.01)
    User.objects.count()
    with password_hashing._a_place():
        make_password(PASSWORD)
        assert connection.connection is not None
        with password_hashing._a_place(), pytest.raises(HashingBusy):
            make_password(PASSWORD)
    assert connection.connection is None
