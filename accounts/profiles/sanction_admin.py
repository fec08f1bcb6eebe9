"""The admin pages of sanctions and of appeals: look back, add, change the end, lift. Cases are decided elsewhere."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Appeal, Sanction, SanctionKind
from accounts.profiles.access_admin import may_touch
from accounts.services import leaving, sanctions
from common.clean_words import clean_words
from common.edit_lock import EditLock
from common.guarded_admin import LookOnlyAdmin

REFUSED = {
    "already": _("That player has an open sanction of this kind."),
    "staff": _("Only superusers may change staff accounts."),
    "last": _("That is the last person who can run this site."),
    "passed": _("That moment has passed. To end a sanction, lift it."),
    "words": _("Say in your own words why. The player reads it."),
}


class SanctionForm(forms.ModelForm[Sanction]):
    """The form of a sanction, validated before the player is sanctioned. `request` is set by the page."""

    request: HttpRequest

    class Meta:
        model = Sanction
        fields = ("user", "kind", "reason", "words", "until", "note")

    def clean_until(self) -> Any:
        """A time in the future, or none."""
        until = self.cleaned_data["until"]
        if until and "until" in self.changed_data and until <= timezone.now():
            raise forms.ValidationError(REFUSED["passed"], code="passed")
        return until

    def clean_words(self) -> str:
        """Something that the player can read."""
        words = clean_words(self.cleaned_data["words"], sanctions.MOST_WORDS)
        if not words:
            raise forms.ValidationError(REFUSED["words"], code="words")
        return words

    def clean_user(self) -> Any:
        """A player whom the user of the request may sanction."""
        user = self.cleaned_data["user"]
        if not may_touch(self.request, user):
            raise forms.ValidationError(REFUSED["staff"], code="staff")
        return user

    def clean(self) -> dict[str, Any]:
        """None of that kind is open, and somebody is left who can run the site."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        user, kind = cleaned.get("user"), cleaned.get("kind")
        if user is None or kind is None or self.instance.pk:
            return cleaned
        if kind == SanctionKind.CLOSED and leaving.is_last_superuser(user):
            self.add_error("user", forms.ValidationError(REFUSED["last"], code="last"))
        elif kind != SanctionKind.WORD and sanctions.open_sanction(user.pk, kind):
            self.add_error("user", forms.ValidationError(REFUSED["already"], code="already"))
        return cleaned


class OpenFilter(admin.SimpleListFilter):
    """A filter for open or ended sanctions."""

    title = _("state")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The two choices."""
        return [("1", _("open")), ("0", _("ended"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        """The sanctions of the chosen state."""
        return queryset.filter(ended_at__isnull=self.value() == "1") if self.value() else queryset


@admin.register(Sanction)
class SanctionAdmin(EditLock):
    """Ended sanctions are kept. While one is open its texts and its end can be changed. The service writes the audit
    log, for these pages and for all others."""

    form = SanctionForm
    list_display = ("user", "kind", "reason", "began_at", "until", "by", "ended_at", "case_number")
    list_filter = (OpenFilter, "kind", "reason", "began_at")
    lookups = prefilled = ("user", "kind")
    list_select_related = ("user", "by")
    search_fields = ("user__display_name", "words", "note")
    raw_id_fields = ("user",)
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """For an existing sanction also its outcome."""
        wanted = ("user", "kind", "reason", "words", "until", "note")
        return (*wanted, "began_at", "by", "case_number", "former_name", "read_at", "ended_at") if obj else wanted

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Whom it is about and what it does cannot be changed."""
        fixed = ("user", "kind", "reason", "began_at", "by", "case_number", "former_name", "read_at", "ended_at")
        return fixed if obj else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, given the request."""
        form = super().get_form(request, obj, change, **kwargs)
        return type(form)(form.__name__, (form,), {"request": request})

    def has_change_permission(self, request: HttpRequest, obj: Sanction | None = None) -> bool:
        """Open sanctions only; for those of staff, superusers only."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or (obj.ended_at is None and may_touch(request, obj.user)))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never: an ended sanction is part of a player's history."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """A new sanction does what it says; a changed one is stored by the same service."""
        try:
            if change:
                until, words, note = obj.until, obj.words, obj.note
                sanctions.change_sanction(obj.pk, request.user, until=until, words=words, note=note)
                return
            made = sanctions.sanction(
                obj.user_id,
                SanctionKind(obj.kind),
                reason=obj.reason,
                words=obj.words,
                by=request.user,
                until=obj.until,
                note=obj.note,
            )
        except sanctions.CannotSanction as refusal:  # decided by somebody else a moment earlier
            self.refuse(request, str(REFUSED.get(refusal.code, refusal.code)))
            return
        obj.pk, obj.began_at, obj.by = made.pk, made.began_at, made.by

    def _record(self, request: HttpRequest, act: Any, obj: Model, message: Any) -> None:
        """Nothing: services/sanctions.py has."""

    @admin.action(description=_("Lift"), permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> None:
        """Lift the chosen sanctions."""
        changeable = [row for row in queryset if self.has_change_permission(request, row)]
        lifted = [row for row in changeable if sanctions.lift_sanction(row.pk, request.user)]
        for row in lifted:
            self.log_change(request, row, str(_("Lift")))
        said = ngettext("%(count)d sanction was lifted.", "%(count)d sanctions were lifted.", len(lifted))
        messages.success(request, said % {"count": len(lifted)})


@admin.register(Appeal)
class AppealAdmin(LookOnlyAdmin):
    """Appeals, to look back at: they are answered on a page of their own."""

    list_display = ("sanction", "made_at", "taken_by", "outcome", "decided_by", "decided_at")
    list_filter = ("outcome", "made_at")
    list_select_related = ("sanction__user", "taken_by", "decided_by")
    search_fields = ("sanction__user__display_name", "text", "words")
    fields = readonly_fields = (
        "sanction", "text", "made_at", "taken_by", "taken_at", "outcome", "words", "decided_by", "decided_at",
    )  # fmt: skip
