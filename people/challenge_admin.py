"""Challenges in the admin, to look at. The commitments of their deals are on no page."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from common.guarded_admin import LookOnlyAdmin, moment
from people.models import Challenge


@admin.register(Challenge)
class ChallengeAdmin(LookOnlyAdmin):
    """Who has asked whom, for what, and what became of it. Nobody changes it."""

    asked_on, lapses = moment("made_at", _("made at")), moment("lapses_at", _("lapses at"))

    list_display = ("asker", "asked", "variant", "is_live", "stage", "asked_on", "lapses")
    list_filter = ("stage", "is_live")
    ordering = ("-pk",)
    list_select_related = ("asker", "asked")
    search_fields = ("asker__username", "asked__username")
    show_full_result_count = False
    fields = readonly_fields = (
        "asker", "asked", "variant", "preset", "settings", "is_live", "stage", "reason", "asked_on", "lapses", "match",
    )  # fmt: skip
