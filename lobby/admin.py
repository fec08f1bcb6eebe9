from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from common.edit_lock import EditLock
from common.guarded_admin import GuardedAdmin, LookOnlyAdmin, moment
from game import api as game
from lobby import preset_form
from lobby.cards import preset_card
from lobby.models import Preset, Seeker
from lobby.theme_admin import ThemeListAdmin as ThemeListAdmin


class _GroupsOfItsGame(GuardedAdmin):
    """A preset's form in the groups that its game has."""

    def get_fieldsets(self, request: HttpRequest, obj: Preset | None = None) -> Any:
        return preset_form.fieldsets(_variant_of(obj))


@admin.register(Preset)
class PresetAdmin(EditLock, _GroupsOfItsGame):
    """Presets are edited here only, a field a setting, with the card that players see above the form.

    The key is what matches remember a preset by, so it stays. One that somebody waits by cannot be deleted, only
    switched off.
    """

    form = preset_form.form_of(game.DEFAULT_VARIANT)
    list_display = ("key", "title_en", "title_sv", "order", "active", "rated")
    list_editable = ("order", "active")
    search_fields = ("key", "title_en", "title_sv")

    def get_form(self, request: HttpRequest, obj: Preset | None = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the preset's game."""
        own = {"form": preset_form.form_of(_variant_of(obj))} if obj else {}
        return super().get_form(request, obj, change=change, **kwargs | own)

    def get_readonly_fields(self, request: HttpRequest, obj: Preset | None = None) -> tuple[str, ...]:
        return ("key",) if obj else ()

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The form, and of a preset that is stored its card in every language of the site."""
        preset = kwargs.get("obj")
        context["previews"] = _previews(preset) if preset else {}
        return super().render_change_form(request, context, *args, **kwargs)


def _variant_of(preset: Preset | None) -> str:
    return preset.variant if preset else game.DEFAULT_VARIANT


def _previews(preset: Preset) -> Mapping[str, str]:
    """The preset's card as the home page draws it, by the language it is drawn in."""
    drawn = {}
    stored = Preset.objects.get(pk=preset.pk)  # the form may hold an edit that was refused
    try:
        game.check_settings({}, stored.variant)
    except game.UnknownGame:
        return {}
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            drawn[code] = render_to_string("lobby/parts/preset.html", {"card": preset_card(stored)})
    return drawn


@admin.register(Seeker)
class SeekerAdmin(LookOnlyAdmin):
    """Who is looking now; to look at only."""

    joined, lapses = moment("joined_at", _("joined at")), moment("gone_at", _("lapses at"))

    list_display = ("user", "preset", "language", "joined", "match")
    list_filter = ("preset", "language")
    list_select_related = ("user", "preset")
    fields = readonly_fields = ("user", "preset", "language", "joined", "lapses", "match")
