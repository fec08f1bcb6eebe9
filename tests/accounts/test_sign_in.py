"""Signing up and in: what it asks, what it tells nobody, and that it keeps out whoever guesses."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.api import purge_guests
from accounts.models import User
from game.services.clock import now_ms
from tests.accounts.conftest import PASSWORD, account, become_guest, mailed_code, sign_in, sign_up, who
from tests.support.types import certain


def test_signing_up_makes_an_account_and_signs_it_in(client: Client) -> None:
    assert sign_up(client, " Åsa  Öberg ", "Asa@Example.org").status_code == 302

    user = certain(who(client))
    assert (user.display_name, user.username, user.email) == ("Åsa Öberg", "Åsa Öberg", "asa@example.org")
    assert not user.is_guest and user.check_password(PASSWORD)


@pytest.mark.parametrize("login", ["Elsa", "elsa", "ELSA@example.org", " Elsa "])
def test_one_signs_in_by_name_or_address(client: Client, elsa: User, login: str) -> None:
    assert sign_in(client, login)["Location"] == "/"
    assert who(client) == elsa


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", ""),
        ("email", "no address"),
        ("email", "a@b\r\nBcc: x@example.org"),
        ("username", "E"),
        ("username", "<script>alert(1)</script>"),
        ("username", "Guest 12"),
        ("password2", "another one 34"),
        ("password1", "short"),
        ("password1", "x\0" * 600),
    ],
)
def test_a_bad_field_is_said_at_the_field_and_makes_nobody(client: Client, field: str, value: str) -> None:
    given: dict[str, Any] = {field: value, **({"password2": value} if field == "password1" else {})}
    page = sign_up(client, **given)

    assert page.status_code == 200 and page.context["form"].errors
    assert not User.objects.exists() and not mail.outbox
    assert "<script>alert" not in page.content.decode()


def test_where_mail_is_sent_a_code_comes_first(client: Client, codes_by_mail: None) -> None:
    sign_up(client)
    assert who(client) is None
    confirm = reverse("account_email_verification_sent")

    assert client.post(confirm, {"code": "AAAAAA"}).status_code == 200 and who(client) is None
    client.post(confirm, {"code": mailed_code()})

    assert certain(who(client)).display_name == "Elsa"
    assert mail.outbox[0].to == ["elsa@example.org"] and "!" not in mail.outbox[0].body


def test_a_sign_up_that_nobody_confirms_gives_name_and_address_back(client: Client, codes_by_mail: None) -> None:
    sign_up(client)
    assert User.objects.get().is_guest
    taken = sign_up(Client(), email="other@example.org")
    assert taken.context["form"].errors["username"]

    long_ago = timezone.now() - timedelta(days=31)
    User.objects.update(seen_at=long_ago, date_joined=long_ago)
    assert purge_guests(now_ms()) == 1
    cache.clear()  # a month later nobody has tried too often
    later = Client()
    sign_up(later)
    later.post(reverse("account_email_verification_sent"), {"code": mailed_code()})
    assert certain(who(later)).display_name == "Elsa" and not certain(who(later)).is_guest


def test_no_mail_is_said_to_be_sent_where_none_leaves_the_site(client: Client, settings: Settings) -> None:
    sign_up(client)
    assert "@example.org" not in client.get("/").content.decode()
    ask = reverse("account_reset_password")
    assert "We will send it a code" not in Client().get(ask).content.decode()
    assert "This site sends no mail" in Client().post(ask, {"email": "a@b.example"}, follow=True).content.decode()

    settings.EMAIL_URL = {"EMAIL_HOST": "mail.example"}
    other = Client()
    sign_up(other, "Ebba", "ebba@example.org")
    assert "Confirmation email sent to ebba@example.org." in other.get("/").content.decode()
    assert "We will send it a code" in Client().get(ask).content.decode()
    assert "Check your email" in Client().post(ask, {"email": "b@b.example"}, follow=True).content.decode()


def test_a_new_session_key_at_every_change_of_who_one_is(client: Client) -> None:
    """Whoever planted a key, or kept an old one, has nothing by it."""
    client.get(reverse("account_login"))
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = certain(session.session_key)
    keys = [session.session_key]
    for step in (become_guest, sign_up):
        step(client)
        keys.append(client.session.session_key)
    client.post(reverse("account_logout"))
    sign_in(client)
    keys.append(client.session.session_key)

    assert len(set(keys)) == 4
    for key in keys[:-1]:
        thief = Client()
        thief.cookies["sessionid"] = certain(key)
        assert who(thief) is None


def test_known_and_unknown_addresses_look_the_same(codes_by_mail: None, elsa: User) -> None:
    """Signing up, asking for a new password, signing in: same page, same number of mails."""

    def outcome(one: Client, ask: Callable[..., Any]) -> tuple[Any, ...]:
        mail.outbox.clear()
        page = ask(one)
        shown = re.sub(r'(value|content)="[^"]{20,}"|(elsa|nobody)@example\.org', "", page.content.decode())
        return page.status_code, page.get("Location"), shown, len(mail.outbox)

    def reset(email: str) -> Callable[..., Any]:
        return lambda one: one.post(reverse("account_reset_password"), {"email": email})

    def again(email: str, name: str) -> Callable[..., Any]:
        return lambda one: sign_up(one, name, email)

    def wrong(login: str) -> Callable[..., Any]:
        return lambda one: sign_in(one, login, "not the password")

    for known, unknown in (
        (reset("elsa@example.org"), reset("nobody@example.org")),
        (again("elsa@example.org", "Ebba"), again("nobody@example.org", "Edda")),
        (wrong("elsa@example.org"), wrong("nobody@example.org")),
        (wrong("Elsa"), wrong("Nobody")),
    ):
        first, second = outcome(Client(), known), outcome(Client(), unknown)
        assert first[:2] == second[:2] and first[3] == second[3]
        assert first[2].replace("Ebba", "").replace("Elsa", "") == second[2].replace("Edda", "").replace("Nobody", "")


@pytest.fixture
def hashes_of(elsa: User, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """`hashes_of(ask)`: how many passwords are hashed for it."""
    hashed = []
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda self, *given: hashed.append(1) or "md5$salt$0000")

    def count(ask: Callable[..., Any]) -> int:
        hashed.clear()
        ask()
        return len(hashed)

    return count


@pytest.mark.parametrize("login", ["Nobody", "elsa@example.org", "nobody@example.org"])
def test_an_unknown_name_costs_a_hash_as_a_known_one_does(
    client: Client, hashes_of: Callable[..., int], login: str
) -> None:
    """The slow step is taken either way: counted, for a clock on a busy machine proves nothing."""
    known, other = (hashes_of(lambda name=name: sign_in(client, name, "not the password")) for name in ("Elsa", login))
    assert known == other > 0


def test_signing_up_with_a_known_address_costs_a_hash_too(hashes_of: Callable[..., int], codes_by_mail: None) -> None:
    known = hashes_of(lambda: sign_up(Client(), "Ebba", "elsa@example.org"))
    assert known == hashes_of(lambda: sign_up(Client(), "Edda", "nobody@example.org")) > 0


def test_guessing_is_stopped_per_account_and_per_address(elsa: User) -> None:
    said = [sign_in(Client(), password=f"guess number {n}").content.decode() for n in range(6)]
    assert "Too many tries" not in said[4] and "Too many tries" in said[5]
    right = sign_in(Client())
    assert right.status_code == 429 and "Too many tries" in right.content.decode()

    answers = [sign_in(Client(), f"nobody-{n}@example.org", "guess").content.decode() for n in range(61)]
    assert "Too many tries" in answers[-1]


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "http:evil.example",
        "https:///evil.example",
        "/%09/evil.example/\t",
        "http://testserver.evil.example/",
        "https://localhost/",
        "http://[",
        "//[::1/",
    ],
)
def test_next_leads_nowhere_else(client: Client, elsa: User, target: str) -> None:
    answer = sign_in(client, next=target)
    assert answer.status_code == 302
    assert answer["Location"] == "/" or answer["Location"].startswith("/%09/"), answer["Location"]


def test_next_leads_on_within_the_site(client: Client, elsa: User) -> None:
    assert sign_in(client, next="/accounts/name/")["Location"] == "/accounts/name/"


def test_no_odd_query_or_field_makes_a_page_fail(client: Client) -> None:
    for path in ("account_login", "account_signup", "account_reset_password"):
        assert client.get(reverse(path), {"next": "x" * 5_000, "email": "\0" * 99}).status_code == 200
    assert client.post(reverse("account_login"), {"login": "x" * 9_000, "password": "\0"}).status_code == 200


@pytest.mark.parametrize("typed", ["m\u0131ke@example.org", "MIKE@EXAMPLE.ORG\u200b", "mike@example.org,x@example.org"])
def test_a_new_password_goes_to_the_stored_address_alone(client: Client, typed: str) -> None:
    """CVE-2019-19844: an address that only folds to a known one gets no code."""
    account("Mike", "mike@example.org")
    mail.outbox.clear()
    client.post(reverse("account_reset_password"), {"email": typed})
    assert not [sent for sent in mail.outbox if re.search(r"^\w{4}-\w{4}$", str(sent.body), re.MULTILINE)]


def test_links_in_mails_name_only_hosts_of_the_site(client: Client) -> None:
    account("Mike", "mike@example.org")
    mail.outbox.clear()
    ask = {"email": "mike@example.org"}
    assert client.post(reverse("account_reset_password"), ask, headers={"host": "evil.example"}).status_code == 400
    assert not mail.outbox
