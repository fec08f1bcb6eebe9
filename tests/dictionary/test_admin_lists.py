"""The word lists' pages in the admin: what staff can do with a version, what is refused them, and what the audit log
has of it."""

import gzip
import io
import zlib
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common import upload_permits
from common.models import AuditEntry
from dictionary import compare, upload_lines
from dictionary.models import BlockedWord, Change, Job, ListVersion
from dictionary.services import drafts, jobs, uploads, versions
from tests.dictionary.conftest import Maker
from tests.support.browsers import signed_in
from tests.support.types import certain

ADD = "/admin/dictionary/listversion/add/"


def page(name: str, pk: int) -> str:
    """The address of one of the pages."""
    return reverse(f"admin:dictionary_listversion_{name}", args=(pk,))


def file_of(raw: bytes) -> io.BytesIO:
    """An upload."""
    file = io.BytesIO(raw)
    file.name = "words.txt"
    return file


TERMS = {"language": "sv", "title": "Own", "attribution": "The club", "licence": "CC BY 4.0"}


def uploaded(admin_client: Client, raw: bytes, **more: str) -> Job:
    """The job of a file that was sent."""
    admin_client.post(ADD, {**TERMS, "file": file_of(raw), **more})
    return Job.objects.get()


def test_an_upload_leads_to_its_progress_and_its_report(admin_client: Client, quiet: list[Any]) -> None:
    raw = gzip.compress("åra\nAnna\nhus 3\nåra\n".encode())
    answer = admin_client.post(ADD, {**TERMS, "file": file_of(raw), "licence_texts": ["CC-BY-4.0"]})
    job = Job.objects.select_related("word_list").get()
    assert answer["Location"] == page("job", job.pk)
    waiting = admin_client.get(answer["Location"]).content.decode()
    assert 'hx-trigger="every 1s"' in waiting and 'http-equiv="refresh"' in waiting
    jobs.work(job.pk)
    last = admin_client.get(answer["Location"], headers={"HX-Request": "true"})
    done = last.content.decode()
    assert last["HX-Refresh"] == "true"
    assert "hx-trigger" not in done and "<html" not in done
    assert "4 lines, 1 words." in done and "Line 2:" in done and "<code>Anna</code>" in done
    job.word_list.refresh_from_db()
    assert (job.word_list.state, job.word_list.licence_texts) == ("compiled", "CC-BY-4.0")


@pytest.mark.parametrize(
    ("raw", "said"),
    [("åra\n".encode("utf-16"), "UTF-16"), (b"", "empty"), (gzip.compress(b"aa\n" * 10_000_000, 1), "two million")],
    ids=["utf-16", "empty", "ten million lines"],
)
def test_a_file_that_is_refused_is_refused_at_its_field(admin_client: Client, raw: bytes, said: str) -> None:
    answer = admin_client.post(ADD, {**TERMS, "file": file_of(raw)})
    assert said in " ".join(answer.context["form"].errors["file"])
    assert not Job.objects.exists()


def test_what_is_too_large_is_refused_before_it_is_read(admin_client: Client) -> None:
    answer = admin_client.post(ADD, {}, CONTENT_LENGTH=str(uploads.MOST_BYTES * 2))
    assert answer.status_code == 413
    assert "32 MB" in answer.content.decode()


def test_the_page_that_takes_a_file_invites_its_staff_to_send_it(admin_client: Client, client: Client) -> None:
    cookie = admin_client.get(ADD).cookies[upload_permits.COOKIE]
    assert upload_permits.is_invited(ADD, cookie.value)
    for other in (("/admin/", cookie.value), (ADD, cookie.value[1:])):
        assert not upload_permits.is_invited(*other)
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (ADD, True, "Strict")
    assert upload_permits.COOKIE not in client.get(ADD).cookies


def test_the_door_for_files_asks_for_the_token_too(admin_user: User, quiet: list[Any]) -> None:
    strict = signed_in(admin_user, enforce_csrf_checks=True)
    assert strict.post(ADD, {**TERMS, "file": file_of(b"aa\n")}).status_code == 403
    assert not Job.objects.exists()


def test_words_are_searched_added_removed_and_taken_back(admin_client: Client, made: Maker) -> None:
    version = made("AA AB BAA CAB")
    here = page("words", version.pk)
    for asked, found in (("ab", ["AB", "CAB"]), ("?a?", ["BAA", "CAB"]), ("a*", ["AA", "AB"]), ("x", [])):
        assert list(admin_client.get(here, {"q": asked}).context["found"].words) == found
    assert admin_client.get(here, {"q": "å1"}).context["unfit"]
    admin_client.post(here, {"words": "zz aa zqxj", "reason": "the club", "add": "1"})
    admin_client.post(here, {"words": "cab", "reason": "the club", "remove": "1"})
    assert versions.effective_words(ListVersion.objects.get(pk=version.pk)) == ["AA", "AB", "BAA", "ZQXJ", "ZZ"]
    change = Change.objects.get(word="ZQXJ")
    assert (change.reason, certain(change.user).username) == ("the club", "admin")
    shown = admin_client.get(here).content.decode()
    assert "AA is in the list already." in shown and "the club" in shown
    admin_client.post(here, {"take_back": change.pk})
    assert not Change.objects.filter(word="ZQXJ").exists()
    assert admin_client.post(here, {"words": "zz", "reason": "", "add": "1"}).context["form"].errors["reason"]


