"""News in the admin, to look at: what was told, and what became of it on its ways."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from common.guarded_admin import LookOnlyAdmin, moment
from news.models import News


@admin.register(News)
class NewsAdmin(LookOnlyAdmin):
    """What people were told. Nobody changes it."""

    happened, shown = moment("happened_at", _("happened at")), moment("shown_from", _("shown from"))
    until, read = moment("true_until", _("true until")), moment("read_at", _("read at"))
    withdrawn, claimed = moment("withdrawn_at", _("withdrawn at")), moment("claimed_until", _("being sent until"))
    next_push, next_mail = moment("push_at", _("next push at")), moment("mail_at", _("next mail at"))

    list_display = (
        "kind", "topic", "user", "shown", "read", "withdrawn", "next_push", "push_tries", "next_mail", "mail_tries",
    )  # fmt: skip
    ordering = ("-pk",)
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("topic", "user__username")
    show_full_result_count = False
    fields = readonly_fields = (
        "user", "kind", "topic", "values", "path", "happened", "shown", "until", "read", "withdrawn", "claimed",
        "next_push", "push_tries", "next_mail", "mail_tries",
    )  # fmt: skip
