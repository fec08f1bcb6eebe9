"""The admin pages of the audit log (read-only) and of notices."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from common import notices
from common.guarded_admin import GuardedAdmin, LookOnlyAdmin
from common.models import AuditEntry, Notice

OF_PLAYERS = (
    "accounts.user", "accounts.sanction", "accounts.appeal", "accounts.ban", "accounts.block", "accounts.ratedmatch",
    "account.emailaddress", "usersessions.usersession", "mfa.authenticator",
)  # fmt: skip
"""The models of players' data: staff who may view players may read these entries. What was a ban is a sanction now; its
entries have the name of that time."""
SEES_PLAYERS, SEES_ALL = "accounts.view_user", "common.view_auditentry"


class KindFilter(admin.SimpleListFilter):
    """Filters by the model of the changed object."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The models that occur in the log."""
        kinds = model_admin.get_queryset(request).order_by("kind").values_list("kind", flat=True).distinct()
        return [(kind, _kind_in_words(kind)) for kind in kinds]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """The entries of the chosen model."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(LookOnlyAdmin):
    """Everything staff did, with the values before and after. No user changes or deletes it here, not even superusers.
    Staff who may only view players see the entries about those."""

    lookups = ("object_id",)

    list_display = ("at", "who", "act", "kind_in_words", "object_name", "fields_changed", "note")
    list_filter = ("act", KindFilter, "at")
    search_fields = ("who", "object_name", "object_id", "note")
    date_hierarchy = "at"
    show_full_result_count = False
    fields = readonly_fields = ("at", "who", "user", "act", "kind_in_words", "thing", "note", "table")

    def has_view_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        """Staff who may view the log or players; an entry of another model, only the former."""
        return request.user.has_perm(SEES_ALL) or (
            request.user.has_perm(SEES_PLAYERS) and (obj is None or obj.kind in OF_PLAYERS)
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Listed on the admin's first page for all of them."""
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """The entries that the user may see."""
        entries: QuerySet[AuditEntry] = super().get_queryset(request)
        return entries if request.user.has_perm(SEES_ALL) else entries.filter(kind__in=OF_PLAYERS)

    @admin.display(description=_("kind"), ordering="kind")
    def kind_in_words(self, entry: AuditEntry) -> str:
        """The model's name."""
        return _kind_in_words(entry.kind)

    @admin.display(description=_("changed"))
    def fields_changed(self, entry: AuditEntry) -> str:
        """The names of the fields."""
        return ", ".join(entry.changes)

    @admin.display(description=_("object"))
    def thing(self, entry: AuditEntry) -> str:
        """A link to the object, if it still has a page."""
        app, _dot, model = entry.kind.partition(".")
        try:
            address = reverse(f"admin:{app}_{model}_change", args=[entry.object_id])
        except NoReverseMatch:
            return entry.object_name
        return format_html('<a href="{}">{}</a>', address, entry.object_name)

    @admin.display(description=_("changes"))
    def table(self, entry: AuditEntry) -> SafeString:
        """Each changed field, before and after."""
        rows = format_html_join(
            "", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", ((name, *pair) for name, pair in entry.changes.items())
        )
        head = format_html(
            "<tr><th>{}</th><th>{}</th><th>{}</th></tr>", _("field").capitalize(), _("before"), _("after")
        )
        return format_html("<table>{}{}</table>", head, rows) if entry.changes else SafeString("–")


@admin.register(Notice)
class NoticeAdmin(GuardedAdmin):
    """A notice at the top of every page while it lasts."""

    list_display = ("text_en", "text_sv", "starts_at", "ends_at")
    list_filter = ("starts_at",)
    fields = ("text_en", "text_sv", "starts_at", "ends_at")

    def save_model(self, request: HttpRequest, obj: Notice, form: Any, change: bool) -> None:
        """Shown at once by this process, and by the others within some seconds."""
        super().save_model(request, obj, form, change)
        notices.forget()

    def delete_model(self, request: HttpRequest, obj: Notice) -> None:
        """Gone at once here, and from the others within some seconds."""
        super().delete_model(request, obj)
        notices.forget()

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """As for a single deletion."""
        super().delete_queryset(request, queryset)
        notices.forget()


def _kind_in_words(kind: str) -> str:
    try:
        return capfirst(str(apps.get_model(kind)._meta.verbose_name))
    except LookupError:
        return kind
