"""Two names that a reader takes for one another cannot both be accounts', and none passes for the site's own."""

import unicodedata

import pytest
from confusable_homoglyphs import confusables
from django.db import IntegrityError, transaction

from accounts.models import NameKey, User
from accounts.names import BadName, clean_name, is_reserved, keys_of
from accounts.services import naming
from accounts.services.guests import create_guest
from tests.accounts.conftest import account, sign_up, who

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
]
DIFFERENT = [("Åsa", "Asa"), ("Vera", "Nera"), ("Elsa", "Elso"), ("Öberg", "Oberg"), ("Bo", "Bob"), ("Ida", "Eda")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_these_are_alike(one, other):
    assert keys_of(one) & keys_of(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_these_are_not(one, other):
    assert not keys_of(one) & keys_of(other)


def test_hundreds_of_pairs_of_the_unicode_table():
    """Every letter or digit that the table calls alike to an English one, within a name."""
    pairs = 0
    for letter in "abcdefghijklmnopqrstuvwxyz":
        for alike in confusables.confusables_data.get(letter, []):
            other = alike["c"]
            if len(other) == 1 and unicodedata.category(other) in {"Lu", "Ll", "Lo", "Nd"}:
                assert keys_of(f"Xy{letter}q") & keys_of(f"Xy{other}q"), (letter, other)
                pairs += 1
    assert pairs > 500


@pytest.mark.parametrize("name", ["Еlsa", "Elsа", "Ωmega", "Elsa李", "Иvan"])
def test_one_name_is_in_one_script(name):
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert refusal.value.code == "mixed_scripts"


@pytest.mark.parametrize("name", ["東京タワー", "ひらがな漢字", "Иван 2", "Åsa 99", "김철수"])
def test_scripts_that_are_written_together_may_be(name):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "ADMlN", "A d m i n", "Administrator", "admin-elsa", "AlfaPower", "Alfa Power Team", "A1faPower",
     "Moderator", "Guest", "Guest 4821", "guest-1", "Gäst 12", "Deleted player", "Raderad spelare", "support", "rооt"],
)  # fmt: skip
def test_names_that_are_kept(name):
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Elsa", "Guestina", "Gästrik", "Robot", "Modesty", "Ad", "Alfa"])
def test_names_that_are_not_kept(name):
    assert not is_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ELSA", "еӏѕа", "E l s a"])
def test_nobody_else_gets_an_account_s_name(client, name):
    account("Elsa")
    page = sign_up(client, name, "other@example.org")
    code = page.context["form"].errors.as_data()["username"][0].code
    assert code == "taken" and who(client) is None
    with pytest.raises(BadName):
        naming.rename(create_guest().pk, name)


@pytest.mark.django_db
def test_guests_may_share_a_name_until_one_signs_up(client):
    one, two = create_guest(), create_guest()
    for guest in (one, two):
        naming.rename(guest.pk, "Wanda")
    naming.take_name(one, "Wanda")
    with pytest.raises(BadName):
        naming.take_name(two, "Wanda")


@pytest.mark.django_db
def test_a_new_name_frees_the_old_one_and_is_the_one_to_sign_in_with():
    elsa = account("Elsa")
    naming.rename(elsa.pk, "Ebba")
    elsa.refresh_from_db()
    assert (elsa.display_name, elsa.username) == ("Ebba", "Ebba")
    assert account("Elsa", "other@example.org").display_name == "Elsa"
    with pytest.raises(BadName):
        naming.rename(elsa.pk, "Elsa")


@pytest.mark.django_db
def test_a_name_that_stays_is_no_fault_even_when_it_is_kept_from_others():
    guest = create_guest()
    naming.rename(guest.pk, guest.display_name)
    User.objects.create_superuser("admin", password="x")
    naming.rename(User.objects.get(username="admin").pk, "admin")


@pytest.mark.django_db
def test_the_database_decides_between_two_at_once():
    account("Elsa")
    with pytest.raises(IntegrityError), transaction.atomic():
        NameKey.objects.create(user=create_guest(), key="elsa")


@pytest.mark.django_db
def test_who_was_made_by_a_command_holds_the_name_too():
    User.objects.create_superuser("astrid", password="x")
    with pytest.raises(BadName):
        naming.free_name("Astrid", None)
