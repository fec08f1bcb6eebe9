"""Builds model objects from rows of plain SQL: for queries of every page and action, where the ORM took several times
as long to build the statement as the database took to answer it.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


class ModelRows(Generic[M]):
    """The columns of a model for a statement, of the table or of its `alias` there; and its objects."""

    def __init__(self, model: type[M], alias: str = "") -> None:
        self.model = model
        self.fields = model._meta.concrete_fields
        self.names = [field.attname for field in self.fields]
        self.columns = ", ".join(f'"{alias or model._meta.db_table}"."{field.column}"' for field in self.fields)

    def object(self, values: Sequence[Any]) -> M:
        """The object of the columns' values, in their order, as the database returned them."""
        given = list(values)
        for place, convert in self._converters:
            given[place] = convert(given[place])
        made: M = self.model.from_db(DEFAULT_DB_ALIAS, self.names, given)
        return made

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[[Any], Any]]]:
        """By index in a row: how a value of the database is converted to the field's, where they differ."""
        found = ((place, _converter(field)) for place, field in enumerate(self.fields))
        return [(place, convert) for place, convert in found if convert is not None]


def _converter(field: Any) -> Callable[[Any], Any] | None:
    if hasattr(field, "from_db_value"):
        return lambda value: field.from_db_value(value, None, connection)
    if field.get_internal_type() == "DateTimeField" and connection.vendor == "sqlite":
        return _in_utc
    return None


def _in_utc(moment: datetime | None) -> datetime | None:
    """SQLite stores no time zone: Django writes UTC."""
    return moment and moment.replace(tzinfo=UTC)
