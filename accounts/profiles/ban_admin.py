"""Bans in the admin: who is shut out, why, until when; to add one, to change its end, to lift it."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Ban
from accounts.profiles.access_admin import may_touch
from accounts.services import banning, leaving
from common.edit_lock import EditLock


class BanForm(forms.ModelForm[Ban]):
    """A ban, judged before anybody is shut out. `request` is set by the page."""

    request: HttpRequest

    class Meta:
        model = Ban
        fields = ("user", "reason", "until", "note")

    def clean_until(self) -> Any:
        """A moment to come, or none."""
        until = self.cleaned_data["until"]
        if until and "until" in self.changed_data and until <= timezone.now():
            raise forms.ValidationError(_("That moment has passed. To end a ban, lift it."), code="passed")
        return until

    def clean_user(self) -> Any:
        """Somebody who may be shut out by who asks."""
        user = self.cleaned_data["user"]
        if not may_touch(self.request, user):
            raise forms.ValidationError(_("Only superusers may change staff accounts."), code="staff")
        if leaving.is_last_superuser(user):
            raise forms.ValidationError(_("That is the last person who can run this site."), code="last")
        if banning.open_ban(user.pk):
            raise forms.ValidationError(_("That player is already banned."), code="banned")
        return user


class OpenFilter(admin.SimpleListFilter):
    """Open bans or those that have ended."""

    title = _("state")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The two."""
        return [("1", _("open")), ("0", _("ended"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Ban]) -> QuerySet[Ban]:
        """Those of the choice."""
        return queryset.filter(ended_at__isnull=self.value() == "1") if self.value() else queryset


@admin.register(Ban)
class BanAdmin(EditLock):
    """A ban is kept when it has ended. While it is open its words and its end can be changed."""

    form = BanForm
    list_display = ("user", "reason", "began_at", "until", "by", "ended_at")
    list_filter = (OpenFilter, "began_at")
    lookups = prefilled = ("user",)
    list_select_related = ("user", "by")
    search_fields = ("user__display_name", "reason", "note")
    raw_id_fields = ("user",)
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Of a ban that is there, what became of it as well."""
        wanted = ("user", "reason", "until", "note")
        return (*wanted, "began_at", "by", "ended_at") if obj else wanted

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Who it is about stays."""
        return ("user", "began_at", "by", "ended_at") if obj else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, which knows who asks."""
        form = super().get_form(request, obj, change, **kwargs)
        return type(form)(form.__name__, (form,), {"request": request})

    def has_change_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        """Of open bans; those of staff, superusers."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or (obj.ended_at is None and may_touch(request, obj.user)))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: a ban that has ended is part of what is known of a player."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """A new one shuts the player out."""
        if change:
            super().save_model(request, obj, form, change)
            return
        made = banning.ban(obj.user_id, reason=obj.reason, by=request.user, until=obj.until, note=obj.note)
        obj.pk, obj.began_at, obj.by = made.pk, made.began_at, made.by

    @admin.action(description=_("Lift"), permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        """Let the players in again."""
        lifted = [row for row in queryset if self.has_change_permission(request, row) and banning.lift(row.pk)]
        for row in lifted:
            self.log_change(request, row, str(_("Lift")))
        said = ngettext("%(count)d ban was lifted.", "%(count)d bans were lifted.", len(lifted))
        messages.success(request, said % {"count": len(lifted)})
