"""Two names that a reader takes for one another cannot both be accounts', and none passes for the site's own."""

import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from confusable_homoglyphs import confusables
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from accounts.models import GivenUpName, NameKey, User
from accounts.profiles.names import BadName, clean_name, is_reserved, keys_of
from accounts.services import leaving, naming
from accounts.services.guests import create_guest
from tests.accounts.conftest import account, sign_up, who

NOON = datetime(2027, 1, 15, 12, tzinfo=UTC)

ALIKE = [
    ("Elsa", "ELSA"),
    ("Elsa", "elsa"),
    ("Elsa", "Еlѕа"),  # three Cyrillic letters
    ("coco", "сосо"),  # all Cyrillic
    ("NIKE", "ΝΙΚΕ"),  # all Greek, alike as capitals only
    ("Lisa", "Iisa"),  # a capital i
    ("Lisa", "1isa"),
    ("Boo", "B00"),
    ("Emma", "Ernma"),
    ("Wera", "VVera"),
    ("Anna Lena", "Anna-Lena"),
    ("Anna Lena", "AnnaLena"),
    ("Åsa", "A\u030asa"),
    ("Straße", "STRASSE"),
    ("Elsa", "Ｅｌｓａ"),  # wide letters
    ("Dilan", "Dılan"),  # without its dot
    ("Bertil", "Bẹrtil"),
    ("Bertil", "Bertiĺ"),
    ("Bertil", "8ertil"),
    ("Bertil", "B3rtil"),
    ("Bertil", "83rtil"),
    ("Bertil", "Bertił"),
    ("Astrid", "4s7rid"),
    ("Åsa", "Å5a"),
    ("Jean Luc", "Jean_Luc"),
    ("OBrien", "O'Brien"),
]
DIFFERENT = [
    ("Åsa", "Asa"), ("Vera", "Nera"), ("Elsa", "Elso"), ("Öberg", "Oberg"), ("Bo", "Bob"), ("Ida", "Eda"),
    ("Ärla", "Arla"), ("Söder", "Soder"), ("Elsa 3", "Elsa 8"), ("Max 2024", "Max 2026"), ("かき", "がき"),
]  # fmt: skip
KEPT = [
    "admin", "Admin", "ADMlN", "A d m i n", "Administrator", "admin-elsa", "AlfaPower", "Alfa Power Team", "A1faPower",
    "Moderator", "Guest", "Guest 4821", "guest-1", "Gäst 12", "Deleted player", "Raderad spelare", "support", "rооt",
    "The host", "Host", "Player", "Spelare", "Operator", "Operator 7", "0perator", "Officiel",
    "AlfaBot", "Alfa Bot 3", "Computer", "C0mputer", "None", "N0n3",
    "Ingen", "Datorn", "Värden", "null", "Motståndaren",
]  # fmt: skip
FREE = [
    "Elsa", "Guestina", "Gästrik", "Robot", "Modesty", "Ad", "Alfa", "Playerone", "Player 7", "Hosta", "Opera",
]  # fmt: skip


def test_these_are_alike_and_those_are_not() -> None:
    assert [(one, other) for one, other in ALIKE if not keys_of(one) & keys_of(other)] == []
    assert [(one, other) for one, other in DIFFERENT if keys_of(one) & keys_of(other)] == []


def test_hundreds_of_pairs_of_the_unicode_table() -> None:
    """Every letter or digit that the table calls alike to an English one, within a name."""
    pairs = 0
    for letter in "abcdefghijklmnopqrstuvwxyz":
        for alike in confusables.confusables_data.get(letter, []):
            other = alike["c"]
            if len(other) == 1 and unicodedata.category(other) in {"Lu", "Ll", "Lo", "Nd"}:
                assert keys_of(f"Xy{letter}q") & keys_of(f"Xy{other}q"), (letter, other)
                pairs += 1
    assert pairs > 500


def test_one_name_is_in_one_script_or_in_scripts_that_are_written_together() -> None:
    for mixed in ("Еlsa", "Elsа", "Ωmega", "Elsa李", "Иvan"):
        with pytest.raises(BadName) as refusal:
            clean_name(mixed)
        assert refusal.value.code == "mixed_scripts", mixed
    for name in ("東京タワー", "ひらがな漢字", "Иван 2", "Åsa 99", "김철수"):
        assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_names_of_the_site_are_kept_and_others_are_not() -> None:
    assert [name for name in KEPT if not is_reserved(name)] == []
    assert [name for name in FREE if is_reserved(name)] == []


