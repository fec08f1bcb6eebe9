"""The models of talk in a match: lines, who has switched free text on, who has muted whom, what was read
(rules/people.md §4).

Times are milliseconds since the epoch. What may be said is decided in the services of talk, not here.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def go_unless_reported(collector: Any, field: Any, lines: Any, using: str) -> None:
    """Lines go with their account, but for those that somebody has reported: they are a deleted player's."""
    # Read now: the reports about an account may go with it, before this is carried out.
    reported: Any = list(lines.filter(reports__isnull=False))
    models.SET_NULL(collector, field, reported, using)
    models.CASCADE(collector, field, lines.filter(reports__isnull=True), using)


class TalkLine(models.Model):
    """One line that a seat said in a match: `said` is the key of one of the said lines, else `text` is free text.

    `nonce` comes from the page, so that a line sent twice is one line. `withheld` has a bit for each seat that does not
    read it, whatever comes later: those kept apart from the player, by a block or a mute, as it was said.
    """

    match = models.ForeignKey("game.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, go_unless_reported, null=True, related_name="+", verbose_name=_("player")
    )
    said = models.CharField(_("said line"), max_length=20, blank=True)
    text = models.CharField(_("free text"), max_length=280, blank=True)
    nonce = models.CharField(max_length=32)
    made_at = models.BigIntegerField(_("made at"))
    withheld = models.PositiveSmallIntegerField(_("seats that do not read it"), default=0, db_default=0)

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("lines of talk")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "nonce"], name="talk_line_once"),
            models.CheckConstraint(condition=~models.Q(said="", text=""), name="talk_line_says_something"),
        ]
        indexes = [models.Index("match", "id", name="talk_of_match"), models.Index("made_at", name="talk_by_age")]

    def __str__(self) -> str:
        return self.said or self.text


class TalkSeat(models.Model):
    """What a player has chosen for talk in one match: `allows_text` switches free text on (it takes all of them), and
    `read_to` is the last line that was read, by its key."""

    match = models.ForeignKey("game.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    allows_text = models.BooleanField(_("allows free text"), default=False)
    read_to = models.BigIntegerField(_("read to"), default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="talk_seat_once")]

    def __str__(self) -> str:
        return str(self.user_id)


class Mute(models.Model):
    """`user` reads and hears nothing that `muted` says, for good: a block for talk alone. `muted` is not told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("muted"))
    made_at = models.BigIntegerField(_("made at"))

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["user", "muted"], name="muted_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("muted")), name="mutes_another"),
        ]

    def __str__(self) -> str:
        return str(self.user_id)
