"""The models of who may watch: a player's own switch, and what it is for one match (rules/people.md §5)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class MayWatch(models.TextChoices):
    """Who may watch a match, as one of its players allows. USUAL: everyone in rated live matches, friends in others."""

    USUAL = "usual", _("Everyone in rated live matches, friends in others")
    EVERYONE = "everyone", _("Everyone")
    FRIENDS = "friends", _("Friends")
    NOBODY = "nobody", _("Nobody")


class MatchWatch(models.Model):
    """What a player chose for one match while it runs; one without a row goes by the account's switch."""

    match = models.ForeignKey("game.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    may_watch = models.CharField(_("may watch"), max_length=10, choices=MayWatch.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="match_watch_once")]

    def __str__(self) -> str:
        return str(self.user_id)
