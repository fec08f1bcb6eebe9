"""The models of sanctions and of appeals against them (rules/people.md §7): what was decided about a player.

Written by services/sanctions.py and services/appeals.py. The case that led to a sanction is kept by another app, which
is known here by its number alone.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SanctionKind(models.TextChoices):
    """What a sanction does. WORD closes nothing; MUTE closes free text; CLOSED closes the account."""

    WORD = "word", _("A word")
    MUTE = "mute", _("Mute (talk)")
    NO_RATED = "no_rated", _("No rated play")
    RENAME = "rename", _("Name to be changed")
    CLOSED = "closed", _("Closed")


class SanctionReason(models.TextChoices):
    """Why, as the player reads it; the first six are the reasons of reports as well."""

    NAME = "name", _("Name or profile")
    INSULTS = "insults", _("Insults or threats")
    HELP = "help", _("Plays with help")
    LOSES = "loses", _("Loses on purpose")
    STALLS = "stalls", _("Stalls or leaves")
    ACCOUNTS = "accounts", _("More than one account")
    OTHER = "other", _("Something else")


class Sanction(models.Model):
    """A decision about a player that holds until `ended_at`; `until` is when it ends by itself, None for never.

    Written by services/sanctions.py. `words` are for the player, `note` is for staff. `read_at`: when the player
    pressed "I have read it". `former_name`, `shown_name`: the name that is to be changed, and how the player is called
    meanwhile. `case_number`: of the case decided by it, None of a sanction without one.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("what"), max_length=10, choices=SanctionKind.choices)
    reason = models.CharField(_("reason"), max_length=10, choices=SanctionReason.choices)
    words = models.TextField(_("words to the player"), max_length=1000)
    note = models.TextField(_("note for staff"), max_length=2000, blank=True)
    case_number = models.PositiveBigIntegerField(_("case"), null=True, editable=False)
    began_at = models.DateTimeField(_("began at"), default=timezone.now, editable=False)
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Universal time (UTC). Empty: until somebody lifts it.")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("by")
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, editable=False)
    read_at = models.DateTimeField(_("read at"), null=True, editable=False)
    former_name = models.CharField(_("name to be changed"), max_length=40, blank=True, db_default="", editable=False)
    shown_name = models.CharField(_("shown as"), max_length=40, blank=True, db_default="", editable=False)

    class Meta:
        ordering = ["-began_at", "-pk"]
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("add", "change", "view")
        constraints = [
            models.UniqueConstraint(
                "user",
                "kind",
                condition=models.Q(ended_at=None) & ~models.Q(kind="word"),
                name="one_open_sanction_a_kind",
            ),
        ]
        indexes = [models.Index("until", condition=models.Q(ended_at=None), name="sanction_due")]

    def __str__(self) -> str:
        return str(self.user)


class AppealOutcome(models.TextChoices):
    """What became of an appeal: never anything harder than the sanction was."""

    KEPT = "kept", _("Kept")
    SHORTENED = "shortened", _("Shortened")
    LIFTED = "lifted", _("Lifted")


class Appeal(models.Model):
    """The one appeal against a sanction; decided by another than the one who decided that."""

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal", verbose_name=_("sanction"))
    text = models.TextField(_("appeal"), max_length=1000)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("taken by"),
    )
    taken_at = models.DateTimeField(_("taken at"), null=True, editable=False)
    outcome = models.CharField(_("answer"), max_length=10, choices=AppealOutcome.choices, blank=True)
    words = models.TextField(_("words to the player"), max_length=1000, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, editable=False)

    class Meta:
        ordering = ["made_at", "pk"]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("change", "view")
        indexes = [models.Index("made_at", condition=models.Q(decided_at=None), name="appeal_waits")]

    def __str__(self) -> str:
        return str(self.sanction)
