"""The names players may choose (accounts.profiles.names.clean_name), as a table, and the form that says why not; and
those that nobody may have because of what they say, in both languages and however they are spelt."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.profiles.names import BadName, clean_name
from accounts.profiles.offensive_names import is_offensive
from accounts.services import naming
from accounts.services.guests import create_guest
from tests.accounts.conftest import sign_up

TAKEN_AS = [
    ("Elsa", "Elsa"),
    ("Åsa Öberg", "Åsa Öberg"),
    ("A\u030asa", "Åsa"),  # decomposed becomes composed
    ("  Elsa  ", "Elsa"),
    ("\u2003Elsa\u00a0", "Elsa"),  # any white space at the ends goes
    ("Anna-Lena  K", "Anna-Lena K"),
    ("R2", "R2"),
    ("O'Brien", "O'Brien"),
    ("O\u2019Brien", "O'Brien"),  # as keyboards write it
    ("Jean_Luc", "Jean_Luc"),
    ("Ωμέγα", "Ωμέγα"),
    ("李小龙", "李小龙"),
    ("Äb", "Äb"),
    ("x" * 20, "x" * 20),
    ("A\u030a" * 20, "Å" * 20),  # 40 characters that compose to 20
]

REFUSED = [
    ("", "too_short"),
    (" ", "too_short"),
    ("E", "too_short"),
    ("A\u030a", "too_short"),  # two characters, one letter
    ("x" * 21, "too_long"),
    ("--", "no_letter"),
    ("- -", "no_letter"),
    ("Elsa!", "bad_character"),
    ("<b>Elsa</b>", "bad_character"),
    ("\u3164\u3164", "too_short"),  # letters by name, nothing to see
    ("El\x00sa", "bad_character"),
    ("El\x7fsa", "bad_character"),
    ("El\u2010sa", "bad_character"),  # a hyphen, but not the plain one
    ("_Elsa", "bad_character"),
    ("Elsa'", "bad_character"),
    ("El__sa", "bad_character"),
    ("El'_sa", "bad_character"),
    ("El_-sa", "bad_character"),
    ("El`sa", "bad_character"),
    ("Elsa\U0001f600", "bad_character"),
    ("E\u0301\u0301\u0301lsa", "bad_character"),  # marks piled on a letter
    ("Elsa\u00b2", "bad_character"),  # superscript two is no decimal digit
]


def refusal_of(raw: str) -> str:
    """The code by which the name is refused, or "" where it may be."""
    try:
        clean_name(raw)
    except BadName as refusal:
        return refusal.code
    return ""


def test_a_good_name_is_composed_and_trimmed() -> None:
    assert [clean_name(raw) for raw, _name in TAKEN_AS] == [name for _raw, name in TAKEN_AS]


def test_a_bad_name_is_refused_by_its_code() -> None:
    assert {raw: refusal_of(raw) for raw, _code in REFUSED} == dict(REFUSED)


@pytest.mark.parametrize(("raw", "code"), [("E", "too_short"), ("x" * 21, "too_long"), ("E\u0338a", "bad_character")])
def test_the_form_names_the_error_at_the_field_and_changes_nothing(client: Client, raw: str, code: str) -> None:
    client.post(reverse("accounts:name"), {"name": "Elsa"})

    response = client.post(reverse("accounts:name"), {"name": raw})

    assert [error.code for error in response.context["form"].errors.as_data()["name"]] == [code]
    assert 'id="id_name_error"' in response.content.decode()
    assert User.objects.get().display_name == "Elsa"


def test_a_visitor_who_chooses_a_name_becomes_a_guest_of_that_name(client: Client) -> None:
    response = client.post(reverse("accounts:name"), {"name": " Åsa "})

    assert response.status_code == 302
    guest = User.objects.get()
    assert (guest.display_name, guest.is_guest) == ("Åsa", True)
    assert client.get(reverse("accounts:name")).context["user"] == guest


def test_looking_at_the_form_and_failing_at_it_make_no_guest(client: Client) -> None:
    assert client.get(reverse("accounts:name")).status_code == 200
    client.post(reverse("accounts:name"), {"name": "-"})
    client.post(reverse("accounts:name"), {})
    client.post(reverse("accounts:name"), {"name": "El\x00sa"})

    assert not User.objects.exists()


def test_a_guest_can_rename_and_stays_the_same_row(client: Client) -> None:
    client.post(reverse("accounts:name"), {"name": "Elsa"})
    before = User.objects.get()

    client.post(reverse("accounts:name"), {"name": "Björn"})

    assert (User.objects.get().pk, User.objects.get().display_name) == (before.pk, "Björn")


OFFENSIVE = [
    "fuck", "Fuck", "FuckYou", "fuck you", "f-u-c-k", "f u c k", "fuuuuck", "Fückyou", "xXfuckXx", "nigger", "N1gger",
    "n i g g e r", "niggers", "Hitler", "H1tler", "Adolf Hitler", "hitler88", "AHitlerFan", "Ηitler", "whore", "wh0re",
    "Kuken", "kuk", "KUKEN", "kuken 69", "Stor_kuk", "hora", "Hora", "h0ra", "Horan", "min hora", "MinHora", "fitta",
    "F1tta", "knullare", "KnullaMig", "bög", "bögjävel", "neger", "Neger-Pelle", "svartskalle", "Cunt", "c u n t",
    "bitch", "b1tch", "rapist", "nazi", "Nazi Boy", "SiegHeil", "sieg heil", "porn", "retard", "Slut",
]  # fmt: skip
HARMLESS = [
    "Elsa", "Dick", "Dick Harrison", "Nancy", "Brad Pitt", "Poon", "Quim", "Coons", "Scunthorpe", "Penistone",
    "Essex", "Middlesex", "Ishita", "Yoshito", "Nazir", "Ignazio", "Benazir", "Draper", "Grape", "Therapist",
    "Nigeria", "Niger", "Negri", "Schwarzenegger", "Dickens", "Hancock", "Peacock", "Assar", "Cassandra", "Bassam",
    "Horatio", "Hortensia", "Fittipaldi", "Kukulkan", "Sören", "Bogart", "Böger", "Analena", "Matsushita",
    "Takeshita", "Cockburn", "Sluter", "Kristina", "Astrid 88", "Gunnar", "Van Dyke", "Hooker", "Isis", "Semen",
    "Fanny", "Randy", "Willy", "Gay", "Sextus", "Titti", "Kakan", "Svante", "Fagerlund", "Fager", "Lezley", "Nigel",
    "Rapper 9",
]  # fmt: skip


def test_a_crude_name_is_refused_and_a_name_of_somebody_is_not() -> None:
    assert [name for name in OFFENSIVE if not is_offensive(name)] == []
    assert [name for name in HARMLESS if is_offensive(name)] == []


def test_nobody_signs_up_or_plays_under_one(client: Client) -> None:
    page = sign_up(client, "Kuken", "somebody@example.org")
    assert page.context["form"].errors.as_data()["username"][0].code == "offensive"
    said = client.post(reverse("accounts:name"), {"name": "fuck"}).content.decode()
    assert "That name is not allowed here. Choose another." in said and not User.objects.exists()
    with pytest.raises(BadName):
        naming.rename(create_guest().pk, "hora")
