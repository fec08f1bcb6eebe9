"""What an admin's pages take from an address: the filters that the list offers, and nothing that no link writes.

Django lets whoever may see a list filter it by any field of the row in any way, a regular expression among them, which
on SQLite holds the process for as long as the pattern wants, and which tells, bit by bit, what the list does not show.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

_WAYS = ("", "exact", "isnull", "gte", "lt")  # what the links beside a list ask for

if TYPE_CHECKING:
    _Base = ModelAdmin[Any]
else:
    _Base = object


class OfferedFilters(_Base):
    """For a ModelAdmin whose `list_filter` names fields of its own model; what else is asked of its list is a 400."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Whether a link beside the list could ask for it. Postgres takes no NUL in a text."""
        field, _separator, way = lookup.partition("__")
        return field in self.list_filter and way in _WAYS and "\0" not in str(value)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row. `_to_field=` without a name is no field, which Django takes for one."""
        return super().get_object(request, object_id, from_field or None)