def test_a_draft_is_compiled_published_and_gone_back_from(
    admin_client: Client, published: Maker, quiet: list[Any]
) -> None:
    old = published("AA BB")
    admin_client.post(page("draft", old.pk))
    draft = ListVersion.objects.get(based_on=old)
    drafts.change(draft.pk, "ZQXJ", "the trial", added=True)
    answer = admin_client.post(page("compile", draft.pk))
    jobs.work(Job.objects.latest("pk").pk)
    assert answer["Location"] == page("job", Job.objects.latest("pk").pk)
    asked = admin_client.get(page("choose", draft.pk))
    weight = asked.context["weight"]
    assert (weight.added, weight.removed, weight.number) == (1, 0, 3)
    admin_client.post(page("choose", draft.pk), {"seen": old.pk, "number": "3"})
    assert versions.active("en") == draft
    late = admin_client.post(page("choose", old.pk), {"seen": old.pk}, follow=True).content.decode()
    assert "Somebody else made English" in late
    admin_client.post(page("choose", old.pk), {"seen": draft.pk, "number": "1"})
    assert versions.active("en") == old
    differing = admin_client.get(page("difference", draft.pk), {"with": old.pk})
    assert (differing.context["counts"], differing.context["found"].words) == ({"added": 1, "removed": 0}, ("ZQXJ",))


def test_what_is_published_has_no_form_and_cannot_be_deleted(admin_client: Client, published: Maker) -> None:
    version = published("AA BB")
    change = page("change", version.pk)
    assert b'name="title"' not in admin_client.get(change).content
    assert admin_client.post(change, {"title": "another"}).status_code == 403
    assert admin_client.post(page("delete", version.pk), {"post": "yes"}).status_code == 403
    assert b'name="words"' not in admin_client.get(page("words", version.pk)).content
    admin_client.post(page("words", version.pk), {"words": "CC", "reason": "x", "add": "1"})
    assert not Change.objects.exists()


def test_terms_are_edited_in_a_draft_and_the_blocklist_makes_a_compiled_one_a_draft(
    admin_client: Client, made: Maker
) -> None:
    version = made("AA BB")
    posted = {"title": "New", "attribution": "The club", "licence": "CC0", "licence_texts": ["SCOWL", "DSSO"]}
    admin_client.post(page("change", version.pk), posted)
    version.refresh_from_db()
    assert (version.title, version.licence_texts, version.state) == ("New", "SCOWL DSSO", "compiled")
    admin_client.post(page("change", version.pk), {**posted, "without_blocked": "on"})
    version.refresh_from_db()
    assert (version.state, version.without_blocked) == ("draft", True)


def test_the_bundled_blocklist_is_taken_in_once_and_credited_where_it_counts(
    admin_client: Client, published: Maker
) -> None:
    for count in (185, 0):
        answer = admin_client.post("/admin/dictionary/blockedword/bundled/", {"language": "sv"}, follow=True)
        assert f"{count} words blocked." in answer.content.decode()
    assert BlockedWord.objects.filter(language="sv").count() == 185
    assert "naughty-words" not in admin_client.get("/credits/").content.decode()
    published("AA BB", without_blocked=True)
    assert "naughty-words" in admin_client.get("/credits/").content.decode()


def test_who_may_look_may_not_change(client: Client, django_user_model: type[User], made: Maker) -> None:
    version = made("AA BB")
    looker = django_user_model.objects.create(username="looker", display_name="Looker", is_staff=True)
    client.force_login(looker)
    assert client.get(page("words", version.pk)).status_code == 403
    looker.user_permissions.add(Permission.objects.get(codename="view_listversion"))
    for name in ("words", "difference", "change"):
        assert client.get(page(name, version.pk)).status_code == 200
    assert client.get(ADD).status_code == client.get(page("choose", version.pk)).status_code == 403
    for name in ("words", "choose", "compile", "draft"):
        assert client.post(page(name, version.pk), {"seen": 1}).status_code == 403


def test_the_pages_speak_swedish_and_have_nothing_inline(admin_client: Client, made: Maker) -> None:
    version = made("AA BB")
    admin_client.cookies["django_language"] = "sv"
    job = Job.objects.latest("pk")
    addresses = [page(name, version.pk) for name in ("words", "difference", "choose", "change")]
    for address in (*addresses, page("job", job.pk), ADD):
        shown = admin_client.get(address).content.decode()
        assert 'lang="sv"' in shown and " style=" not in shown and " onclick=" not in shown
    assert "Ordlistor" in shown


