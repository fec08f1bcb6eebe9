"""Optimistic locking in the admin: of two staff who edit one row, the second to save is shown what the first changed,
and does not overwrite it.

The form carries a fingerprint of the row as it was shown. If the row has changed since, nothing is stored, the page
keeps the input and says which user changed what; saving again is then deliberate.
"""

import hashlib
import json
from typing import Any

from django import forms
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common import audit_log
from common.guarded_admin import GuardedAdmin

FIELD = "seen"


class SeenForm(ModelForm[Model]):
    """A row's form that carries a fingerprint of what it was filled from."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = fingerprint(self.instance) if self.instance.pk else ""
        self.initial[FIELD] = self.stored

    def clean(self) -> dict[str, Any]:
        """Refuse once if the stored row differs from the one the form was filled from."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.stored and cleaned.get(FIELD) != self.stored:
            self.data = self.data.copy()  # type: ignore[attr-defined]
            self.data[self.add_prefix(FIELD)] = self.stored  # type: ignore[index]
            self.add_error(None, forms.ValidationError(self._meanwhile(), code="changed_meanwhile"))
        return cleaned

    def _meanwhile(self) -> str:
        last = audit_log.last_of(self.instance)
        again = _("Your changes were not saved. Save again to replace these values with yours.")
        if last is None:
            return _("Somebody else has changed this since you opened it.") + " " + again
        changed = "; ".join(f"{name}: {before} → {after}" for name, (before, after) in last.changes.items())
        said = _("%(who)s has changed this since you opened it (%(at)s): %(changed)s.") % {
            "who": last.who,
            "at": date_format(timezone.localtime(last.at), "DATETIME_FORMAT"),
            "changed": changed,
        }
        return f"{said} {again}"


class EditLock(GuardedAdmin):
    """An admin whose rows several users edit. In its list, too, only changed fields are written."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row, locked for saving: it must not change after the form was compared with it."""
        found = super().get_object(request, object_id, from_field)
        if found is not None and request.method == "POST":
            return self.model._default_manager.select_for_update().filter(pk=found.pk).first()
        return found

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, with the fingerprint of its row."""
        if self._locks(request, obj):
            form = kwargs.get("form", self.form)
            kwargs["form"] = type(form)(form.__name__, (SeenForm, form), {})
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The form's groups, the hidden field in the first."""
        groups = super().get_fieldsets(request, obj)
        if not self._locks(request, obj):
            return groups
        (title, first), *others = groups
        return [(title, {**first, "fields": [*first["fields"], FIELD]}), *others]

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> Any:
        """A list row that the user did not touch is not written, whatever it is by now."""
        form = super().get_changelist_form(request, **kwargs)

        class Touched(form):  # type: ignore[valid-type, misc]
            def __init__(self, *args: Any, **named: Any) -> None:
                super().__init__(*args, **named)
                for field in self.fields.values():
                    field.show_hidden_initial = True

        return Touched

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """All fields compared by the form; in the list the fields that the user touched."""
        if change and not isinstance(form, SeenForm):
            obj.save(update_fields=form.changed_data)
        else:
            super().save_model(request, obj, form, change)

    def _locks(self, request: HttpRequest, obj: Any) -> bool:
        return obj is not None and self.has_change_permission(request, obj)


def fingerprint(row: Model) -> str:
    """A digest of the row's columns."""
    values = audit_log.values_of(row, (field.name for field in row._meta.concrete_fields))
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
