"""The models of the audit log and of staff notices."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.notice_models import Notice as Notice


class KeptForEver(Exception):
    """An attempt to change or delete an entry of the audit log."""


class _Entries(models.QuerySet["AuditEntry"]):
    """Entries, which are added and never changed, not in bulk either."""

    def update(self, **values: Any) -> int:
        raise KeptForEver

    def delete(self) -> tuple[int, dict[str, int]]:
        raise KeptForEver


class AuditEntry(models.Model):
    """An action of staff in the admin. Written by common/audit_log.py, and never changed.

    `changes` has the changed fields: {"name": [before, after]}, as plain values. `who` and `object_name` are the names
    at that time, and stay when the account or the object is deleted.
    """

    class Act(models.TextChoices):
        """What was done to the object; for `DONE`, `note` describes it."""

        ADD = "add", _("added")
        CHANGE = "change", _("changed")
        DELETE = "delete", _("deleted")
        DONE = "done", _("done")

    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    who = models.CharField(_("who"), max_length=150)
    act = models.CharField(_("act"), max_length=10, choices=Act.choices)
    kind = models.CharField(_("kind"), max_length=100)  # "accounts.user"
    object_id = models.CharField(_("number"), max_length=64)
    object_name = models.CharField(_("object"), max_length=200)
    note = models.TextField(_("note"), blank=True)
    changes = models.JSONField(_("changes"), default=dict)

    objects = _Entries.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        default_permissions = ("view",)
        indexes = [models.Index(fields=["kind", "object_id"], name="audit_of_object")]

    def __str__(self) -> str:
        return f"{self.who}: {self.get_act_display()} {self.object_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert it; a stored one is refused."""
        if self.pk is not None:
            raise KeptForEver
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused."""
        raise KeptForEver
