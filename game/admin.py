"""Matches in the admin: to look at, not to touch. The state, with its hands and bag, is not shown."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from game.models import Match, SeatRow


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = SeatRow
    extra = 0
    fields = readonly_fields = ("seat", "name", "user", "score", "total")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Nobody is seated by hand."""
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Read-only inspection of matches."""

    list_display = ("public_id", "variant", "language", "preset", "status", "version", "reason")
    list_filter = ("status", "language", "preset", "reason")
    search_fields = ("public_id", "seats__name")
    fields = readonly_fields = (
        "public_id", "variant", "language", "preset", "rated", "status", "version", "due_at", "commitment",
        "lexicon_name", "lexicon_version", "lexicon_digest", "started_at", "finished_at", "reason", "winner",
    )  # fmt: skip
    inlines = (SeatInline,)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Only what the list offers: a filter on the state or the seed would answer questions about a live hand."""
        offered = lookup.split("__")[0] in {*self.list_filter, "id"}
        return offered and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Matches come from the lobby."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Matches stay."""
        return False
