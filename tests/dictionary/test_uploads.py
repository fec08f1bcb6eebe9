"""Uploaded lists: what the reader says of each line, what is refused at the door, and what a kill leaves behind."""

import bz2
import datetime
import gzip
import io
import lzma
import tarfile
import zipfile
from typing import Any
from unittest.mock import patch

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.postgres.answer_deadline import seconds_left
from dictionary import upload_lines, upload_text
from dictionary.models import Job, ListVersion, UploadChunk, WordFile
from dictionary.services import jobs, store, uploads, versions
from dictionary.services.refusal import Refused

pytestmark = pytest.mark.usefixtures("quiet")


def read(raw: bytes, language: str = "sv", step: int = 7) -> tuple[list[str], upload_lines.Report]:
    """What the reader makes of a file that comes in pieces of `step` bytes."""
    reader = upload_lines.Reader(language)
    for block in upload_text.unpacked([raw[at : at + step] for at in range(0, len(raw), step)]):
        reader.feed(block)
    return reader.finish(), reader.report


LINES = {
    1: ("åra", "", "ÅRA"),
    2: ("MÖTE\r", "", "MÖTE"),
    3: ("  hus\t", "", "HUS"),
    4: ("A\u030angest".lower(), "composed", "ÅNGEST"),
    5: ("åra", "duplicates", ""),
    6: ("Astrid", "names", ""),
    7: ("iPad", "names", ""),
    8: ("a4", "digits", ""),
    9: ("en bil", "spaces", ""),
    10: ("idé", "letters", ""),
    11: ("tv-spel", "letters", ""),
    12: ("ıs", "letters", ""),
    13: ("ö", "short", ""),
    14: ("a" * 20, "long", ""),
    15: ("b" * 19, "", "B" * 19),
    16: ("", "", ""),
    17: ("ÅRA", "duplicates", ""),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("step", [3, 7, 10_000])
def test_each_line_is_judged_and_told_by_its_number(packed: bool, step: int) -> None:
    raw = b"\xef\xbb\xbf" + "\n".join(text for text, _kind, _word in LINES.values()).encode() + b"\n\xc5ra\nsl\xc3\xa4t"
    words, report = read(gzip.compress(raw) if packed else raw, step=step)
    assert words == sorted([word for _text, _kind, word in LINES.values() if word] + ["SLÄT"])
    told = {number: kind for kind, lines in report.examples.items() for number, _text in lines}
    assert told == {number: kind for number, (_text, kind, _word) in LINES.items() if kind} | {18: "encoding"}
    assert (report.lines, report.words) == (19, len(words))
    assert report.counts["names"] == 2


def test_a_report_counts_all_and_names_the_first() -> None:
    _words, report = read(b"a1\n" * 120, step=50)
    assert report.counts == {"digits": 120}
    assert len(report.examples["digits"]) == upload_lines.EXAMPLES


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("åra\n".encode("utf-16"), "utf16"),
        (gzip.compress(b"aa\nbb\n")[:-9], "gzip"),
        (b"\x1f\x8bnot at all", "gzip"),
        (gzip.compress(b"\n" * 100_001), "lines"),
        (gzip.compress((b"a" * 99 + b"\n") * 41_000), "bytes"),
        (b"a" * (2 * 1024 * 1024), "lines"),
    ],
    ids=["utf-16", "cut", "no gzip", "too many lines", "a bomb", "no line ends"],
)
def test_a_file_that_is_no_list_is_refused_whole(raw: bytes, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_text, "MOST_BYTES", 4_000_000)
    monkeypatch.setattr(upload_lines, "MOST_LINES", 100_000)
    with pytest.raises(upload_text.Unreadable) as refusal:
        read(raw, step=100_000)
    assert refusal.value.code == code


def receive(raw: bytes, language: str = "en") -> Job:
    """Upload as the page does."""
    return uploads.receive(language, io.BytesIO(raw), len(raw), None, title="Own words")


def worked(job: Job) -> Job:
    """The job as it is once a worker has been told of it."""
    jobs.work(job.pk)
    return Job.objects.get(pk=job.pk)


def test_ten_million_lines_are_refused_at_the_door_and_leave_nothing() -> None:
    rows = ListVersion.objects.count()
    with pytest.raises(Refused, match="two million"):
        receive(gzip.compress(b"aa\n" * 10_000_000, 1))
    with pytest.raises(Refused, match="32 MB"):
        uploads.receive("en", io.BytesIO(), uploads.MOST_BYTES + 1, None)
    assert (Job.objects.count(), UploadChunk.objects.count(), ListVersion.objects.count()) == (0, 0, rows)


