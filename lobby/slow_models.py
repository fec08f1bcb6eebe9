"""The model of slow seeks: players who wait for a slow match with the page closed.

Times are milliseconds since the epoch, given by the caller. Which players meet is decided in services/slow_seeks.py.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.api import START_RATING
from game import api as game


class SlowSeek(models.Model):
    """One player's search for a slow match by a preset in a language.

    Waiting: `comer` and `match` are empty. Met: `comer` has pressed Play by the same terms, and the deal waits for
    their number. Then `match` is set, and the row leads the waiting player to it, until it lapses.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    # Protected, and the terms kept, as of a place in Quick Join.
    preset = models.ForeignKey("lobby.Preset", models.PROTECT, verbose_name=_("preset"))
    terms = models.TextField(_("terms"))
    language = models.CharField(_("language"), max_length=2, choices=list(game.LANGUAGES.items()))
    rating = models.FloatField(_("rating"), default=START_RATING)
    made_at = models.BigIntegerField(_("joined at"))
    lapses_at = models.BigIntegerField(_("lapses at"), db_index=True)
    # The commitment of the deal: it serves one match and lives as long as the row does without one.
    deal = models.CharField(_("deal"), max_length=64, blank=True)
    comer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("met by")
    )
    match = models.CharField(_("match"), max_length=40, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "preset", "language"], condition=models.Q(match=""), name="one_slow_seek_a_queue"
            )
        ]
        indexes = [
            models.Index(
                fields=["preset", "language"], condition=models.Q(match="", comer=None), name="slow_seek_queue"
            ),
            models.Index(fields=["id"], condition=models.Q(match="", comer__isnull=False), name="slow_seek_met"),
        ]
        verbose_name = _("slow seek")
        verbose_name_plural = _("slow seeks")

    def __str__(self) -> str:
        return f"{self.user} · {self.preset} · {self.language}"
