"""The models of data on single words beside the lists: fetched definitions, and disputes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class FetchedDefinition(models.Model):
    """The online dictionary's answer for a word; `senses` are [part, text], empty when it knows none.

    After `stale_at` the service is queried again at the next request; until it answers, this is shown.
    """

    language = models.CharField(max_length=8)
    word = models.CharField(max_length=30)
    senses = models.JSONField(default=list)
    source = models.CharField(max_length=500, blank=True)
    licence = models.CharField(max_length=60, blank=True)
    licence_url = models.CharField(max_length=500, blank=True)
    stale_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["language", "word"], name="definition_once_a_word")]

    def __str__(self) -> str:
        return f"{self.language} {self.word}"


class Dispute(models.Model):
    """A player says that a list should have a word which it has not (`added`), or the other way round.

    `match` is the public id of the match where it came up. A moderator decides; an accepted change goes into the next
    version of the list, and `in_version` is the published one that has it as the player wants, "" while none has.
    `seen`: the player has been shown the outcome.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="disputes", verbose_name=_("player")
    )
    language = models.CharField(_("language"), max_length=8)
    version = models.CharField(_("version of the list"), max_length=20)
    word = models.CharField(_("word"), max_length=30)
    added = models.BooleanField(_("should be in the list"))
    base = models.CharField(_("base form"), max_length=30, blank=True)
    match = models.CharField(_("match"), max_length=16, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    in_version = models.CharField(_("published in"), max_length=20, blank=True, default="", db_default="")
    seen = models.BooleanField(default=False)
    created_at = models.DateTimeField(_("sent at"), auto_now_add=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        constraints = [
            models.UniqueConstraint(fields=["user", "language", "word"], name="dispute_once_a_player"),
            models.CheckConstraint(
                condition=models.Q(state="open") | models.Q(decided_at__isnull=False), name="dispute_decided_has_moment"
            ),
        ]
        indexes = [
            models.Index(fields=["language", "word"], name="dispute_open", condition=models.Q(state="open")),
            models.Index(
                fields=["language"], name="dispute_pending", condition=models.Q(state="accepted", in_version="")
            ),
        ]

    def __str__(self) -> str:
        return f"{'+' if self.added else '−'} {self.word}"