def test_an_upload_becomes_a_compiled_version_with_a_report(
    quiet: list[Any], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = receive(b"bb\naa\nAnna\n")
    assert quiet == [job.pk]
    assert ListVersion.objects.get(pk=job.word_list_id).state == "draft"
    job = worked(job)
    version = ListVersion.objects.get(pk=job.word_list_id)
    assert (job.state, job.report["counts"], version.state, version.words) == ("done", {"names": 1}, "compiled", 2)
    assert version.title == "Own words"
    assert store.text_of(version.digest) == "AA\nBB\n"
    assert not UploadChunk.objects.exists()
    assert worked(job).attempt == 1, "a message that comes twice"


def test_a_file_without_a_word_fails_and_says_so() -> None:
    job = worked(receive(b"Anna\n4\n"))
    assert (job.state, job.error, job.report["lines"]) == ("failed", "empty", 2)
    assert uploads.said(job.error)


class Killed(BaseException):
    """What stands in for a kill: nothing catches it."""


@pytest.mark.parametrize("place", ["keep", "keep_graph", "text_of"])
def test_what_is_killed_in_the_middle_is_begun_again_and_nothing_is_half_published(
    quiet: list[Any], place: str
) -> None:
    job = receive(b"aa\nbb\n")
    with patch.object(store, place, side_effect=Killed), pytest.raises(Killed):
        jobs.work(job.pk)
    version = ListVersion.objects.get(pk=job.word_list_id)
    assert (Job.objects.get().state, version.state, version.digest) == ("running", "draft", "")
    with pytest.raises(Refused):
        versions.publish(version.pk, versions.active("en").pk)
    jobs.sweep()
    assert Job.objects.get().state == "running"  # not silent for long enough
    Job.objects.update(heard_at=timezone.now() - jobs.SILENCE - datetime.timedelta(seconds=1))
    quiet.clear()
    jobs.sweep()
    assert quiet == [job.pk]
    job = worked(job)
    version.refresh_from_db()
    assert (job.state, job.attempt, version.state) == ("done", 2, "compiled")


def test_after_three_attempts_a_job_has_failed_for_everybody_to_see(quiet: list[Any]) -> None:
    job = receive(b"aa\n")
    long_ago = timezone.now() - 2 * jobs.SILENCE
    Job.objects.filter(pk=job.pk).update(state="running", attempt=jobs.ATTEMPTS, heard_at=long_ago)
    jobs.sweep()
    job.refresh_from_db()
    assert (job.state, quiet) == ("failed", [])
    assert "three times" in uploads.said(job.error)


def test_a_worker_that_was_given_up_changes_nothing_when_it_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    job = receive(b"aa\nbb\n")
    real = store.keep

    def meanwhile(words: list[str]) -> str:
        Job.objects.filter(pk=job.pk).update(attempt=2)  # another process has it
        return real(words)

    monkeypatch.setattr(store, "keep", meanwhile)
    jobs.work(job.pk)
    version = ListVersion.objects.get(pk=job.word_list_id)
    assert (version.source_digest, version.state) == ("", "draft")
    assert Job.objects.get().state == "running"
    assert WordFile.objects.count() == 1  # reached by nobody, and right by its digest


def test_a_draft_is_compiled_by_one_job_however_often_it_is_asked() -> None:
    draft = versions.begin(versions.active("en"))
    first, second = (uploads.ask_to_compile(draft.pk, None) for _ in range(2))
    assert first == second
    Job.objects.update(state="failed")
    assert uploads.ask_to_compile(draft.pk, None) != first


def test_what_waits_unstarted_is_started_by_the_sweep(quiet: list[Any]) -> None:
    job = receive(b"aa\n")
    jobs.sweep()
    assert quiet == []
    Job.objects.update(heard_at=timezone.now() - 2 * jobs.UNSTARTED)
    jobs.sweep()
    assert quiet == [job.pk]


def packed(*texts: bytes) -> bytes:
    """Each text as a gzip member, one after the other, as `cat a.gz b.gz` makes them."""
    return b"".join(map(gzip.compress, texts))


@pytest.mark.parametrize("step", [1, 2, 7, 10_000])
def test_every_member_of_a_gzip_file_is_read(step: int) -> None:
    words, report = read(packed(b"aa\nbb\n", b"cc\n", b"", b"dd") + bytes(1024), "en", step)
    assert (words, report.lines, report.counts) == (["AA", "BB", "CC", "DD"], 4, {})


@pytest.mark.parametrize("step", [1, 10_000])
@pytest.mark.parametrize(
    ("behind", "code"),
    [(b"x", "after"), (b"cc\ndd\n", "after"), (bytes(9) + b"x", "after"), (packed(b"cc\n")[:-3], "gzip")],
    ids=["a letter", "a text", "zeros and a letter", "a cut member"],
)
def test_what_stands_behind_a_gzip_member_and_is_none_is_refused(behind: bytes, code: str, step: int) -> None:
    with pytest.raises(upload_text.Unreadable) as refusal:
        read(packed(b"aa\nbb\n") + behind, "en", step)
    assert refusal.value.code == code and uploads.said(code)


@pytest.mark.parametrize("step", [1, 3, 10_000])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["unix", "windows", "old mac"])
def test_a_list_may_have_any_line_ends(end: bytes, step: int) -> None:
    words, report = read(end.join([b"aa", b"", b"b4", b"cc", b""]), "en", step)
    assert (words, report.lines, report.examples) == (["AA", "CC"], 4, {"digits": [(3, "b4")]})


