"""The admin is entered by the one door, and where STAFF_MFA is on with a second factor used in this session."""

import time
from pathlib import Path

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import FACTOR, PASSWORD, app_code, become_guest, prove, sign_in
from tests.site.test_settings import POSTGRES, SECRET, settings_under
from tests.support.still_clock import still_clock

INDEX = reverse("admin:index")
PAGES = [INDEX, reverse("admin:accounts_user_changelist"), reverse("admin:password_change")]


@pytest.mark.parametrize("path", PAGES)
def test_visitors_and_guests_are_sent_to_sign_in(client: Client, path: str) -> None:
    for _ in range(2):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))
        become_guest(client)


def test_players_are_turned_away(client: Client, elsa: User) -> None:
    sign_in(client)
    assert client.get(INDEX, follow=True).status_code == 403


def test_there_is_no_second_door(client: Client, boss: User) -> None:
    """The admin's own form, with its own password check, is not reachable."""
    answer = client.post(reverse("admin:login"), {"username": "boss", "password": PASSWORD})
    assert answer.status_code == 302 and answer["Location"].startswith(reverse("account_login"))
    assert client.get(INDEX).status_code == 302


def test_without_the_rule_a_password_is_enough(client: Client, boss: User) -> None:
    sign_in(client, "boss")
    assert client.get(INDEX).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_with_it_staff_set_up_a_factor_first(client: Client, boss: User, settings: Settings, path: str) -> None:
    settings.STAFF_MFA = True
    sign_in(client, "boss")
    assert client.get(path)["Location"] == reverse("mfa_index")
    assert client.post(path)["Location"] == reverse("mfa_index")
    assert client.get("/").status_code == 200


def test_from_there_a_link_leads_on(client: Client, boss: User, settings: Settings) -> None:
    settings.STAFF_MFA = True
    sign_in(client, "boss")
    page = client.get(INDEX, follow=True).content.decode()
    assert f'go on to <a href="{INDEX}">the administration</a>' in page
    assert f'href="{INDEX}"' in client.get(reverse("accounts:account")).content.decode()


def test_and_must_have_used_it_in_this_session(client: Client, boss: User, settings: Settings) -> None:
    settings.STAFF_MFA = True
    sign_in(client, "boss")
    TOTP.activate(boss, FACTOR)
    asked = client.get(INDEX)["Location"]
    assert asked.startswith(reverse("mfa_reauthenticate"))
    ways = client.get(asked).content.decode()
    assert reverse("account_reauthenticate") not in ways, "a password would lead back to this page"
    assert reverse("account_reauthenticate") in client.get(reverse("mfa_reauthenticate")).content.decode()
    client.post(asked, {"code": "000000"})
    assert client.get(INDEX).status_code == 302
    with still_clock():
        assert client.post(asked, {"code": app_code()})["Location"] == INDEX
    assert client.get(INDEX).status_code == 200

    other = Client()
    become_guest(other)
    sign_in(other, "boss")
    assert other.get(INDEX).status_code == 302


def test_signing_in_with_it_counts_also_from_a_guest_s_browser(client: Client, boss: User, settings: Settings) -> None:
    settings.STAFF_MFA = True
    TOTP.activate(boss, FACTOR)
    become_guest(client)
    sign_in(client, "boss")
    with still_clock():
        client.post(reverse("mfa_authenticate"), {"code": app_code()})
    assert client.get(INDEX).status_code == 200


def test_a_superuser_without_an_address_is_let_in_where_addresses_are_proved(
    client: Client, boss: User, settings: Settings, codes_by_mail: None
) -> None:
    """`createsuperuser` lets one leave it empty; the sign-in led to and fro for ever."""
    settings.EMAIL_URL = {"EMAIL_HOST": "mail.example"}
    assert not boss.email
    assert sign_in(client, "boss")["Location"] == "/"
    assert client.get(INDEX).status_code == 200
    settings.STAFF_MFA = True
    assert client.get(client.get(INDEX)["Location"]).status_code == 200, "and can set up a second factor"


def test_who_has_an_address_still_proves_it_first(client: Client, settings: Settings, codes_by_mail: None) -> None:
    settings.EMAIL_URL = {"EMAIL_HOST": "mail.example"}
    User.objects.create_superuser("bea", email="bea@example.org", password=PASSWORD)
    assert sign_in(client, "bea")["Location"] == reverse("account_email_verification_sent")
    assert client.get(INDEX).status_code == 302


def test_a_lone_site_asks_for_none_and_a_public_one_may_be_told_so(tmp_path: Path) -> None:
    """What a public site does unasked: tests/site/test_production_settings.py."""
    names = ("STAFF_MFA", "ACCOUNT_EMAIL_VERIFICATION", "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED")
    assert list(settings_under(tmp_path, *names).values()) == [False, "optional", False]
    public = {"DATABASE_URL": POSTGRES, "SECRET_KEY": SECRET, "STAFF_MFA": "0"}
    assert settings_under(tmp_path, "STAFF_MFA", **public) == {"STAFF_MFA": False}


@pytest.mark.django_db(transaction=True)
def test_who_has_just_set_an_app_up_goes_on_at_once(client: Client, boss: User, settings: Settings) -> None:
    """Its next code would come half a minute later."""
    settings.STAFF_MFA = True
    sign_in(client, "boss")
    prove(client)
    page = reverse("mfa_activate_totp")
    with still_clock():
        secret = client.get(page).context["form"].secret
        assert client.post(page, {"code": app_code(secret)}).status_code == 302
    assert client.get(INDEX).status_code == 200
    other = Client()
    sign_in(other, "boss")
    assert other.get(INDEX).status_code == 302, "in another browser the code is asked for"


def test_too_many_wrong_codes_are_told_how_long_to_wait(client: Client, boss: User) -> None:
    """And it is true: what is right is refused until then, and let in afterwards."""
    TOTP.activate(boss, FACTOR)
    page = reverse("mfa_authenticate")
    with time_machine.travel(time.time(), tick=False) as clock:
        sign_in(client, "boss")
        for _ in range(5):
            assert client.post(page, {"code": "000000"}).status_code == 200
        refused = client.post(page, {"code": app_code()})
        assert refused.status_code == 429 and refused["Retry-After"] == "300"
        assert "Too many tries. Wait 5 minutes, then try again." in refused.content.decode()
        clock.shift(300 + 1)
        assert client.post(page, {"code": app_code()}).status_code == 302
