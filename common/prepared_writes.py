"""Rows that are written again and again, by statements that are put into words once (see prepared_queries.py).

Each column is written as its field has it. No signal is sent, and no field makes a value of itself as it is saved.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model

from common.prepared_statements import prepared_cursor

AnyField = Field[Any, Any]


class PreparedInsert:
    """New rows of a model, whose key the database makes."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    @cached_property
    def fields(self) -> list[AnyField]:
        """All but the key."""
        return [field for field in self.model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def sql(self) -> str:
        """The statement, with a mark for each column."""
        columns, marks = ", ".join(map(_column, self.fields)), ", ".join(["%s"] * len(self.fields))
        return f"INSERT INTO {_table(self.model)} ({columns}) VALUES ({marks})"  # nosec B608  # names of our own

    def write(self, **values: Any) -> None:
        """Insert a row, with a value for every column but the key. Raises KeyError where one has none."""
        _execute(self.sql, ((field, values[field.attname]) for field in self.fields))


class PreparedUpdate:
    """The columns of a row whose fields have these names."""

    def __init__(self, model: type[Model], *names: str) -> None:
        self.model, self.names = model, names

    @cached_property
    def fields(self) -> list[AnyField]:
        """Those that are written, and the key at the end."""
        fields = self.model._meta.concrete_fields
        written = [field for field in fields if field.name in self.names]
        return [*written, *(field for field in fields if field.primary_key)]

    @cached_property
    def sql(self) -> str:
        """The statement, with a mark for each column."""
        *written, key = [f"{_column(field)} = %s" for field in self.fields]
        columns = ", ".join(written)
        return f"UPDATE {_table(self.model)} SET {columns} WHERE {key}"  # nosec B608  # names of our own

    def write(self, row: Model) -> None:
        """Write them as the row has them. Raises ObjectDoesNotExist where the database has it no more."""
        if not _execute(self.sql, ((field, getattr(row, field.attname)) for field in self.fields)):
            raise ObjectDoesNotExist(f"no {self.model._meta.verbose_name} {row.pk}")


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: AnyField) -> str:
    return connection.ops.quote_name(field.column or field.attname)


def _execute(sql: str, values: Iterable[tuple[AnyField, Any]]) -> int:
    """How many rows were written."""
    database = connections[DEFAULT_DB_ALIAS]
    given = [field.get_db_prep_save(value, database) for field, value in values]
    with prepared_cursor() as cursor:
        cursor.execute(sql, given)
        written: int = cursor.rowcount
    return written
