"""The models of reports and of the cases that moderators decide (rules/people.md §7).

Times are milliseconds since the epoch. A case holds the open reports about one player; sanctions are kept by accounts.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ReportReason(models.TextChoices):
    """The six reasons of a report, the weightiest of the queue first."""

    INSULTS = "insults", _("Insults or threats")
    HELP = "help", _("Plays with help")
    NAME = "name", _("Name or profile")
    LOSES = "loses", _("Loses on purpose")
    STALLS = "stalls", _("Stalls or leaves")
    ACCOUNTS = "accounts", _("More than one account")


class ReportedFrom(models.TextChoices):
    """Where a report was made."""

    PROFILE = "profile", _("profile")
    MATCH = "match", _("match")
    TALK = "talk", _("talk")
    ROOM = "room", _("room")
    CHALLENGE = "challenge", _("challenge")


class Case(models.Model):
    """The reports about one player that are decided together. Open until `decided_at`; one open case a player.

    `weight` is that of its weightiest report, by which the queue is ordered; `opened_at` is when its first one came.
    `taken_by` has two hours from `taken_at`. `decision` is a kind of sanction, or "no_fault".
    """

    class Weight(models.IntegerChoices):
        """How soon a case is to be looked at: the lowest first."""

        INSULTS = 0
        HELP = 1
        REST = 2

    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("about"))
    weight = models.PositiveSmallIntegerField(_("weight"), default=Weight.REST)
    opened_at = models.BigIntegerField(_("opened at"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("taken by")
    )
    taken_at = models.BigIntegerField(_("taken at"), null=True)
    decision = models.CharField(_("decision"), max_length=10, blank=True)
    reason = models.CharField(_("reason"), max_length=10, blank=True)
    words = models.TextField(_("words to the player"), max_length=1000, blank=True)
    note = models.TextField(_("note for moderators"), max_length=2000, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.BigIntegerField(_("decided at"), null=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        default_permissions = ("change", "view")
        constraints = [
            models.UniqueConstraint("about", condition=models.Q(decided_at=None), name="one_open_case_a_player"),
        ]
        indexes = [
            models.Index("weight", "opened_at", condition=models.Q(decided_at=None), name="case_queue"),
            models.Index("decided_at", condition=models.Q(decided_at__isnull=False), name="case_decided"),
            models.Index("decided_at", condition=models.Q(decision="no_fault"), name="case_without_fault"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Report(models.Model):
    """What one player says about another one: `match_public_id` is the match that it is about, "" for none in
    particular. `line` is the line of talk it was made from, and `said` what that said, which outlives it.
    `wants_answer`: tell the reporter when it has been looked at."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports", verbose_name=_("case"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reporter")
    )
    reason = models.CharField(_("reason"), max_length=10, choices=ReportReason.choices)
    words = models.TextField(_("words"), blank=True)
    made_from = models.CharField(_("from"), max_length=10, choices=ReportedFrom.choices)
    match_public_id = models.CharField(_("match"), max_length=32, blank=True)
    line = models.ForeignKey(
        "people.TalkLine", models.SET_NULL, null=True, related_name="reports", verbose_name=_("line")
    )
    said = models.TextField(_("as it was said"), blank=True)
    wants_answer = models.BooleanField(_("wants to know when it was looked at"), default=False)
    made_at = models.BigIntegerField(_("made at"))

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        ordering = ["pk"]
        indexes = [models.Index("reporter", "made_at", name="reports_of_reporter")]

    def __str__(self) -> str:
        return str(self.pk)
