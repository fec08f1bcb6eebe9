"""Links that leave the site begin with its own address, whatever a request says."""

import re
from collections.abc import Sequence
from contextvars import copy_context
from typing import Any
from unittest.mock import AsyncMock

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from alfapower.processes.web_lifecycle import WebLifecycle
from alfapower.web.public_address import absolute, origin
from tests.accounts.conftest import PASSWORD, account, sign_in
from tests.support.browsers import signed_in
from tests.support.headers import EVIL, FOREIGN
from tests.support.matches import make_match, resigned, user_at

OURS = "https://play.example"
ADDRESS = re.compile(r"https?://[^\s\"'<>]+")

NAMED = list(FOREIGN.items())
HEADERS = [
    FOREIGN,
    dict(NAMED[::2]),
    dict(NAMED[1::2]),
    {"Host": "play.example:6666"},
    *(pytest.param({name: value}, marks=pytest.mark.long) for name, value in NAMED),
]
"""All of them, every other one, and in the long run each alone: one that is believed shows in any company."""


def _id(headers: dict[str, str]) -> str:
    return "+".join(headers) if len(headers) < 3 else f"{len(headers)} from {next(iter(headers))}"


@pytest.fixture(autouse=True)
def _public(settings: Settings) -> None:
    settings.SITE_ORIGIN = OURS
    settings.ALLOWED_HOSTS = ["play.example", "testserver"]
    cache.clear()  # allauth's limits


def addresses(text: str) -> list[str]:
    """Every absolute address in a page or a mail, but those of the drawings' language."""
    return [found for found in ADDRESS.findall(text) if "//www.w3.org/" not in found]


def mails(mailoutbox: Sequence[EmailMessage]) -> str:
    return "\n".join(f"{mail.subject}\n{mail.body}" for mail in mailoutbox)


@pytest.mark.django_db
@pytest.mark.parametrize("headers", HEADERS, ids=_id)
def test_no_header_moves_an_address_in_a_mail_or_a_page(
    headers: dict[str, str], mailoutbox: list[EmailMessage], settings: Settings
) -> None:
    """Reset, unknown address, confirmation, a known address signed up again; invitation and shared match."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    account()
    browser = Client(headers=headers)
    for email in ("elsa@example.org", "nobody@example.org"):
        browser.post(reverse("account_reset_password"), {"email": email})
    again = {"username": "Ove", "email": "elsa@example.org", "password1": PASSWORD, "password2": PASSWORD}
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    browser.post(reverse("account_signup"), again)
    browser.post(reverse("account_signup"), again | {"email": "ove@example.org"})
    assert len(mailoutbox) == 4 and EVIL not in mails(mailoutbox) and "6666" not in mails(mailoutbox)
    found = addresses(mails(mailoutbox))
    assert len(found) >= 3 and all(address.startswith(f"{OURS}/accounts/") for address in found), found
    assert mails(mailoutbox).count("\nplay.example") == 4

    room = Client(headers=headers).post(reverse("lobby:new_room"), follow=True).content.decode()
    assert addresses(room) and all(address.startswith(f"{OURS}/join/") for address in addresses(room))
    row = resigned(make_match())
    player = signed_in(user_at(row, 0), headers=headers)
    player.post(f"/match/{row.public_id}/share")
    card = player.get(f"/match/{row.public_id}/").content.decode()
    assert addresses(card) and all(address.startswith(f"{OURS}/shared/") for address in addresses(card))
    assert EVIL not in room + card


@pytest.mark.django_db
@pytest.mark.parametrize("headers", HEADERS, ids=_id)
def test_no_header_moves_a_page_s_own_links(headers: dict[str, str]) -> None:
    for name in ("lobby:home", "account_login", "account_signup", "account_reset_password"):
        page = Client(headers=headers).get(reverse(name), follow=True)
        assert EVIL not in page.content.decode(), name
    leads = Client(headers=headers).get(reverse("admin:index"))
    assert leads["Location"].startswith("/admin/login/")


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", [f"https://{EVIL}", "/x", "//x", "x"])
def test_a_client_s_root_path_goes_no_further_than_the_edge(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Daphne makes ASGI's root_path of a header, and Django its script prefix of that."""
    edge = WebLifecycle(inside := AsyncMock())
    monkeypatch.setattr(edge, "start", AsyncMock())
    for kind in ("http", "websocket"):
        scope = {"type": kind, "path": "/", "root_path": prefix}
        copy_context().run(async_to_sync(edge), scope, None, None)  # the next test's pings are not this connection's
    assert [call.args[0]["root_path"] for call in inside.await_args_list] == ["", ""]


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["/x", "/admin", "https://evil.example"])
def test_the_second_factor_of_staff_is_asked_for_by_what_answers_not_by_the_path(
    prefix: str, settings: Settings, django_user_model: type[User]
) -> None:
    settings.STAFF_MFA = True
    django_user_model.objects.create_superuser("astrid", password=PASSWORD)
    browser = Client()
    sign_in(browser, "astrid")
    assert browser.get("/admin/", SCRIPT_NAME=prefix).status_code == 302
    assert browser.post("/admin/auth/group/add/", {"name": "mine"}, SCRIPT_NAME=prefix).status_code == 302


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        (None, "/match/x/?a=%C3%A5"),
        ("/join/AB/", "/join/AB/"),
        ("https://evil.example/join/", "/join/"),
        ("//evil.example/join/", "/join/"),
        ("https:evil.example", "/evil.example"),
        ("", "/match/x/"),
        ("../y/?b", "/match/y/?b"),
    ],
)
def test_an_absolute_address_is_always_one_of_ours(location: None, expected: str) -> None:
    request = RequestFactory().get("/match/x/?a=%C3%A5")
    assert absolute(request, location) == OURS + expected


@pytest.mark.parametrize(
    ("name", "port", "expected"),
    [
        ("127.0.0.1", "8000", "http://127.0.0.1:8000"),
        ("::1", "8000", "http://[::1]:8000"),
        ("192.0.2.7", "80", "http://192.0.2.7"),
        ("unknown", "0", "http://127.0.0.1:0"),
        ("10.0.0.9", "8000", "http://127.0.0.1:8000"),
    ],
)
def test_without_a_setting_it_is_the_socket_s_own_end(settings: Settings, name: str, port: str, expected: str) -> None:
    settings.SITE_ORIGIN = ""
    settings.ALLOWED_HOSTS = ["127.0.0.1", "[::1]", "192.0.2.7"]
    headers: dict[str, Any] = {
        "HTTP_HOST": "192.0.2.7:6666",
        "HTTP_X_FORWARDED_HOST": EVIL,
        "HTTP_X_FORWARDED_PROTO": "https",
    }
    assert origin(RequestFactory().get("/", SERVER_NAME=name, SERVER_PORT=port, **headers)) == expected
