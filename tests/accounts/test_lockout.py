"""Wrong passwords lock strangers out of an account, never its owner in the browser or at the address they play from."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.sign_in.known_browsers import COOKIE
from tests.accounts.conftest import PASSWORD, account, become_guest, sign_in, who

HOME, ELSEWHERE = "192.0.2.7", "198.51.100.9"
LOCK = "Too many tries. Wait 5 minutes, then try again."


def stranger(n: int = 0) -> Client:
    return Client(REMOTE_ADDR=f"203.0.113.{n + 1}")


def lock(login: str = "Elsa") -> None:
    """Five wrong passwords, each from another address, and the sixth is not even looked at."""
    for n in range(5):
        assert LOCK not in sign_in(stranger(n), login, f"guess {n}").content.decode()
    assert LOCK in sign_in(stranger(9), login).content.decode()


@pytest.fixture
def owner() -> Client:
    """Elsa's browser, signed out again."""
    account()
    browser = Client(REMOTE_ADDR=HOME)
    sign_in(browser)
    browser.post("/accounts/logout/")
    return browser


def test_the_owner_s_browser_is_let_in_from_anywhere(owner: Client) -> None:
    lock()
    owner.defaults["REMOTE_ADDR"] = ELSEWHERE
    assert sign_in(owner).status_code == 302 and who(owner)


def test_another_browser_at_an_address_where_the_account_is_signed_in_is_let_in_too(owner: Client) -> None:
    sign_in(owner)
    lock()
    phone = Client(REMOTE_ADDR=HOME)
    assert sign_in(phone).status_code == 302
    assert LOCK in sign_in(Client(REMOTE_ADDR=ELSEWHERE)).content.decode()


def test_the_owner_s_browser_has_a_count_of_its_own(owner: Client) -> None:
    """Whoever sits at it guesses five times, as everybody does."""
    for n in range(5):
        assert LOCK not in sign_in(owner, "Elsa", f"guess {n}").content.decode()
    assert LOCK in sign_in(owner).content.decode()


@pytest.mark.parametrize("other", ["elsa@example.org", "ELSA", " Elsa "])
def test_a_name_and_an_address_of_one_account_are_one_count(owner: Client, other: str) -> None:
    lock()
    assert LOCK in sign_in(stranger(20), other).content.decode()


def test_the_port_of_the_host_makes_no_new_count(owner: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    lock()
    browser = Client(REMOTE_ADDR="203.0.113.50", headers={"host": "testserver:6666"})
    assert LOCK in sign_in(browser).content.decode()


def test_a_cookie_of_another_account_opens_nothing(owner: Client) -> None:
    account("Thief", "thief@example.org")
    thief = stranger(30)
    sign_in(thief, "Thief")
    thief.post("/accounts/logout/")
    lock()
    assert LOCK in sign_in(thief).content.decode()
    thief.cookies[COOKIE] = "made:up"
    assert LOCK in sign_in(thief).content.decode()


def test_a_new_password_makes_the_cookie_worthless(owner: Client) -> None:
    elsa = User.objects.get(username="Elsa")
    elsa.set_password("another one 34")
    elsa.save()
    lock()
    owner.defaults["REMOTE_ADDR"] = ELSEWHERE
    assert LOCK in sign_in(owner, password="another one 34").content.decode()


def test_the_cookie_is_out_of_reach_of_scripts_and_kept_for_several_accounts(owner: Client) -> None:
    assert owner.cookies[COOKIE]["httponly"] and owner.cookies[COOKIE]["samesite"] == "Lax"
    account("Ove", "ove@example.org")
    become_guest(owner, "Wanda")
    sign_in(owner, "Ove")
    owner.post("/accounts/logout/")
    lock()
    assert sign_in(owner, "Elsa", PASSWORD).status_code == 302
