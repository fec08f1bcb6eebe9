"""The model of bans: whose account is closed, why, and until when."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Ban(models.Model):
    """An account that staff have closed. Open until `ended_at`; `until` is when it ends by itself, None for never.

    Written by services/banning.py. The player reads `reason`; `note` is for staff.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="bans", verbose_name=_("player"))
    reason = models.CharField(_("reason, shown to the player"), max_length=300)
    note = models.TextField(_("note for staff"), max_length=2000, blank=True)
    began_at = models.DateTimeField(_("began at"), default=timezone.now, editable=False)
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Universal time (UTC). Empty: until somebody lifts it.")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("by")
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, editable=False)

    class Meta:
        ordering = ["-began_at", "-pk"]
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        default_permissions = ("add", "change", "view")
        constraints = [
            models.UniqueConstraint("user", condition=models.Q(ended_at=None), name="one_open_ban_a_player"),
        ]
        indexes = [models.Index("until", condition=models.Q(ended_at=None), name="ban_due")]

    def __str__(self) -> str:
        return str(self.user)
