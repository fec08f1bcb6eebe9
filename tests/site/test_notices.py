"""Notices of the staff: on top of every page, in both languages, from one moment to another, for hardly a statement."""

from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from common import notices
from common.models import AuditEntry, Notice
from tests.accounts.conftest import PASSWORD, account, match_of, sign_in
from tests.support.browsers import signed_in

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def notice(english: str = "We restart at nine.") -> Notice:
    now, swedish = timezone.now(), "Vi startar om klockan nio."
    made = Notice.objects.create(text_en=english, text_sv=swedish, starts_at=now - HOUR, ends_at=now + HOUR)
    notices.forget()
    return made


@pytest.mark.parametrize(("language", "said"), [("en", "We restart at nine."), ("sv", "Vi startar om klockan nio.")])
def test_every_page_says_it_in_the_readers_language(client: Client, language: str, said: str) -> None:
    notice()
    headers = {"accept-language": language}
    for address in ("/", "/guide/", "/nothing-here/", "/accounts/login/"):
        assert said in client.get(address, headers=headers).content.decode(), address


def test_the_page_of_a_match_says_it_too(client: Client) -> None:
    elsa, ebba = account(), account("Ebba", "ebba@example.org")
    sign_in(client)
    row = match_of(elsa, ebba)
    notice()
    assert "We restart at nine." in client.get(f"/match/{row.public_id}/", follow=True).content.decode()


def test_it_begins_and_ends_on_the_second(client: Client) -> None:
    made = notice()
    assert notices.showing(made.starts_at) and notices.showing(made.ends_at - timedelta(seconds=1))
    assert not notices.showing(made.starts_at - timedelta(seconds=1)) and not notices.showing(made.ends_at)


def test_text_is_text(client: Client) -> None:
    notice(english="<b>Nine</b>")
    assert "&lt;b&gt;Nine&lt;/b&gt;" in client.get("/").content.decode()


def test_a_process_asks_once_for_many_pages(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    notice()
    with django_assert_num_queries(1):
        shown = [notices.showing(timezone.now()) for _page in range(20)]
    assert all(shown)


def test_those_known_before_stand_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    notice()
    assert notices.showing(timezone.now())
    notices.forget()
    monkeypatch.setattr(Notice.objects, "filter", Mock(side_effect=DatabaseError))
    assert [shown.text_en for shown in notices.showing(timezone.now())] == ["We restart at nine."]


def test_operators_write_them_in_the_admin_and_others_do_not() -> None:
    now = timezone.now()
    posted = {
        "text_en": "We restart at nine.", "text_sv": "Vi startar om klockan nio.",
        "starts_at_0": f"{now:%Y-%m-%d}", "starts_at_1": f"{now:%H:%M:%S}",
        "ends_at_0": f"{now + HOUR * 24:%Y-%m-%d}", "ends_at_1": f"{now:%H:%M:%S}",
    }  # fmt: skip
    editor = User.objects.create_user("editor", password=PASSWORD, is_staff=True)
    operator = User.objects.create_user("operator", password=PASSWORD, is_staff=True)
    for user, group in ((editor, "Word editors"), (operator, "Operators")):
        user.groups.add(Group.objects.get(name=group))
    assert signed_in(editor).post("/admin/common/notice/add/", posted).status_code == 403
    browser = signed_in(operator)
    page = browser.post("/admin/common/notice/add/", {**posted, "ends_at_0": "2020-01-01"}).content.decode()
    assert "The end must come after the start." in page and not Notice.objects.exists()
    assert browser.post("/admin/common/notice/add/", posted).status_code == 302
    assert 'class="notices"' in browser.get("/").content.decode()
    assert AuditEntry.objects.get().object_name == "We restart at nine."
    browser.post(f"/admin/common/notice/{Notice.objects.get().pk}/delete/", {"post": "yes"})
    assert 'class="notices"' not in browser.get("/").content.decode()
