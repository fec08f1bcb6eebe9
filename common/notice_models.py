"""The model of notices that staff show at the top of every page, such as "We restart at nine"."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """A notice, in both languages, with a start and an end. Shown by common/notices.py."""

    text_en = models.CharField(_("text in English"), max_length=300)
    text_sv = models.CharField(_("text in Swedish"), max_length=300)
    starts_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"), db_index=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")

    def __str__(self) -> str:
        return self.text_en

    def clean(self) -> None:
        """Refuse a notice that would never be shown."""
        super().clean()
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            raise ValidationError({"ends_at": ValidationError(_("The end must come after the start."), code="order")})
