"""The model of the bots that players have beaten."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class BeatenBot(models.Model):
    """A level of bot that the player, guest or not, has beaten in that game, and the time of the first win (ms)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="beaten_bots", verbose_name=_("player")
    )
    variant = models.CharField(_("game"), max_length=20)
    level = models.CharField(_("bot"), max_length=12)
    beaten_at = models.BigIntegerField(_("beaten at"))

    class Meta:
        verbose_name = _("beaten bot")
        verbose_name_plural = _("beaten bots")
        constraints = [models.UniqueConstraint("user", "variant", "level", name="one_row_a_beaten_bot")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.variant} {self.level}"
