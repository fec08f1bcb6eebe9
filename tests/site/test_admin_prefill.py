"""What an address fills in on a page of the admin that adds something: only what links of ours do, whatever it says."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.profiles.access_admin import AddressAdmin
from tests.accounts.conftest import account
from tests.support.run_length import tries

pytestmark = pytest.mark.django_db

ODD = ("x", "\0", "9" * 40, "2026-01-01", "1,2", '"><b>')
ADDED = sorted(
    ((model, page) for model, page in admin.site._registry.items() if page.form.base_fields or model is not User),
    key=lambda pair: pair[0]._meta.label,
)


@pytest.mark.parametrize(("model", "page"), ADDED, ids=[model._meta.label for model, _page in ADDED])
def test_whatever_an_address_fills_in_the_page_answers(
    admin_client: Client, model: type[EmailAddress], page: AddressAdmin
) -> None:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
    names = [field.name for field in model._meta.get_fields() if field.concrete]
    for first in range(tries(3, len(ODD))):  # each field another one
        given = {name: ODD[(first + number * 5) % len(ODD)] for number, name in enumerate(names)}
        answer = admin_client.get(address, given)
        assert answer.status_code in (200, 302, 403), (given, answer.status_code)
        if answer.status_code == 200 and answer.context and "adminform" in answer.context:
            initial = answer.context["adminform"].form.initial
            assert {name for name in names if initial.get(name) == given[name]} <= set(page.prefilled)


def test_a_link_to_sanction_somebody_names_them(admin_client: Client) -> None:
    player = account("Somebody")
    answer = admin_client.get(reverse("admin:accounts_sanction_add"), {"user": player.pk})
    assert answer.context["adminform"].form.initial == {"user": str(player.pk)}