@pytest.mark.parametrize("name", ["ELSA", "еӏѕа", "E l s a"])
def test_nobody_else_gets_an_account_s_name(client: Client, name: str) -> None:
    account("Elsa")
    page = sign_up(client, name, "other@example.org")
    code = page.context["form"].errors.as_data()["username"][0].code
    assert code == "taken" and who(client) is None
    with pytest.raises(BadName):
        naming.rename(create_guest().pk, name)


def test_guests_may_share_a_name_until_one_signs_up(client: Client) -> None:
    one, two = create_guest(), create_guest()
    for guest in (one, two):
        naming.rename(guest.pk, "Wanda")
    naming.take_name(one, "Wanda")
    with pytest.raises(BadName):
        naming.take_name(two, "Wanda")


def test_a_new_name_is_the_one_to_sign_in_with_and_the_old_one_is_nobody_elses_for_ninety_days(
    time_machine: TimeMachineFixture,
) -> None:
    time_machine.move_to(NOON, tick=False)
    elsa = account("Elsa")
    naming.rename(elsa.pk, "Ebba")
    elsa.refresh_from_db()
    assert (elsa.display_name, elsa.username) == ("Ebba", "Ebba")
    for name in ("Elsa", "E1sa", "еӏѕа"):
        with pytest.raises(BadName) as refusal:
            naming.free_name(name, create_guest().pk)
        assert refusal.value.code == "taken"
    assert naming.free_name("Elsa", elsa.pk) == "Elsa"  # who may come back to it

    time_machine.shift(timedelta(days=90))
    assert naming.forget_names() > 0 and not GivenUpName.objects.exists()
    assert account("Elsa", "other@example.org").display_name == "Elsa"
    with pytest.raises(BadName):
        naming.rename(elsa.pk, "Elsa")


def test_who_leaves_leaves_a_name_that_stands_nowhere_and_is_kept_back(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)
    leaving.delete(account("Elsa").pk)
    kept = GivenUpName.objects.values_list("digest", "user")
    assert kept and all("elsa" not in digest and user is None for digest, user in kept)
    with pytest.raises(BadName):
        naming.free_name("Elsa", None)
    time_machine.shift(timedelta(days=90))
    assert naming.free_name("Elsa", None) == "Elsa"


def test_an_account_renames_once_in_thirty_days_and_a_guest_at_will(
    time_machine: TimeMachineFixture, client: Client
) -> None:
    time_machine.move_to(NOON, tick=False)
    guest = create_guest()
    for name in ("Wanda", "Wilma", "Wendla"):
        naming.rename(guest.pk, name)
    elsa = account("Elsa")
    naming.rename(elsa.pk, "Ebba")
    time_machine.shift(timedelta(days=29))
    with pytest.raises(BadName) as refusal:
        naming.rename(elsa.pk, "Edit")
    assert refusal.value.code == "too_soon"
    client.force_login(elsa)
    said = client.post(reverse("accounts:name"), {"name": "Edit"}).content.decode()
    assert "A name can be changed once every 30 days. Yours can change again on" in said
    naming.rename(elsa.pk, "Ebba")  # nothing changes
    naming.rename(elsa.pk, "Ester", by_staff=True)
    time_machine.shift(timedelta(days=1))
    naming.rename(elsa.pk, "Edit")


def test_a_name_that_stays_is_no_fault_even_when_it_is_kept_from_others() -> None:
    guest = create_guest()
    naming.rename(guest.pk, guest.display_name)
    User.objects.create_superuser("admin", password="x")
    naming.rename(User.objects.get(username="admin").pk, "admin")


def test_the_database_decides_between_two_at_once() -> None:
    account("Elsa")
    with pytest.raises(IntegrityError), transaction.atomic():
        NameKey.objects.create(user=create_guest(), key="elsa")


def test_who_was_made_by_a_command_holds_the_name_too() -> None:
    User.objects.create_superuser("astrid", password="x")
    with pytest.raises(BadName):
        naming.free_name("Astrid", None)
