"""The admin's list of blocks, to read: what to know of two players when one reports the other."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.block_models import Block
from common.guarded_admin import LookOnlyAdmin, moment


@admin.register(Block)
class BlockAdmin(LookOnlyAdmin):
    """Who has blocked whom; read-only."""

    made = moment("made_at", _("made at"))

    lookups = ("user", "blocked")

    list_display = ("user", "blocked", "made")
    list_select_related = ("user", "blocked")
    search_fields = ("user__display_name", "blocked__display_name")
    fields = readonly_fields = ("user", "blocked", "made")
