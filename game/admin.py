"""Matches in the admin, read-only. The state, with its hands and bag, is not shown."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import path
from django.utils.translation import gettext_lazy as _

from common.guarded_admin import LookOnlyAdmin, LookOnlyInline, moment
from game.finished import staff_views
from game.models import Match, SeatRow


class SeatInline(LookOnlyInline, admin.TabularInline[SeatRow, Match]):
    """Who sits where."""

    model = SeatRow
    fields = readonly_fields = ("seat", "name", "user", "score", "total")


@admin.register(Match)
class MatchAdmin(LookOnlyAdmin):
    """Read-only inspection of matches."""

    started = moment("started_at", _("started at"))
    finished = moment("finished_at", _("finished at"))
    due = moment("due_at", _("due at"))

    list_display = ("public_id", "players", "started", "status", "reason", "preset", "language", "rated")
    list_filter = ("status", "language", "preset", "reason", "rated")
    lookups = ("seats__user",)
    search_fields = ("public_id", "seats__name")
    ordering = ("-pk",)
    show_full_result_count = False
    fields = readonly_fields = (
        "public_id", "variant", "language", "preset", "rated", "status", "version", "due", "commitment",
        "lexicon_name", "lexicon_version", "lexicon_digest", "started", "finished", "reason", "winner",
    )  # fmt: skip
    inlines = (SeatInline,)

    def get_urls(self) -> list[Any]:
        """Django's addresses, and the replay and record of a finished match."""
        wrap = self.admin_site.admin_view
        own = [
            path("<int:match_id>/replay/", wrap(staff_views.replay), name="game_match_replay"),
            path("<int:match_id>/record/", wrap(staff_views.record), name="game_match_record"),
        ]
        return [*own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Without the state and the seed, which no page of these needs; with the names."""
        return super().get_queryset(request).defer("state", "seed", "fair").prefetch_related("seats")

    @admin.display(description=_("players"))
    def players(self, row: Match) -> str:
        """Both names of that time."""
        return " – ".join(seat.name for seat in row.seats.all())
