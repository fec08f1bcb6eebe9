"""A cursor for statements that a process asks again and again in the same words: Postgres plans each once a connection.

Values go apart from the words, and every whole number as a `bigint`: as the driver sends it, in as few bytes as it
needs, Postgres would reckon with it in as few, and plan the statement anew for each size. The rest of the site has its
values written into the statement by Django, and is planned as it comes.
"""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper


def prepared_cursor() -> CursorWrapper:
    """A cursor of the current connection. SQLite keeps what it has planned by itself."""
    make: Any = getattr(connection, "prepared_cursor", connection.cursor)
    cursor: CursorWrapper = make()
    return cursor
