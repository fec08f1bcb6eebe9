"""What staff do is written down with the values before and after, and nobody takes it back."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.models import AuditEntry, KeptForEver
from dictionary.models import BlockedWord
from lobby.models import Preset
from tests.accounts.conftest import PASSWORD
from tests.lobby.test_presets import change_page, filled_in
from tests.support.browsers import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.fixture
def browser(boss: User) -> Client:
    return signed_in(boss)


def test_an_edit_tells_each_field_before_and_after(browser: Client) -> None:
    quick = Preset.objects.get(key="quick")
    turn = browser.get(change_page(quick)).context["adminform"].form.initial["turn_seconds"]
    browser.post(change_page(quick), filled_in(browser, change_page(quick), title_en="Fast", turn_seconds="77"))
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.act, entry.kind, entry.object_id) == ("boss", "change", "lobby.preset", str(quick.pk))
    assert entry.changes == {"title_en": [quick.title_en, "Fast"], "turn_seconds": [turn, 77]}


def test_a_save_that_changes_nothing_is_no_act(browser: Client) -> None:
    quick = Preset.objects.get(key="quick")
    browser.post(change_page(quick), filled_in(browser, change_page(quick)))
    assert not AuditEntry.objects.exists()


def test_what_was_added_and_deleted_is_told_with_its_values(browser: Client) -> None:
    browser.post("/admin/dictionary/blockedword/add/", {"language": "en", "word": "zax", "reason": "a reason"})
    word = BlockedWord.objects.get()
    browser.post(reverse("admin:dictionary_blockedword_delete", args=[word.pk]), {"post": "yes"})
    gone, added = AuditEntry.objects.all()
    assert (added.act, added.changes["word"], added.changes["reason"]) == ("add", [None, "ZAX"], [None, "a reason"])
    assert (gone.act, gone.object_id, gone.changes["word"]) == ("delete", str(word.pk), ["ZAX", None])


def test_many_deleted_at_once_are_told_one_by_one(browser: Client) -> None:
    words = [BlockedWord.objects.create(language="en", word=word) for word in ("AA", "AB")]
    chosen = {"action": "delete_selected", "_selected_action": [word.pk for word in words], "post": "yes"}
    browser.post("/admin/dictionary/blockedword/", chosen)
    assert {entry.object_name for entry in AuditEntry.objects.filter(act="delete")} == {"AA", "AB"}


def test_it_is_read_by_those_who_may_and_changed_by_nobody(browser: Client) -> None:
    BlockedWord.objects.create(language="en", word="AA")
    browser.post("/admin/dictionary/blockedword/add/", {"language": "en", "word": "zax"})
    entry = AuditEntry.objects.get()
    place = f"/admin/common/auditentry/{entry.pk}"
    assert "ZAX" in browser.get("/admin/common/auditentry/").content.decode()
    page = browser.get(f"{place}/change/").content.decode()
    assert "<td>ZAX</td>" in page and 'name="_save"' not in page
    for address in (f"{place}/change/", f"{place}/delete/", "/admin/common/auditentry/add/"):
        assert browser.post(address, {"post": "yes", "who": "x"}).status_code == 403
    reader = User.objects.create_user("reader", password=PASSWORD, is_staff=True)
    assert signed_in(reader).get("/admin/common/auditentry/").status_code == 403
    reader.user_permissions.add(Permission.objects.get(codename="view_auditentry"))
    assert signed_in(reader).get("/admin/common/auditentry/").status_code == 200


def test_nothing_in_the_code_changes_it_either(browser: Client) -> None:
    browser.post("/admin/dictionary/blockedword/add/", {"language": "en", "word": "zax"})
    entry = AuditEntry.objects.get()
    for change in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(KeptForEver):
            change()
    with pytest.raises(KeptForEver):
        AuditEntry.objects.update(who="x")


def test_it_outlives_the_account_of_who_acted(browser: Client, boss: User) -> None:
    User.objects.create_superuser("other", password=PASSWORD)
    browser.post("/admin/dictionary/blockedword/add/", {"language": "en", "word": "zax"})
    boss.delete()
    entry = AuditEntry.objects.get()
    assert entry.who == "boss" and entry.user is None