def zipped(form: str) -> bytes:
    """A list in an archive of that form."""
    target = io.BytesIO()
    if form == "zip":
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("words.txt", "aa\nbb\n")
    else:
        mode: Any = f"w:{form}"
        with tarfile.open(fileobj=target, mode=mode) as archive:
            archive.addfile(tarfile.TarInfo("words.txt"), io.BytesIO())
    return target.getvalue()


OTHER_FILES = {
    "zip": (zipped("zip"), "zip"),
    "tar": (zipped(""), "tar"),
    "tar.gz": (zipped("gz"), "tar"),
    "xz": (lzma.compress(b"aa\nbb\n"), "packed"),
    "bz2": (bz2.compress(b"aa\nbb\n"), "packed"),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(40), "image"),
    "png in gzip": (gzip.compress(b"\x89PNG\r\n\x1a\n" + bytes(40)), "image"),
    "pdf": (b"%PDF-1.7\n", "document"),
    "utf-16": ("åra\nhus\n".encode("utf-16"), "utf16"),
    "utf-16 without mark": ("åra\nhus\n".encode("utf-16-le"), "utf16"),
    "utf-16 of Macs without mark": ("åra\nhus\n".encode("utf-16-be"), "utf16"),
    "utf-16 in gzip": (gzip.compress("åra\nhus\n".encode("utf-16-le")), "utf16"),
    "zeros": (b"aa\n" + bytes(200), "binary"),
}


@pytest.mark.parametrize(("raw", "code"), OTHER_FILES.values(), ids=OTHER_FILES)
def test_another_kind_of_file_is_named_as_what_it_is(raw: bytes, code: str) -> None:
    with pytest.raises(upload_text.Unreadable) as refusal:
        read(raw, step=100)
    assert refusal.value.code == code and uploads.said(code)


def test_a_zero_byte_in_a_line_costs_that_line_and_is_told() -> None:
    job = worked(receive(b"aa\nb\0b\n\0\n\xc2\x9bcc\x1b\n\x00\xc5\ndd\n"))
    assert (job.state, job.report["words"]) == ("done", 2)
    assert job.report["examples"]["letters"] == [[2, r"b\x00b"], [3, r"\x00"], [4, r"\x9bcc\x1b"]]
    assert job.report["examples"]["encoding"] == [[5, r"\x00Å"]]


@pytest.mark.parametrize("fault", [OperationalError("too slow"), InterfaceError(), OSError(28, "full")], ids=repr)
def test_a_fault_that_passes_costs_an_attempt_and_not_the_job(quiet: list[Any], fault: OperationalError) -> None:
    job = receive(b"aa\nbb\n")
    with patch.object(store, "keep_graph", side_effect=fault):
        tried = worked(job)
    assert (tried.state, tried.error) == ("queued", "")
    Job.objects.update(heard_at=timezone.now() - 2 * jobs.UNSTARTED)
    quiet.clear()
    jobs.sweep()
    assert quiet == [job.pk]
    job = worked(job)
    assert (job.state, job.attempt) == ("done", 2)


@pytest.mark.parametrize("place", ["keep", "keep_graph"])
def test_what_failed_three_times_by_a_fault_of_ours_is_tried_again_when_somebody_says_so(place: str) -> None:
    job = receive(b"aa\nbb\nAnna\n")
    with patch.object(store, place, side_effect=OperationalError):
        for _attempt in range(jobs.ATTEMPTS):
            tried = worked(job)
    assert (tried.state, tried.error) == ("failed", "fault")
    again = uploads.try_again(job.pk, None)
    with pytest.raises(Refused):
        uploads.try_again(job.pk, None)
    again = worked(again)
    version = ListVersion.objects.get(pk=job.word_list_id)
    assert (again.state, version.state, version.words) == ("done", "compiled", 2)
    assert not UploadChunk.objects.exists()


def test_drafts_whose_file_came_to_nothing_go_after_a_day_and_no_others() -> None:
    unread, retried, read_one = (receive(raw).word_list_id for raw in (b"Anna\n", b"4\n", b"aa\n"))
    for job in Job.objects.order_by("pk"):
        jobs.work(job.pk)
    begun = versions.begin(versions.active("en")).pk
    jobs.sweep()
    assert ListVersion.objects.filter(pk=unread).exists(), "its report can be read for a day"
    Job.objects.update(heard_at=timezone.now() - 2 * jobs.KEPT_FAILED)
    Job.objects.create(word_list_id=retried, upload=True)
    jobs.sweep()
    assert not ListVersion.objects.filter(pk=unread).exists()
    assert ListVersion.objects.filter(pk__in=(retried, read_one, begun)).count() == 3


def test_a_job_gives_signs_while_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_SIGN_EVERY", 10)
    words = sorted(f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJ")
    signs: list[None] = []
    store.keep_graph(store.keep(words), words, lambda: signs.append(None))
    assert len(signs) == 10


@pytest.mark.needs_postgres
def test_storing_megabytes_may_take_longer_than_a_request() -> None:
    def limit() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return str(cursor.fetchone()[0])

    assert limit() != "1min"
    with store.patiently():
        assert limit() == "1min"
        left = seconds_left()
        assert left is not None and left > 60, "and we wait for it"
    assert seconds_left() is None
