"""Names that nobody may have because of what they say, in both languages and however they are spelt; and those that
only hold such letters."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.names import BadName
from accounts.people.offensive_names import is_offensive
from accounts.services import naming
from accounts.services.guests import create_guest
from tests.accounts.conftest import sign_up

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


@pytest.mark.parametrize("name", OFFENSIVE)
def test_a_crude_name_is_refused(name: str) -> None:
    assert is_offensive(name)


@pytest.mark.parametrize("name", HARMLESS)
def test_a_name_of_somebody_is_not(name: str) -> None:
    assert not is_offensive(name)


def test_nobody_signs_up_or_plays_under_one(client: Client) -> None:
    page = sign_up(client, "Kuken", "somebody@example.org")
    assert page.context["form"].errors.as_data()["username"][0].code == "offensive"
    said = client.post(reverse("accounts:name"), {"name": "fuck"}).content.decode()
    assert "That name is not allowed here. Choose another." in said and not User.objects.exists()
    with pytest.raises(BadName):
        naming.rename(create_guest().pk, "hora")
