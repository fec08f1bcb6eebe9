"""What pages ask the database about their reader: all that a page asks goes into one statement.

A room states its question once, with the pages that ask it. The first question that a request asks brings the answers
to the others of its page; they are kept with the request. So a page costs one statement, whichever rooms have a part
in it, and none for a visitor without an account.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

from django.http import HttpRequest
from django.utils.functional import Promise

from common.prepared_statements import prepared_cursor

Answer = TypeVar("Answer")
Values = Sequence[int | str]

EVERY_PAGE: Collection[str] = ()
_KEPT_IN = "reader_answers"
_stated: list["ReaderQuestion[Any]"] = []


class ReaderQuestion(Generic[Answer]):
    """A question about one user.

    `columns` are expressions of SQL, each of a single value; `values` gives their parameters for a request, in order;
    `read` makes the answer of what the columns hold; `of_nobody` is the answer for a visitor. `pages` are the names of
    the views that ask it, by default every page.
    """

    def __init__(
        self,
        columns: Sequence[str | Promise],
        values: Callable[[HttpRequest], Values],
        read: Callable[..., Answer],
        of_nobody: Answer,
        pages: Collection[str] = EVERY_PAGE,
    ) -> None:
        self.columns, self.values, self.read, self.of_nobody, self.pages = columns, values, read, of_nobody, pages
        _stated.append(self)

    def of_reader(self, request: HttpRequest) -> Answer:
        """The answer for the user who makes this request, asked once a request."""
        if request.user.pk is None:
            return self.of_nobody
        known: dict[ReaderQuestion[Any], Any] = request.__dict__.setdefault(_KEPT_IN, {})
        if self not in known:
            asked = _asked_on(request.resolver_match.view_name if request.resolver_match else "", self)
            known.update(_answers(asked, [value for one in asked for value in one.values(request)]))
        return cast(Answer, known[self])

    def alone(self, *values: int | str) -> Answer:
        """The answer for these values of the parameters, by a statement of its own."""
        return cast(Answer, _answers((self,), values)[self])


def forget(request: HttpRequest) -> None:
    """Have the questions of this request asked anew: something has changed since."""
    request.__dict__.pop(_KEPT_IN, None)


def _asked_on(view: str, wanted: ReaderQuestion[Any]) -> tuple[ReaderQuestion[Any], ...]:
    return tuple(one for one in _stated if one is wanted or one.pages is EVERY_PAGE or view in one.pages)


def _answers(asked: tuple[ReaderQuestion[Any], ...], values: Values) -> dict[ReaderQuestion[Any], Any]:
    with prepared_cursor() as cursor:
        cursor.execute(_statement(asked), values)
        found = iter(cursor.fetchone())
    return {one: one.read(*(next(found) for _column in one.columns)) for one in asked}


@cache
def _statement(asked: tuple[ReaderQuestion[Any], ...]) -> str:
    return "SELECT " + ",\n       ".join(str(column) for one in asked for column in one.columns)
