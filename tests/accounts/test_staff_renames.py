"""A player whom staff give another name learns of it, and comes in by the old one for as long as nobody else may have
it."""

from datetime import timedelta

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import naming
from tests.accounts.conftest import PASSWORD, sign_in, who
from tests.support.browsers import signed_in

BANNER = "Our staff have changed your name to Berit."
WITH_COMMIT = pytest.mark.django_db(transaction=True)


def rename_in_admin(moderator: User, player: User, name: str = "Berit") -> None:
    """As a moderator does it on the player's page."""
    page = reverse("admin:accounts_user_change", args=[player.pk])
    browser = signed_in(moderator)
    browser.defaults["REMOTE_ADDR"] = "192.0.2.77"
    assert browser.post(page, {"display_name": name}).status_code == 302


@WITH_COMMIT
def test_a_mail_in_the_player_s_language_names_both_and_nothing_of_who_did_it(
    boss: User, mailoutbox: list[EmailMessage], bertil: User
) -> None:
    User.objects.filter(pk=bertil.pk).update(language="sv")
    mailoutbox.clear()
    rename_in_admin(boss, bertil)
    [mail] = mailoutbox
    assert mail.to == ["bertil@example.org"] and mail.subject == "AlfaPower: Ditt namn har ändrats"
    text = str(mail.body)
    assert "Bertil" in text and "Berit" in text and "90 dagar" in text
    assert "boss" not in text and "192.0.2.77" not in text


@WITH_COMMIT
def test_no_mail_where_nothing_was_changed_and_none_to_a_guest(
    boss: User, guest: User, mailoutbox: list[EmailMessage], bertil: User
) -> None:
    mailoutbox.clear()
    rename_in_admin(boss, bertil, "Bertil")
    rename_in_admin(boss, guest)
    assert mailoutbox == []
    guest.refresh_from_db()
    assert guest.display_name == "Berit"


def test_the_home_page_tells_it_until_the_player_has_read_it(client: Client, bertil: User) -> None:
    sign_in(client, "Bertil")
    home, read = reverse("lobby:home"), reverse("accounts:name-read")
    assert BANNER not in client.get(home).content.decode()
    naming.rename(bertil.pk, "Berit", by_staff=True)
    page = client.get(home).content.decode()
    assert BANNER in page and "for 90 days" in page and f'action="{read}"' in page
    assert client.get(read).status_code == 405 and BANNER in client.get(home).content.decode()
    assert client.post(read)["Location"] == home
    assert BANNER not in client.get(home).content.decode()


def test_a_guest_reads_nothing_of_signing_in(client: Client, guest: User) -> None:
    naming.rename(guest.pk, "Berit", by_staff=True)
    page = client.get(reverse("lobby:home")).content.decode()
    assert BANNER in page and "for 90 days" not in page


@pytest.mark.parametrize("by_staff", [True, False])
def test_the_old_name_signs_in_for_ninety_days(by_staff: bool, bertil: User) -> None:
    naming.rename(bertil.pk, "Berit", by_staff=by_staff)
    for login in ("Bertil", " bertil ", "Berit", "bertil@example.org"):
        browser = Client()
        sign_in(browser, login)
        assert who(browser) == bertil, login
    stranger = Client()
    sign_in(stranger, "Bertil", "a wrong password")
    assert who(stranger) is None
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        late = Client()
        sign_in(late, "Bertil")
        assert who(late) is None


def test_wrong_passwords_are_counted_for_the_account_by_the_old_name_too(bertil: User) -> None:
    naming.rename(bertil.pk, "Berit", by_staff=True)
    for n in range(5):
        sign_in(Client(REMOTE_ADDR=f"203.0.113.{n}"), "Bertil" if n % 2 else "Berit", "a wrong password")
    assert sign_in(Client(REMOTE_ADDR="203.0.113.9"), "Bertil", PASSWORD).status_code == 429


def test_the_name_of_a_deleted_account_leads_nowhere(bertil: User) -> None:
    naming.rename(bertil.pk, "Berit", by_staff=True)
    bertil.delete()
    assert naming.name_to_sign_in("Bertil") == "Bertil"
    assert naming.name_to_sign_in("bertil@example.org") == "bertil@example.org"
