"""The audit log: which member of staff did what, with the values before and after.

Admin pages write to it by themselves (guarded_admin.py); other staff actions call `record`. The entry is written in the
caller's transaction: only what is stored is logged as done.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Model
from django.forms import BaseForm

from common.models import AuditEntry

LONGEST = 2_000  # characters kept of one value; a licence text may have 40,000
SECRET = frozenset({"password", "password1", "password2"})
HIDDEN = "•••"  # in place of a secret's value: only the change is logged


def record(
    user: Any, act: AuditEntry.Act, thing: Model, *, changes: Mapping[str, Any] | None = None, note: object = ""
) -> AuditEntry:
    """Log that `user` did `act` to `thing` (if not a stored row: to all of its kind that the note names); `changes` as
    {"field": [before, after]}, of plain values."""
    return _written(user, user.get_username()[:150], act, thing, changes, note)


def record_command(command: str, thing: Model, *, changes: Mapping[str, Any] | None = None, note: object = "") -> None:
    """Log what an operator did to `thing` by that command of `manage.py`, which knows no account."""
    _written(None, f"manage.py {command}", AuditEntry.Act.DONE, thing, changes, note)


def _written(
    user: Any, who: str, act: AuditEntry.Act, thing: Model, changes: Mapping[str, Any] | None, note: object
) -> AuditEntry:
    return AuditEntry.objects.create(
        user=user,
        who=who,
        act=act,
        kind=thing._meta.label_lower,
        object_id="" if thing.pk is None else str(thing.pk)[:64],
        object_name=str(thing)[:200],
        note=str(note),
        changes=dict(changes or {}),
    )


def last_of(thing: Model) -> AuditEntry | None:
    """The last entry about the object."""
    return AuditEntry.objects.filter(kind=thing._meta.label_lower, object_id=str(thing.pk)).first()


def changes_of(form: BaseForm) -> dict[str, list[Any]]:
    """The fields changed by a valid form, each with its value before and after; of a row's columns, as stored."""
    found = {}
    row = getattr(form, "instance", None)
    stored = values_of(row, form.changed_data) if row else {}
    for name in form.changed_data:
        if name in SECRET:
            found[name] = [HIDDEN, HIDDEN]
            continue
        if name not in form.fields:
            continue
        field = form.fields[name]
        before = plain(form.get_initial_for_field(field, name))
        after = stored[name] if name in stored else plain(form.cleaned_data.get(name))
        if before != after:
            found[name] = [before, after]
    return found


def values_of(thing: Model, names: Iterable[str]) -> dict[str, Any]:
    """The plain values of those fields that are columns of the object."""
    columns = {field.name: field for field in thing._meta.concrete_fields}
    shown = [name for name in names if name in columns and name not in SECRET]
    return {name: plain(columns[name].value_from_object(thing)) for name in shown}


def plain(value: Any) -> Any:
    """The value in JSON's types: rows by their keys, times as ISO text, long texts cut."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + "…"
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, Iterable):
        return [str(one) if isinstance(one, Model) else plain(one) for one in value]
    return str(value)[:LONGEST]
