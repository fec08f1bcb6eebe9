"""Friends and challenges in the admin, to look at: who are friends, who has asked whom for what. The token of a link
and the commitments of deals are on no page."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from common.guarded_admin import LookOnlyAdmin, moment
from people.models import Challenge, FriendQuestion, Friendship
from people.reporting.case_admin import CaseAdmin as CaseAdmin


@admin.register(Friendship)
class FriendshipAdmin(LookOnlyAdmin):
    """Each friendship from both sides. Nobody changes it."""

    began = moment("since", _("friends since"))

    list_display = ("user", "friend", "began")
    ordering = ("-pk",)
    list_select_related = ("user", "friend")
    search_fields = ("user__username", "friend__username")
    show_full_result_count = False
    fields = readonly_fields = ("user", "friend", "began")


@admin.register(FriendQuestion)
class FriendQuestionAdmin(LookOnlyAdmin):
    """Open questions to become friends. Nobody changes them."""

    asked_on, put_off = moment("asked_at", _("asked at")), moment("put_off_at", _("put off at"))

    list_display = ("asker", "asked", "asked_on", "put_off")
    ordering = ("-pk",)
    list_select_related = ("asker", "asked")
    search_fields = ("asker__username", "asked__username")
    show_full_result_count = False
    fields = readonly_fields = ("asker", "asked", "asked_on", "put_off")


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
