"""The base of every admin page: a list can be filtered only as it offers, and every change is logged.

Django lets a user who may view a list filter it by any column of the row, shown or not, through the URL, by regular
expressions too; each answer leaks a bit of a session key, a hand, a second factor. Here a list can be filtered by its
own filters and by the columns in `lookups`. Every admin is a `GuardedAdmin` (tests/site/test_admin_secrets.py checks
each of them).
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import InlineModelAdmin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from common import audit_log
from common.models import AuditEntry

ASKED = frozenset({"exact", "in", "isnull", "isempty", "gt", "gte", "lt", "lte"})
"""The kinds of comparison that a list's own filters put into its address."""

Act = AuditEntry.Act


class GuardedAdmin(admin.ModelAdmin[Any]):
    """A model's admin pages. `lookups`: columns that links from other pages filter by, beyond `list_filter`;
    `prefilled`: fields that such links fill in on the page that adds a row."""

    lookups: tuple[str, ...] = ()
    prefilled: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Only the filters of the list, with its comparisons. Postgres accepts no NUL in a text."""
        if "\0" in str(value):
            return False
        for offered in self._offered(request):
            if lookup == offered:
                return True
            rest = lookup.removeprefix(f"{offered}__").split("__") if lookup.startswith(f"{offered}__") else []
            # For a relation the filter names the key: groups__id__exact.
            if rest and (set(rest) <= ASKED or (rest[0] in ("id", "pk") and set(rest[1:]) <= ASKED)):
                return True
        return False

    def _offered(self, request: HttpRequest) -> set[str]:
        found = set(self.lookups)
        for one in self.get_list_filter(request):
            first = one[0] if isinstance(one, list | tuple) else one
            found.add(first if isinstance(first, str) else first.parameter_name)  # type: ignore[union-attr]
        if self.date_hierarchy:
            found |= {self.date_hierarchy, *(f"{self.date_hierarchy}__{part}" for part in ("year", "month", "day"))}
        return found

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """A pop-up returns a row's key and no other column."""
        return to_field in ("pk", self.opts.pk.name)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The initial values in the URL, only for fields that our own links fill in. Django accepts any text for any
        field, and fails for a date."""
        given: dict[str, Any] = super().get_changeform_initial_data(request)
        return {name: value for name, value in given.items() if name in self.prefilled}

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row. `_to_field=` without a name is no field, which Django mistakes for one."""
        return super().get_object(request, object_id, from_field or None)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, Any]]:
        """Django's message, with the old and new values of the fields."""
        message: list[dict[str, Any]] = super().construct_change_message(request, form, formsets, add)
        for part in message:
            one = part.get("added", part.get("changed"))
            if one is not None and "name" not in one:  # inlines have one
                one["values"] = audit_log.changes_of(form)
        return message

    def refuse(self, request: HttpRequest, sentence: str) -> None:
        """For `save_model`: nothing was stored, for the given reason."""
        messages.error(request, sentence)
        request.refused = True  # type: ignore[attr-defined]

    def response_change(self, request: HttpRequest, obj: Model) -> HttpResponse:
        """The redirect after saving. A refused change is not reported as saved."""
        if hasattr(request, "refused"):
            return HttpResponseRedirect(request.get_full_path())
        return super().response_change(request, obj)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """Log for "Recent actions", and in the audit log."""
        self._record(request, Act.ADD, obj, message)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry | None:  # type: ignore[override]
        """Log for "Recent actions", and in the audit log. A message in words describes another action."""
        if hasattr(request, "refused"):
            return None
        self._record(request, Act.CHANGE if isinstance(message, list) else Act.DONE, obj, message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Model]) -> Any:
        """Log for "Recent actions", and in the audit log with the values that its page shows."""
        for obj in queryset:
            shown = [name for _title, part in self.get_fieldsets(request, obj) for name in _flat(part["fields"])]
            gone = {name: [value, None] for name, value in audit_log.values_of(obj, shown).items()}
            audit_log.record(request.user, Act.DELETE, obj, changes=gone)
        return super().log_deletions(request, queryset)  # type: ignore[arg-type]  # a list of one, from its page

    def _record(self, request: HttpRequest, act: AuditEntry.Act, obj: Model, message: Any) -> None:
        if not isinstance(message, list):
            audit_log.record(request.user, act, obj, note=message)
            return
        changes: dict[str, Any] = {}
        for part in message:
            changes |= part.get("added", part.get("changed", {})).get("values", {})
        if changes or act == Act.ADD:
            audit_log.record(request.user, act, obj, changes=changes)


class LookOnlyAdmin(GuardedAdmin):
    """Read-only pages: nothing is added, changed or deleted."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


class LookOnlyInline(InlineModelAdmin[Any, Any]):
    """Read-only rows shown below another."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Staff who may view the page."""
        return True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


def moment(name: str, label: Any) -> Callable[[Any, Model], datetime | None]:
    """A column for an admin: the field `name`, in ms since the epoch, shown as a date and time and sortable."""

    @admin.display(description=label, ordering=name)
    def shown(of: Any, obj: Model) -> datetime | None:
        value = getattr(obj, name)
        return None if value is None else datetime.fromtimestamp(value / 1000, tz=UTC)

    return shown


def _flat(names: Iterable[Any]) -> Iterable[str]:
    for name in names:
        if isinstance(name, str):
            yield name
        else:
            yield from name
