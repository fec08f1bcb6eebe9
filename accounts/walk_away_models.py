"""The models of walk-aways: the last live matches of each player that count, and what follows from them
(rules/people.md §6, "Leaving is counted"). What counts is decided in services/walk_aways.py.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CountedMatch(models.Model):
    """A live match of a player's that counts, by its public id; made with the match. The last that have ended are kept,
    as many as are looked at.

    `ended_at` in milliseconds, null while it runs. `left`: how the player walked away, "" for one who did not, and
    `turns` how many turns they had ended by then. `is_void`: its end counts nowhere.
    """

    match = models.CharField(_("match"), max_length=16, db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="counted_matches")
    ended_at = models.BigIntegerField(_("ended at"), null=True)
    left = models.CharField(_("left"), max_length=20, blank=True, default="")
    turns = models.PositiveIntegerField(_("turns"), default=0)
    is_void = models.BooleanField(_("counts nowhere"), default=False)

    class Meta:
        verbose_name = _("counted match")
        verbose_name_plural = _("counted matches")
        constraints = [models.UniqueConstraint(fields=["user", "match"], name="counted_once")]
        indexes = [models.Index(fields=["user", "ended_at"], name="counted_of_player")]

    def __str__(self) -> str:
        return f"{self.match} {self.left}"


class Staying(models.Model):
    """What the last matches of a player come to, as `statistics.walk_away_rules.Standing` says; moments in
    milliseconds. `hidden_until`: so long the word about it on the home page is closed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="staying")
    count = models.PositiveSmallIntegerField(_("walk-aways"), default=0)
    of = models.PositiveSmallIntegerField(_("of how many matches"), default=0)
    pauses = models.PositiveIntegerField(_("pauses"), default=0)
    until = models.BigIntegerField(_("pause until"), default=0)
    hidden_until = models.BigIntegerField(_("word hidden until"), default=0)

    class Meta:
        verbose_name = _("walk-aways of a player")
        verbose_name_plural = _("walk-aways of players")

    def __str__(self) -> str:
        return f"{self.count}/{self.of}"
