"""What word editors do with lists is in the audit log, whatever page they do it on."""

from collections.abc import Callable

from django.test import Client

from common.models import AuditEntry
from dictionary.models import BlockedWord, Change, ListVersion
from tests.dictionary.test_admin_lists import page


def told() -> list[tuple[str, str]]:
    """(who, note) of what was done, the first first."""
    return list(AuditEntry.objects.order_by("pk").values_list("who", "note"))


def test_words_by_hand_are_told_with_the_reason_and_what_is_taken_back_too(
    admin_client: Client, made: Callable[..., ListVersion]
) -> None:
    version = made("AA AB BAA CAB")
    here = page("words", version.pk)
    admin_client.post(here, {"words": "zax qi", "reason": "new book", "add": "1"})
    assert told() == [("admin", "+ ZAX, + QI: new book")]
    admin_client.post(here, {"take_back": Change.objects.get(word="QI").pk})
    admin_client.post(page("compile", version.pk))
    assert [note for _who, note in told()][1:] == ["Taken back: + QI.", "Compile"]
    assert set(AuditEntry.objects.values_list("object_id", flat=True)) == {str(version.pk)}


def test_what_is_refused_is_not_told(admin_client: Client, made: Callable[..., ListVersion]) -> None:
    version = made("AA AB")
    admin_client.post(page("words", version.pk), {"words": "aa", "reason": "again", "add": "1"})
    assert told() == []


def test_the_bundled_blocklist_is_told_as_one(admin_client: Client) -> None:
    admin_client.post("/admin/dictionary/blockedword/bundled/", {"language": "en"})
    entry = AuditEntry.objects.get()
    assert (entry.object_id, entry.object_name) == ("", "* en")
    assert entry.note == f"{BlockedWord.objects.count()} words blocked."
