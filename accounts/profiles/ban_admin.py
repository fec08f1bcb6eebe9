"""The admin pages of bans: who is banned, why, until when; add a ban, change its end, lift it."""

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
    """The form of a ban, validated before the player is banned. `request` is set by the page."""

    request: HttpRequest

    class Meta:
        model = Ban
        fields = ("user", "reason", "until", "note")

    def clean_until(self) -> Any:
        """A time in the future, or none."""
        until = self.cleaned_data["until"]
        if until and "until" in self.changed_data and until <= timezone.now():
            raise forms.ValidationError(_("That moment has passed. To end a ban, lift it."), code="passed")
        return until

    def clean_user(self) -> Any:
        """A player whom the user of the request may ban."""
        user = self.cleaned_data["user"]
        if not may_touch(self.request, user):
            raise forms.ValidationError(_("Only superusers may change staff accounts."), code="staff")
        if leaving.is_last_superuser(user):
            raise forms.ValidationError(_("That is the last person who can run this site."), code="last")
        if banning.open_ban(user.pk):
            raise forms.ValidationError(_("That player is already banned."), code="banned")
        return user


class OpenFilter(admin.SimpleListFilter):
    """A filter for open or ended bans."""

    title = _("state")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The two choices."""
        return [("1", _("open")), ("0", _("ended"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Ban]) -> QuerySet[Ban]:
        """The bans of the chosen kind."""
        return queryset.filter(ended_at__isnull=self.value() == "1") if self.value() else queryset


@admin.register(Ban)
class BanAdmin(EditLock):
    """Ended bans are kept. While a ban is open its texts and its end can be changed."""

    form = BanForm
    list_display = ("user", "reason", "began_at", "until", "by", "ended_at")
    list_filter = (OpenFilter, "began_at")
    lookups = prefilled = ("user",)
    list_select_related = ("user", "by")
    search_fields = ("user__display_name", "reason", "note")
    raw_id_fields = ("user",)
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """For an existing ban also its outcome."""
        wanted = ("user", "reason", "until", "note")
        return (*wanted, "began_at", "by", "ended_at") if obj else wanted

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """The banned player cannot be changed."""
        return ("user", "began_at", "by", "ended_at") if obj else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, given the request."""
        form = super().get_form(request, obj, change, **kwargs)
        return type(form)(form.__name__, (form,), {"request": request})

    def has_change_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        """Open bans only; for bans of staff, superusers only."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or (obj.ended_at is None and may_touch(request, obj.user)))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never: an ended ban is part of a player's history."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """A new ban closes the player's account."""
        if change:
            super().save_model(request, obj, form, change)
            return
        made = banning.ban(obj.user_id, reason=obj.reason, by=request.user, until=obj.until, note=obj.note)
        obj.pk, obj.began_at, obj.by = made.pk, made.began_at, made.by

    @admin.action(description=_("Lift"), permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Ban]) -> None:
        """Lift the chosen bans."""
        lifted = [row for row in queryset if self.has_change_permission(request, row) and banning.lift(row.pk)]
        for row in lifted:
            self.log_change(request, row, str(_("Lift")))
        said = ngettext("%(count)d ban was lifted.", "%(count)d bans were lifted.", len(lifted))
        messages.success(request, said % {"count": len(lifted)})
