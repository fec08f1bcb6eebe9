"""Prepared statements: a cursor for statements that a process repeats in the same words, planned once per connection.

Values are sent apart from the text, and every whole number as a `bigint`: as the driver sends it, in as few bytes as it
needs, Postgres would plan the statement anew for each size. The rest of the site has its values written into the
statement by Django, and is planned each time.
"""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper


def prepared_cursor() -> CursorWrapper:
    """A cursor of the current connection. SQLite caches its plans by itself."""
    make: Any = getattr(connection, "prepared_cursor", connection.cursor)
    cursor: CursorWrapper = make()
    return cursor
