"""The model of players' best totals in matches played alone, one per kind of match."""

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _


class BestTotal(models.Model):
    """A player's best total of that `kind`, as `game.api.best_kind` names it, and the match that it was reached in."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="best_totals", verbose_name=_("player")
    )
    variant = models.CharField(_("game"), max_length=20)
    kind = models.CharField(_("kind"), max_length=120)
    total = models.BigIntegerField(_("total"))
    match = models.ForeignKey("game.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    ended_at = models.BigIntegerField(_("ended at"))

    class Meta:
        verbose_name = _("best total")
        verbose_name_plural = _("best totals")
        constraints = [models.UniqueConstraint("user", "variant", "kind", name="one_best_a_kind")]
        indexes = [models.Index(F("variant"), F("kind"), F("total").desc(), F("ended_at"), name="board_of_bests")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}: {self.total}"
