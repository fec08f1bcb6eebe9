"""Queries that the ORM puts into words once, and that are then asked again and again with other values.

To word a query costs several times what asking it does, and every page asks the same few. What is asked stays written
as a queryset; the SQL, which values go where and how rows become objects are kept for the process.

Where the words hang on a value, as for a list, which has a mark for each, it is part of the `form`: each form has words
of its own.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

from common.prepared_statements import prepared_cursor

M = TypeVar("M", bound=Model)

MOST_FORMS = 32
_MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 32_011 + place,  # within what the smallest column takes: beyond it Django leaves a condition out
    str: lambda place: f"value {place}",
}


class PreparedQuery(Generic[M]):
    """A query over the values that `kinds` names, each an int or a str: the queryset that `build` makes of `form` and
    of them."""

    def __init__(self, build: Callable[..., QuerySet[M, Any]], **kinds: type) -> None:
        self.build = build
        self.marks = {name: _MARKS[kind](place) for place, (name, kind) in enumerate(kinds.items())}
        self.worded = lru_cache(maxsize=MOST_FORMS)(self._word)

    def rows(self, *form: Hashable, **values: int | str) -> list[tuple[Any, ...]]:
        """What is found, as the columns of `values_list`."""
        return [tuple(row) for row in self.worded(form).ask(values)]

    def objects(self, *form: Hashable, **values: int | str) -> list[M]:
        """What is found, as rows of the model, with those that `select_related` names."""
        worded = self.worded(form)
        return [worded.made(row) for row in worded.ask(values)]

    def first(self, *form: Hashable, **values: int | str) -> M | None:
        """The first that is found."""
        return next(iter(self.objects(*form, **values)), None)

    def _word(self, form: tuple[Hashable, ...]) -> "_Worded[M]":
        return _Worded(self.build(*form, **self.marks), self.marks)


class _Worded(Generic[M]):
    """One form of a query in SQL."""

    def __init__(self, queryset: QuerySet[M, Any], marks: dict[str, Any]) -> None:
        compiler = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.locks = queryset.query.select_for_update
        self.sql, given = compiler.as_sql()
        names = {mark: name for name, mark in marks.items()}
        # Either the name of a value, or what the query itself says.
        self.given = [(names[value], None) if value in names else ("", value) for value in given]
        if missing := set(marks) - {name for name, _value in self.given}:
            raise ValueError(f"not in the query as they were given: {', '.join(sorted(missing))}")
        self.converters = list(compiler.get_converters([column[0] for column in compiler.select]).items())
        if compiler.klass_info is not None:
            fields = compiler.klass_info["select_fields"]
            self.model, self.own = compiler.klass_info["model"], slice(fields[0], fields[-1] + 1)
            self.names = [column[0].target.attname for column in compiler.select[self.own]]
            self.annotated = list(compiler.annotation_col_map.items())
            self.related = get_related_populators(  # type: ignore[call-arg]  # as of a later Django
                compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS
            )

    def ask(self, values: dict[str, int | str]) -> list[list[Any]]:
        """The rows, each column as Python has it."""
        if self.locks and not connection.in_atomic_block:  # the ORM looks as it words a query
            raise TransactionManagementError("rows are locked inside a transaction only")
        given = [values[name] if name else value for name, value in self.given]
        with prepared_cursor() as cursor:
            cursor.execute(self.sql, given)
            found = [list(row) for row in cursor.fetchall()]
        for place, (converters, column) in self.converters:
            for row in found:
                for convert in converters:
                    row[place] = convert(row[place], column, connections[DEFAULT_DB_ALIAS])
        return found

    def made(self, row: list[Any]) -> M:
        """The object of a row."""
        one: M = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.own])
        for name, place in self.annotated:
            setattr(one, name, row[place])
        for related in self.related:
            related.populate(row, one)
        return one
