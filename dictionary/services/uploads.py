"""Accepts an uploaded list: checked first, then stored in chunks for the process that reads it."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _

from dictionary import upload_lines
from dictionary.models import Job, ListVersion, UploadChunk
from dictionary.services import jobs, versions
from dictionary.services.refusal import Refused
from dictionary.upload_text import Unreadable

MOST_BYTES = 32 * 1024 * 1024  # as it comes, plain or packed
_PIECE = 256 * 1024


def receive(language: str, file: BinaryIO, size: int, user: Any, *, version: str = "", **terms: Any) -> Job:
    """Create a draft for the words of a file, and the job that reads it. Raises Refused for a file that is clearly no
    list.

    The file is read twice, in chunks: nothing is stored of a refused one.
    """
    if size > MOST_BYTES:
        raise Refused(said("size"))
    try:
        upload_lines.count_lines(_pieces(file))
    except Unreadable as refusal:
        raise Refused(said(refusal.code)) from refusal
    with transaction.atomic():
        draft = versions.new_draft(language, version, user, **terms)
        job = Job.objects.create(word_list=draft, upload=True, total=size, user=user)
        for number, piece in enumerate(_pieces(file)):
            UploadChunk.objects.create(job=job, number=number, data=piece)
        jobs.start_after_commit(job)
    return job


def ask_to_compile(version_id: int, user: Any) -> Job:
    """The job that compiles a draft; the running one, if there is one. Raises Refused."""
    with transaction.atomic():
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        if version.state != ListVersion.State.DRAFT:
            raise Refused(_("%(list)s is compiled already.") % {"list": version})
        at_it = Job.objects.filter(word_list=version, state__in=(Job.State.QUEUED, Job.State.RUNNING)).first()
        if at_it:
            return at_it
        if not version.source_digest:
            raise Refused(_("The words of %(list)s are not read yet.") % {"list": version})
        job = Job.objects.create(word_list=version, user=user)
        jobs.start_after_commit(job)
    return job


def try_again(job_id: int, user: Any) -> Job:
    """Create a job in place of one that failed by an error of the site, with the same upload. Raises Refused."""
    with transaction.atomic():
        version_id = Job.objects.values_list("word_list_id", flat=True).get(pk=job_id)
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        failed = Job.objects.get(pk=job_id)
        if not may_be_tried_again(failed):
            raise Refused(_("There is nothing to try again."))
        if not failed.upload or version.source_digest:
            return ask_to_compile(version_id, user)
        job = Job.objects.create(word_list=version, upload=True, total=failed.total, user=user)
        UploadChunk.objects.filter(job=failed).update(job=job)
        jobs.start_after_commit(job)
    return job


def may_be_tried_again(job: Job) -> bool:
    """Whether a retry could succeed: the file is not at fault, and no retry has been started since."""
    newest = not Job.objects.filter(word_list=job.word_list_id, pk__gt=job.pk).exists()
    return newest and job.state == Job.State.FAILED and job.error in ("stopped", "fault")


def said(code: str) -> str:
    """The message for a refused file or a failed job."""
    return {
        "size": _("The file is larger than 32 MB. Pack it with gzip, or split it."),
        "gzip": _("The file is damaged: it begins like gzip and does not end like it."),
        "after": _("There is something else after the gzip data. Pack the file again."),
        "zip": _("That is a ZIP archive, as spreadsheets are too. Unpack it, or export the words as plain text."),
        "packed": _("The file is compressed, but not with gzip. Unpack it, or use gzip."),
        "tar": _("That is an archive of files (tar). Unpack it and send the list alone."),
        "image": _("That is a picture. Send a text file with one word per line."),
        "document": _("That is a document. Save it as plain text in UTF-8."),
        "binary": _("That is not text: it is full of zero bytes."),
        "bytes": _("The file holds more than 64 MB of text."),
        "lines": _("The file has more than two million lines, or no line ends at all."),
        "utf16": _("The file is in UTF-16. Save it as UTF-8."),
        "empty": _("No words are left: no line is a word of the language."),
        "stopped": _("The work was stopped three times. Try again."),
        "fault": _("Something went wrong on the server. Its log says what."),
    }[code]


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(_PIECE):
        yield piece
