"""Slow jobs, run outside requests: reading an upload, compiling a draft.

With REDIS_URL a Celery worker runs them, without it a process of its own, since reading a million lines in the server's
would stop its clocks. Both call `work`. A process may be killed at any point: its results are unreachable until its
last transaction, its job falls silent, and the sweep restarts it, three times at most; likewise after a fault that may
pass, of the database or the disk.
"""

import datetime
import logging
import subprocess
import sys
import time
from collections.abc import Iterator

from celery import current_app
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from common import starters
from dictionary import upload_lines
from dictionary.models import Job, JobRemarks, ListVersion, UploadChunk
from dictionary.services import store, versions
from dictionary.services.refusal import Refused
from dictionary.upload_text import Unreadable, unpacked

SILENCE = datetime.timedelta(minutes=2)  # no step of the largest list takes more than seconds without a heartbeat
UNSTARTED = datetime.timedelta(seconds=10)
ATTEMPTS = 3
KEPT_FAILED = datetime.timedelta(days=1)
_TELL_SECONDS = 0.3

_children: list[subprocess.Popen[bytes]] = []

log = logging.getLogger(__name__)


class GivenUp(Exception):
    """Another process has the job now, or it is no longer needed."""


def start_after_commit(job: Job) -> None:
    """Start a job once its row is committed."""
    transaction.on_commit(lambda: _start(job.pk), robust=True)


def sweep() -> None:
    """Start waiting jobs, restart silent ones, fail those that fell silent too often, and delete unreadable uploads."""
    now = timezone.now()
    silent = Q(state=Job.State.RUNNING, heard_at__lt=now - SILENCE)
    unstarted = Q(state=Job.State.QUEUED, heard_at__lt=now - UNSTARTED)
    for job_id, attempt in Job.objects.filter(silent | unstarted).values_list("pk", "attempt"):
        mine = Job.objects.filter(silent | unstarted, pk=job_id, attempt=attempt)
        if attempt >= ATTEMPTS:
            mine.update(state=Job.State.FAILED, error="stopped")
        elif mine.update(state=Job.State.QUEUED, phase="", heard_at=now):
            _start(job_id)
    _forget_unread(now - KEPT_FAILED)


def work(job_id: int) -> None:
    """Do a job, unless another process is doing it. Any error is recorded in its row."""
    waiting = Job.objects.filter(pk=job_id, state=Job.State.QUEUED)
    if not waiting.update(state=Job.State.RUNNING, attempt=F("attempt") + 1, heard_at=timezone.now(), done=0, error=""):
        return
    job = Job.objects.select_related("word_list").get(pk=job_id)
    try:
        if job.upload and not job.word_list.source_digest:  # else an earlier attempt has read it
            _read(job)
        _compile(job)
    except GivenUp:
        log.info("Job %s on a word list was given to another process.", job.pk)
    except Unreadable as refusal:
        _mine(job).update(state=Job.State.FAILED, error=refusal.code)
    except Refused:
        _mine(job).update(state=Job.State.FAILED, error="empty")
    except (OperationalError, InterfaceError, OSError) as fault:
        _set_aside(job, fault)
    except Exception:
        log.exception("Job %s on the word list %s failed.", job.pk, job.word_list)
        _mine(job).update(state=Job.State.FAILED, error="fault")


def _set_aside(job: Job, fault: Exception) -> None:
    """Leave a job to the sweep after a fault that may pass; after the last attempt it has failed."""
    log.warning("Job %s on the word list %s met %r in attempt %s.", job.pk, job.word_list, fault, job.attempt)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    if job.attempt < ATTEMPTS:
        _mine(job).update(state=Job.State.QUEUED, phase="", heard_at=timezone.now())
    else:
        _mine(job).update(state=Job.State.FAILED, error="fault")


def _forget_unread(before: datetime.datetime) -> None:
    """Delete drafts whose file was unreadable and that were not retried since."""
    busy = Job.objects.filter(word_list=OuterRef("pk")).exclude(state=Job.State.FAILED, heard_at__lt=before)
    failed = Job.objects.filter(word_list=OuterRef("pk"), upload=True, state=Job.State.FAILED)
    unread = ListVersion.objects.filter(Exists(failed), ~Exists(busy), state=ListVersion.State.DRAFT, source_digest="")
    if unread.exists():  # on SQLite even a statement that deletes nothing blocks all writers
        unread.delete()


def _start(job_id: int) -> None:
    if settings.REDIS_URL:
        current_app.send_task("dictionary.work", (job_id,))  # by its name: tasks.py imports this module
        return
    _children[:] = [child for child in _children if child.poll() is None]  # polled, so that none stays a zombie
    command = [sys.executable, "-m", "django", "work_on_words", str(job_id)]
    _children.append(starters.start(command, cwd=settings.BASE_DIR))


def _read(job: Job) -> None:
    """Read the words of an upload, which its draft then starts from."""
    _tell(job, phase=Job.Phase.READING)
    reader = upload_lines.Reader(job.word_list.language)
    for block in unpacked(_chunks(job)):
        reader.feed(block)
    _tell(job)
    words = reader.finish()
    remarks = reader.report.remarks()
    if remarks:
        JobRemarks.objects.update_or_create(job=job, defaults={"packed": remarks})
    if not words:
        _tell(job, report=reader.report.data())
        raise Unreadable("empty")
    _tell(job, phase=Job.Phase.STORING, report=reader.report.data())
    digest = store.keep(words)
    with store.patiently():
        _tell(job)
        draft = ListVersion.objects.filter(pk=job.word_list_id, state=ListVersion.State.DRAFT)
        if not draft.update(source_digest=digest, words=len(words), edits=F("edits") + 1):
            raise GivenUp
        UploadChunk.objects.filter(job=job).delete()
    job.word_list.refresh_from_db()


def _compile(job: Job) -> None:
    """Compile the draft, and again if it was edited meanwhile."""
    _tell(job, phase=Job.Phase.COMPILING)
    while not versions.compile_version(job.word_list, lambda: _tell(job)):
        job.word_list.refresh_from_db()
        if job.word_list.state != ListVersion.State.DRAFT:
            raise GivenUp
        _tell(job)
    _tell(job, state=Job.State.DONE, phase="")


def _chunks(job: Job) -> Iterator[bytes]:
    """The chunks of an upload in order, one in memory at a time; updates the row's progress now and then."""
    number, done, told = 0, 0, time.monotonic()
    while True:
        data = UploadChunk.objects.filter(job=job, number=number).values_list("data", flat=True).first()
        if data is None:
            break
        yield bytes(data)
        number, done = number + 1, done + len(data)
        if time.monotonic() - told > _TELL_SECONDS:
            _tell(job, done=done)
            told = time.monotonic()
    if done != job.total:
        raise OSError(f"{job.total - done} bytes of the upload are missing")
    _tell(job, done=done)


def _tell(job: Job, **values: object) -> None:
    """Record a heartbeat, with any news; raises GivenUp when another process has the job by now."""
    if not _mine(job).update(heard_at=timezone.now(), **values):
        raise GivenUp


def _mine(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
