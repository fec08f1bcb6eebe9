"""The language of the interface: the browser keeps it, the player's row brings it to the next browser."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import data_export
from tests.accounts.conftest import become_guest, sign_in, sign_up, who
from tests.support.types import Response, certain


def switch(browser: Client, language: str, **more: str) -> Response:
    """Press the button."""
    return browser.post(reverse("accounts:language"), {"language": language, "next": "/", **more})


def shown(browser: Client) -> str:
    """The language of the home page."""
    page = browser.get("/").content.decode()
    return page[page.index("lang=") :][6:8]


def test_a_choice_is_kept_by_the_browser_and_in_the_row(client: Client, guest: User) -> None:
    answer = switch(client, "sv", next="/ranking/")
    assert (answer.status_code, answer["Location"], shown(client)) == (302, "/ranking/", "sv")
    guest.refresh_from_db()
    assert guest.language == data_export.of(guest)["profile"]["language"] == "sv"
    for odd in ("", "xx", "sv" * 99, "<b>"):
        switch(client, odd)
    guest.refresh_from_db()
    assert guest.language == "sv"
    assert client.get(reverse("accounts:language")).status_code == 405
    assert switch(client, "en", next="https://elsewhere.example/")["Location"] == "/"


def test_a_visitors_choice_makes_nobody_and_comes_along_when_they_sign_up(client: Client) -> None:
    switch(client, "sv")
    assert (shown(client), User.objects.count(), who(client)) == ("sv", 0, None)
    sign_up(client)
    assert certain(who(client)).language == "sv"


def test_signing_in_on_another_device_brings_the_language_along(client: Client, elsa: User) -> None:
    sign_in(client)
    switch(client, "sv")
    other = Client()
    assert shown(other) == "en"
    answer = sign_in(other)
    assert answer.cookies["django_language"].value == "sv" and answer.cookies["django_language"]["path"] == "/"
    greeted = other.get("/").content.decode()
    assert '<html lang="sv" ' in greeted and "som Elsa" in greeted
    other.post(reverse("account_logout"))
    assert shown(other) == "sv"
    elsa.refresh_from_db()
    assert elsa.language == "sv"


def test_the_accounts_choice_goes_before_the_browsers_and_no_choice_changes_nothing(client: Client, elsa: User) -> None:
    assert "django_language" not in sign_in(client).cookies and shown(client) == "en"
    switch(client, "en")
    other = Client()
    become_guest(other)
    switch(other, "sv")
    sign_in(other)
    assert (shown(other), certain(who(other)).language) == ("en", "en")


def test_a_guest_who_becomes_an_account_keeps_the_choice(client: Client) -> None:
    become_guest(client)
    switch(client, "sv")
    sign_up(client, "Wanda")
    assert certain(who(client)).language == "sv"
    other = Client()
    sign_in(other, "Wanda")
    assert shown(other) == "sv"


def test_no_page_asks_more_for_it(client: Client, elsa: User) -> None:
    sign_in(client)
    client.get("/")
    with CaptureQueriesContext(connection) as before:
        client.get("/")
    switch(client, "sv")
    with CaptureQueriesContext(connection) as after:
        client.get("/")
    assert len(after) == len(before)
