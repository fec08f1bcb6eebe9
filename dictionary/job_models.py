"""The models of slow jobs on word lists: the request, its progress, and its result."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A job: one upload to read, or one version to compile.

    `attempt` identifies the process that works on it: a process that finds another number there has been replaced and
    stops. `heard_at` is its last heartbeat. `report` is what reading found (dictionary.upload_lines.Report), `error` a
    code with a message in services.uploads.said.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Phase(models.TextChoices):
        READING = "reading", _("reading the lines")
        COMPILING = "compiling", _("compiling the words")
        STORING = "storing", _("storing the list")

    word_list = models.ForeignKey("dictionary.ListVersion", models.CASCADE, related_name="jobs")
    upload = models.BooleanField(_("upload"), default=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.QUEUED)
    phase = models.CharField(_("step"), max_length=10, choices=Phase.choices, blank=True)
    done = models.PositiveBigIntegerField(_("bytes read"), default=0)
    total = models.PositiveBigIntegerField(_("bytes"), default=0)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    report = models.JSONField(_("report"), default=dict, blank=True)
    error = models.CharField(_("error"), max_length=20, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("asked at"), auto_now_add=True)
    heard_at = models.DateTimeField(_("last heard of"), auto_now_add=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes = (
            # For the sweep's query; finished jobs are not in it.
            models.Index(fields=["heard_at"], name="job_open", condition=models.Q(state__in=["queued", "running"])),
        )

    def __str__(self) -> str:
        return f"{self.pk}"


class JobRemarks(models.Model):
    """Every line of an upload with a remark (dictionary.upload_lines.Report.remarks), for downloading. Separate from
    the job's row, which is queried every second while it runs.
    """

    job = models.OneToOneField(Job, models.CASCADE, primary_key=True, related_name="remarks")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.job_id}"


class UploadChunk(models.Model):
    """A chunk of an uploaded file as it came. The worker may run on another host; deleted once the file is read."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["job", "number"], name="chunk_once"),)

    def __str__(self) -> str:
        return f"{self.job_id}/{self.number}"