def test_differences_and_searches_come_in_pages() -> None:
    before, after = "".join(f"A{n:03}\n" for n in range(100)), "".join(f"A{n:03}\n" for n in range(50, 200))
    counts, some = compare.page_of_differences(before, after, compare.ADDED, 90, 20)
    assert counts == {"added": 100, "removed": 50}
    assert some.words == tuple(f"A{n}" for n in range(190, 200))
    found = compare.search(after, "A1", 10, 5)
    assert (found.count, found.words) == (100, ("A110", "A111", "A112", "A113", "A114"))
    assert compare.search(after, "A0?9", 0, 9).count == 5
    assert not list(compare.differences(after, after))


def test_every_kind_of_remark_has_its_words() -> None:
    kinds = {"encoding", "digits", "spaces", "names", "letters", "short", "long", "duplicates"}
    assert set(upload_lines.KINDS) >= kinds
    assert all(uploads.said(code) for code in ("gzip", "bytes", "lines", "utf16", "empty", "stopped", "fault", "size"))


def test_what_failed_by_a_fault_of_the_server_has_a_button_to_try_again(
    admin_client: Client, quiet: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = uploaded(admin_client, "åra\n".encode())
    Job.objects.update(state="failed", error="fault", attempt=3)
    button = page("again", job.pk)
    assert button in admin_client.get(page("job", job.pk)).content.decode()
    answer = admin_client.post(button)
    again = Job.objects.exclude(pk=job.pk).get()
    assert answer["Location"] == page("job", again.pk)
    assert button not in admin_client.get(page("job", job.pk)).content.decode(), "it has been tried again"
    jobs.work(again.pk)
    assert ListVersion.objects.get(pk=job.word_list_id).state == "compiled"
    assert admin_client.get(button).status_code == 405


def test_what_was_wrong_with_the_file_has_no_such_button(admin_client: Client, quiet: list[Any]) -> None:
    job = uploaded(admin_client, b"Anna\n")
    jobs.work(job.pk)
    shown = admin_client.get(page("job", job.pk)).content.decode()
    assert page("again", job.pk) not in shown and "This draft goes by itself after a day." in shown
    admin_client.post(page("again", job.pk))
    assert Job.objects.count() == 1


def test_every_line_that_was_left_out_can_be_downloaded(admin_client: Client, quiet: list[Any], client: Client) -> None:
    raw = "".join(f"åra\n{number}\n" for number in range(100)) + "b\0\tb\n=1+1\n"
    job = uploaded(admin_client, raw.encode(), version="2026.11.7")
    assert admin_client.get(page("remarks", job.pk)).status_code == 404
    jobs.work(job.pk)
    assert page("remarks", job.pk) in admin_client.get(page("job", job.pk)).content.decode()
    answer = admin_client.get(page("remarks", job.pk))
    assert answer["Content-Disposition"] == 'attachment; filename="sv-2026.11.7.txt"'
    lines = [line.split("\t") for line in answer.content.decode().splitlines()]
    assert [int(number) for number, _said, _line in lines] == list(range(2, 203))
    assert lines[0][1:] == ["with digits", "0"] and lines[1][1:] == ["there before", "åra"]
    assert lines[-2][2] == r"b\x00\x09b"
    assert client.get(page("remarks", job.pk)).status_code == 302


def test_the_lines_for_downloading_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_lines, "MOST_REMARKS", 3)
    reader = upload_lines.Reader("sv")
    reader.feed(b"a1\n" * 9)
    reader.finish()
    assert zlib.decompress(reader.report.remarks()).count(b"\n") == 3


def told() -> list[tuple[str, str]]:
    """(who, note) of what was done, the first first."""
    return list(AuditEntry.objects.order_by("pk").values_list("who", "note"))


def test_words_by_hand_are_told_with_the_reason_and_what_is_taken_back_too(admin_client: Client, made: Maker) -> None:
    version = made("AA AB BAA CAB")
    here = page("words", version.pk)
    admin_client.post(here, {"words": "zax qi", "reason": "new book", "add": "1"})
    assert told() == [("admin", "+ ZAX, + QI: new book")]
    admin_client.post(here, {"take_back": Change.objects.get(word="QI").pk})
    admin_client.post(page("compile", version.pk))
    assert [note for _who, note in told()][1:] == ["Taken back: + QI.", "Compile"]
    assert set(AuditEntry.objects.values_list("object_id", flat=True)) == {str(version.pk)}


def test_what_is_refused_is_not_told(admin_client: Client, made: Maker) -> None:
    version = made("AA AB")
    admin_client.post(page("words", version.pk), {"words": "aa", "reason": "again", "add": "1"})
    assert told() == []


def test_the_bundled_blocklist_is_told_as_one(admin_client: Client) -> None:
    admin_client.post("/admin/dictionary/blockedword/bundled/", {"language": "en"})
    entry = AuditEntry.objects.get()
    assert (entry.object_id, entry.object_name) == ("", "* en")
    assert entry.note == f"{BlockedWord.objects.count()} words blocked."
