"""The page of what to be told: a switch for each event and channel, quiet hours, where one is, and which browsers."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from news.models import NewsPreference
from news.services import mail_addresses, preferences
from tests.news.channels.conftest import KINDS, NOON, account, with_browser
from tests.news.channels.push_service import PushService
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory

PAGE = "/news/settings/"
ON_PUSH, ON_MAIL = {"turn", "low", "over"}, {"turn", "low", "over", "verdict"}


def switches(client: Client) -> dict[str, bool]:
    """The switches of the page, and whether each is on."""
    page = client.get(PAGE).content.decode()
    found = re.findall(r'<input type="checkbox"[^>]*?name="((?:push|mail)-\w+)"[^>]*>', page, re.DOTALL)
    fields = re.findall(r"<input[^>]*?>", page, re.DOTALL)
    return {name: any(f'name="{name}"' in field and " checked" in field for field in fields) for name in found}


def choose(client: Client, switch: str, value: str) -> int:
    """Move one control, as the script does; the status of the answer."""
    return client.post(PAGE, {"switch": switch, "value": value}).status_code


def test_every_event_has_a_switch_where_a_channel_is_offered_and_begins_as_the_rules_say(elsa: Any) -> None:
    assert switches(signed_in(elsa)) == {
        "push-turn": True, "mail-turn": True, "push-low": True, "mail-low": True, "push-over": True,
        "mail-over": True, "push-talk": False, "mail-verdict": True,
    }  # fmt: skip


def test_a_guest_has_push_and_sees_no_column_of_mail(db: None) -> None:
    client = signed_in(UserFactory.create())
    assert switches(client) == {"push-turn": True, "push-low": True, "push-over": True, "push-talk": False}
    page = client.get(PAGE).content.decode()
    assert "Guests get push, not mail." in page and page.count('scope="col"') == 2


def test_a_visitor_is_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get(PAGE)["Location"] == reverse("account_login")
    assert client.post(PAGE, {"switch": "quiet", "value": "off"})["Location"] == reverse("account_login")


@pytest.mark.parametrize("name", ["push-turn", "push-talk", "mail-turn", "mail-verdict"])
def test_a_switch_is_kept_and_moves_no_other(elsa: Any, name: str) -> None:
    client = signed_in(elsa)
    before = switches(client)
    for value in ("off", "on", "off"):
        assert choose(client, name, value) == 204
        assert switches(client) == before | {name: value == "on"}
    ravi = signed_in(account("ravi"))
    assert switches(ravi) == before


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("push-verdict", "on"),  # not offered
        ("mail-talk", "on"),
        ("push-nothing", "on"),
        ("letter-turn", "on"),
        ("turn", "on"),
        ("push-turn", "perhaps"),
        ("push-turn", ""),
        ("quiet", "1"),
        ("zone", "Mars/Olympus"),
        ("zone", "Europe/../Oslo"),
        ("zone", "/etc/passwd"),
        ("zone", "europe/oslo"),
        ("zone", "Etc/Unknown"),
        ("zone", ""),
        ("zone", "x" * 5000),
        ("", ""),
    ],
)
def test_what_is_no_choice_is_refused_and_changes_nothing(elsa: Any, switch: str, value: str) -> None:
    client = signed_in(elsa)
    assert choose(client, switch, value) == 400
    assert not NewsPreference.objects.exclude(push={}, mail={}, time_zone="", quiet=True).exists()


def test_without_a_script_the_form_is_kept_by_its_button(elsa: Any) -> None:
    client = signed_in(elsa)
    form = {"save": "1", "push-turn": "on", "mail-low": "on", "zone": "Europe/Oslo"}
    assert client.post(PAGE, form).status_code == 302
    assert {name for name, on in switches(client).items() if on} == {"push-turn", "mail-low"}
    chosen = preferences.of(elsa.pk)
    assert (chosen.quiet, chosen.time_zone) == (False, "Europe/Oslo")


def test_after_all_mail_was_left_one_switch_brings_back_that_kind_alone(elsa: Any) -> None:
    preferences.leave_mail(elsa.pk, (), NOON)
    client = signed_in(elsa)
    assert not [name for name, on in switches(client).items() if on and name.startswith("mail")]
    choose(client, "mail-over", "on")
    assert {name for name, on in switches(client).items() if on and name.startswith("mail")} == {"mail-over"}


def test_the_page_shows_where_one_is_and_what_time_it_is_there(elsa: Any) -> None:
    client = signed_in(elsa)
    assert choose(client, "zone", "Asia/Calcutta") == 204, "an old name that browsers tell"
    page = client.get(PAGE).content.decode()
    assert re.search(r"<option selected>\s*Asia/Calcutta", page) and re.search(r"It is \d\d:\d\d there\.", page)


def test_it_lists_the_browsers_and_which_is_this_one(elsa: Any, service: PushService) -> None:
    with_browser(elsa, service)
    client, _ = with_browser(elsa, service)
    page = client.get(PAGE).content.decode()
    assert page.count("Notifications on since") == 2
    assert page.count("data-push-here") == page.count("data-push-try") == 1
    assert "data-push-here" not in signed_in(elsa).get(PAGE).content.decode()


def test_it_shows_an_address_as_its_owner_knows_it(elsa: Any) -> None:
    client = signed_in(elsa)
    page = client.get(PAGE).content.decode()
    assert "Mail goes to e•••@example.org" in page and "elsa@example.org" not in page
    mail_addresses.refuse("elsa@example.org", NOON)
    assert "came back" in client.get(PAGE).content.decode()


def test_where_the_site_sends_none_none_is_offered(elsa: Any, settings: Settings) -> None:
    settings.EMAIL_URL, settings.PUSH_SENDER = None, ""
    page = signed_in(elsa).get(PAGE).content.decode()
    assert 'name="mail-' not in page and "js/push.js" not in page


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_the_kinds_of_these_tests_are_all_there_are(kind: Any) -> None:
    assert (kind.key in ON_PUSH) == NewsPreference().wants(kind, "push")
    assert (kind.key in ON_MAIL) == NewsPreference().wants(kind, "mail")
