"""The ranking in the admin: every match that it has looked at, to be made void or to count again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import RankChange, RatedMatch
from accounts.services import ranking
from game import api as game


class ChangeInline(admin.TabularInline):
    """What the match moved for each of the two."""

    model = RankChange
    extra = 0
    can_delete = False
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

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(RatedMatch)
class RatedMatchAdmin(admin.ModelAdmin):
    """Only the note is written by hand; points and ratings move by the two actions, and each is logged."""

    list_display = ("match", "verdict", "moved", "language", "voided_at", "note")
    list_filter = ("verdict", "language", ("voided_at", admin.EmptyFieldListFilter))
    search_fields = ("match__public_id", "note")
    list_select_related = ("match",)
    show_full_result_count = False
    fields = ("match", "verdict", "moved", "variant", "language", "ended_at", "voided_at", "note")
    readonly_fields = fields[:-1]
    inlines = (ChangeInline,)
    actions = ("make_void", "count_again")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RatedMatch | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: RatedMatch, form: object, change: bool) -> None:
        """The note alone: an action may have moved the rest since the form was shown."""
        obj.save(update_fields=["note"])

    @admin.action(description=_("Make void"), permissions=["change"])
    def make_void(self, request: HttpRequest, queryset: QuerySet[RatedMatch]) -> None:
        """Take back what the chosen matches moved."""
        now = game.now_ms()
        changed = [row for row in queryset if ranking.make_void(row.pk, now, row.note)]
        self._tell(request, changed, _("Make void"))

    @admin.action(description=_("Count again"), permissions=["change"])
    def count_again(self, request: HttpRequest, queryset: QuerySet[RatedMatch]) -> None:
        """Let the chosen matches count by what they moved then, as far as the days have room for them."""
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
            self.log_change(request, row, str(what))
        said = ngettext("%(count)d match was changed.", "%(count)d matches were changed.", len(changed))
        self.message_user(request, said % {"count": len(changed)}, messages.SUCCESS)
