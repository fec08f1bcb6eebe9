"""The admin's front page: the site's name and order, and every model in a section."""

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import User
from common.admin_site import SECTIONS
from tests.support.browsers import signed_in

pytestmark = pytest.mark.django_db


def test_it_has_the_site_s_name_in_both_languages(admin_client: Client) -> None:
    for language, name in (("en", "AlfaPower administration"), ("sv", "AlfaPower – administration")):
        page = admin_client.get("/admin/", headers={"accept-language": language}).content.decode()
        assert name in page and "Django administration" not in page and "Django-administration" not in page


def test_the_front_page_is_swedish_for_swedes(admin_client: Client) -> None:
    page = admin_client.get("/admin/", headers={"accept-language": "sv"}).content.decode()
    for word in ("Spelare", "Åtgärder", "Sessioner", "Andra faktorer", "Matcher", "Granskningslogg"):
        assert f">{word}</a>" in page
    assert "Authenticators" not in page and "Matches" not in page


def test_every_model_with_pages_is_in_a_section() -> None:
    named = [label for _key, _title, labels in SECTIONS for label in labels]
    assert sorted(named) == sorted(model._meta.label_lower for model in admin.site._registry)


def test_a_section_shows_what_one_may_see_and_no_other_is_there(admin_client: Client) -> None:
    shown = [section["name"] for section in admin_client.get("/admin/").context["app_list"]]
    assert [str(name) for name in shown] == [str(title) for _key, title, _labels in SECTIONS]
    nobody = signed_in(User.objects.create_user("reader", is_staff=True))
    assert nobody.get("/admin/").context["app_list"] == []
