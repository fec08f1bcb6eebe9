"""The admin's front page: sections in the site's own order rather than one per app."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

SECTIONS = (
    (
        "players",
        _("Players"),
        (
            "accounts.user",
            "people.case",
            "accounts.sanction",
            "accounts.appeal",
            "people.friendship",
            "people.friendquestion",
            "people.challenge",
            "accounts.block",
            "usersessions.usersession",
            "account.emailaddress",
            "mfa.authenticator",
        ),
    ),
    ("matches", _("Matches"), ("game.match", "accounts.ratedmatch")),
    (
        "lobby",
        _("Lobby"),
        ("lobby.preset", "lobby.themelist", "lobby.seeker", "lobby.slowseek", "news.news", "common.notice"),
    ),
    ("words", _("Words"), ("dictionary.listversion", "dictionary.dispute", "dictionary.blockedword")),
    ("staff", _("Staff"), ("auth.group", "common.auditentry")),
)

NAMES = {
    "account.emailaddress": _("Addresses"),
    "accounts.user": _("Players"),
    "game.match": _("Matches"),
    "mfa.authenticator": _("Second factors"),
    "usersessions.usersession": _("Sessions"),
}
"""Our words, in the reader's language, for what others have named or in English only."""


class StaffSite(AdminSite):
    """Django's site with our titles and sections."""

    site_header = _("AlfaPower administration")
    site_title = _("AlfaPower administration")
    index_title = _("What would you like to look after?")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The sections with the models the user may see; models in no section follow under their apps."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        models = {one["model"]._meta.label_lower: one for app in apps for one in app["models"]}
        found: list[Any] = []
        for key, title, labels in SECTIONS:
            inside = [models.pop(label) for label in labels if label in models]
            for one in inside:
                one["name"] = NAMES.get(one["model"]._meta.label_lower, one["name"])
            if inside:
                first = inside[0]["admin_url"] or ""
                found.append(
                    {"name": title, "app_label": key, "app_url": first, "has_module_perms": True, "models": inside}
                )
        for app in apps:
            left = [one for one in app["models"] if one["model"]._meta.label_lower in models]
            found += [{**app, "models": left}] if left else []
        return found


class StaffSiteConfig(AdminConfig):
    """Django's admin app config, with our site. Used in INSTALLED_APPS."""

    default_site = "common.admin_site.StaffSite"
