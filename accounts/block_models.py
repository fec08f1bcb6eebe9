"""The model of blocks: who wants nothing more to do with whom. Who may meet is decided in services/blocks.py."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """`user` has blocked `blocked`, who is not told (rules/people.md §3). `made_at` in milliseconds."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("player"))
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked")
    )
    made_at = models.BigIntegerField(_("made at"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("blocked")), name="blocks_another"),
        ]
        verbose_name = _("block")
        verbose_name_plural = _("blocks")

    def __str__(self) -> str:
        return str(self.user_id)
