"""The model of challenges: a room that names whom it waits for (rules/people.md §3).

Times are milliseconds since the epoch. What is allowed is decided in services/challenges.py.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from game import api as game


class Stage(models.TextChoices):
    """What has become of a challenge. OPEN waits for an answer; ACCEPTED for the numbers of the deal; BEGUN has its
    match. The others are over: COUNTERED was answered with other settings, by the challenge that `answers` it."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    BEGUN = "begun", _("begun")
    DECLINED = "declined", _("declined")
    COUNTERED = "countered", _("answered with other settings")
    TAKEN_BACK = "taken_back", _("taken back")
    LAPSED = "lapsed", _("lapsed")


class DeclineReason(models.TextChoices):
    """The four canned reasons; none is ""."""

    LATER = "later", _("Not now, ask me later")
    OTHER_SETTINGS = "other_settings", _("Other settings, please")
    TOO_MANY = "too_many", _("Too many matches running")
    NOT_THAT_GAME = "not_that_game", _("I do not play that game")


class Challenge(models.Model):
    """`asker` asks `asked` for a match of the game `variant` by `settings` (what differs from the game's defaults, the
    match language among it), a preset's by its key or of one's own ("").

    `is_live`: it stands while the asker's page is there, heard from last at `seen_at`. `deal`: the commitment that the
    asker has seen and sent a number to; it serves one match. Live or slow, the match is made once the other number is
    there, or was waited for; of a live one both pages must be there then, that of `asked` heard from last at
    `asked_seen_at`. `answers` is the challenge that this one answers with other settings. `met`: the asked had accepted
    one of the asker's before, is a friend, or is answered, so it counts in no limit of a day. `is_hidden`: `asked` sees
    it no more, as after a block; for `asker` it goes on and lapses like one that is not answered.
    """

    public_id = models.CharField(max_length=12, unique=True, editable=False)
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asker"))
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked"))
    variant = models.CharField(_("game"), max_length=20, default=game.DEFAULT_VARIANT)
    preset = models.CharField(_("preset"), max_length=40, blank=True, default="")
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    is_live = models.BooleanField(_("live"))
    met = models.BooleanField(default=False)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.OPEN)
    reason = models.CharField(_("reason"), max_length=14, choices=DeclineReason.choices, blank=True, default="")
    answers = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+", verbose_name=_("answers"))
    made_at = models.BigIntegerField(_("made at"))
    lapses_at = models.BigIntegerField(_("lapses at"), db_index=True)
    seen_at = models.BigIntegerField(_("asker seen at"))
    asked_seen_at = models.BigIntegerField(_("asked seen at"), null=True)
    is_hidden = models.BooleanField(_("hidden from the asked"), default=False)
    answered_at = models.BigIntegerField(_("answered at"), null=True)
    deal = models.CharField(_("deal"), max_length=64, blank=True, default="")
    match = models.CharField(_("match"), max_length=40, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["asker", "asked"], condition=models.Q(stage__in=["open", "accepted"]), name="one_open_challenge"
            ),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="challenges_another"),
        ]
        indexes = [
            models.Index(fields=["asked"], condition=models.Q(stage="open"), name="challenge_open_of_asked"),
            models.Index(fields=["asker", "made_at"], name="challenge_of_asker"),
        ]
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")

    def __str__(self) -> str:
        return self.public_id
