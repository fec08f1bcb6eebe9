"""The admin pages of ranking: every match it has judged, to be made void or to count again."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import PointsPutBack, RankChange, RatedMatch
from accounts.ranking.feeding_pairs import DAYS, LEAST_MOVED, LEAST_SHARE, feeding_pairs
from accounts.rating_models import Verdict
from accounts.services import ranking
from common.guarded_admin import GuardedAdmin, LookOnlyInline, moment
from game import api as game


class ChangeInline(LookOnlyInline, admin.TabularInline[RankChange, RatedMatch]):
    """What the match moved for each of the two players."""

    model = RankChange
    fields = readonly_fields = (
        "seat",
        "user",
        "won",
        "points_before",
        "points",
        "rating_before",
        "rating_after",
        "deviation_after",
    )


class PutBackInline(LookOnlyInline, admin.TabularInline[PointsPutBack, RatedMatch]):
    """What was moved back of it later, because it had been won by cheating."""

    model = PointsPutBack
    put_back = moment("put_back_at", _("put back at"))
    fields = readonly_fields = ("seat", "user", "points", "put_back")


class GuestsFilter(admin.SimpleListFilter):
    """A filter that hides matches of guests, which count for no player, by default."""

    title = _("whose")
    parameter_name = "whose"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The other choices."""
        return [("guests", _("With a guest")), ("all", _("All"))]

    def choices(self, changelist: Any) -> Any:
        """Django's choices, with the label of this filter for the default one."""
        for number, choice in enumerate(super().choices(changelist)):
            yield {**choice, "display": _("Of accounts")} if number == 0 else choice

    def queryset(self, request: HttpRequest, queryset: QuerySet[RatedMatch]) -> QuerySet[RatedMatch]:
        """The matches of the chosen kind."""
        if self.value() == "all":
            return queryset
        of_guests = Q(verdict=Verdict.GUEST)
        return queryset.filter(of_guests if self.value() == "guests" else ~of_guests)


@admin.register(RatedMatch)
class RatedMatchAdmin(GuardedAdmin):
    """Only the note is edited by hand; points and ratings change by the two actions, and each is logged."""

    ended, voided = moment("ended_at", _("ended at")), moment("voided_at", _("made void at"))

    list_display = ("match", "players", "ended", "verdict", "moved", "language", "voided", "note")
    list_filter = (GuestsFilter, "verdict", "language", ("voided_at", admin.EmptyFieldListFilter))
    lookups = ("changes__user",)
    search_fields = ("match__public_id", "match__seats__name", "changes__user__display_name", "note")
    list_select_related = ("match",)
    ordering = ("-ended_at",)
    show_full_result_count = False
    fields = ("match", "players", "verdict", "moved", "variant", "language", "ended", "voided", "note")
    readonly_fields = fields[:-1]
    inlines = (ChangeInline, PutBackInline)
    actions = ("make_void", "count_again")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedMatch]:
        """The query with the seats, for the names."""
        return super().get_queryset(request).prefetch_related("match__seats")

    @admin.display(description=_("players"))
    def players(self, row: RatedMatch) -> str:
        """Both names at that time."""
        return " – ".join(seat.name for seat in row.match.seats.all())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RatedMatch | None = None) -> bool:
        return False

    def get_urls(self) -> list[Any]:
        """Django's URLs, and the page of pairs."""
        view = self.admin_site.admin_view(self.feeding_pairs)
        return [path("pairs/", view, name="accounts_ratedmatch_pairs"), *super().get_urls()]

    def feeding_pairs(self, request: HttpRequest) -> HttpResponse:
        """The page of pairs of which one mostly feeds the other, each linked to the matches of the player who gains."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("Pairs that feed one another"),
            "opts": self.opts,
            "pairs": feeding_pairs(game.now_ms()),
            "days": DAYS,
            "least_moved": LEAST_MOVED,
            "least_share": LEAST_SHARE,
        }
        return TemplateResponse(request, "admin/accounts/ratedmatch/pairs.html", context)

    def save_model(self, request: HttpRequest, obj: RatedMatch, form: object, change: bool) -> None:
        """Save the note alone: an action may have changed the rest since the form was shown."""
        obj.save(update_fields=["note"])

    @admin.action(description=_("Make void"), permissions=["change"])
    def make_void(self, request: HttpRequest, queryset: QuerySet[RatedMatch]) -> None:
        """Take back what the chosen matches moved."""
        now = game.now_ms()
        explained = [row for row in queryset if row.note.strip()]
        changed = [row for row in explained if ranking.make_void(row.pk, now, row.note)]
        self._tell(request, changed, _("Make void"))
        if missing := queryset.count() - len(explained):
            said = ngettext(
                "%(count)d match has no note: write why into it first.",
                "%(count)d matches have no note: write why into them first.",
                missing,
            )
            self.message_user(request, said % {"count": missing}, messages.WARNING)

    @admin.action(description=_("Count again"), permissions=["change"])
    def count_again(self, request: HttpRequest, queryset: QuerySet[RatedMatch]) -> None:
        """Let the chosen matches count again by what they moved then, within the daily limits."""
        changed, left = [], 0
        for row in queryset:
            try:
                changed += [row] if ranking.reinstate(row.pk, row.note) else []
            except ranking.DayIsFull:
                left += 1
        self._tell(request, changed, _("Count again"))
        if left:
            said = ngettext(
                "%(count)d match stays void: no more matches of the same two may count on its day.",
                "%(count)d matches stay void: no more matches of the same two may count on their day.",
                left,
            )
            self.message_user(request, said % {"count": left}, messages.WARNING)

    def _tell(self, request: HttpRequest, changed: list[RatedMatch], what: object) -> None:
        for row in changed:
            self.log_change(request, row, f"{what}: {row.note}")
        said = ngettext("%(count)d match was changed.", "%(count)d matches were changed.", len(changed))
        self.message_user(request, said % {"count": len(changed)}, messages.SUCCESS)
