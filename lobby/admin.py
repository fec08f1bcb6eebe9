from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.edit_lock import EditLock
from common.guarded_admin import GuardedAdmin, LookOnlyAdmin, moment
from game import api as game
from lobby import preset_form
from lobby.cards import preset_card
from lobby.models import Preset, Seeker, SlowSeek
from lobby.theme_admin import ThemeListAdmin as ThemeListAdmin

GAME = "game"
"""The query parameter that names a game."""


class _GroupsOfItsGame(GuardedAdmin):
    """A preset's form in the groups that its game has."""

    def get_fieldsets(self, request: HttpRequest, obj: Preset | None = None) -> Any:
        return preset_form.fieldsets(_variant_of(request, obj))


class GameFilter(admin.SimpleListFilter):
    """A filter of presets by game."""

    title = _("game")
    parameter_name = GAME

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every game of the site."""
        return [(one.key, gettext(one.title)) for one in game.games().values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Preset]) -> QuerySet[Preset]:
        """Those of the chosen game."""
        return queryset.filter(variant=self.value()) if self.value() else queryset


@admin.register(Preset)
class PresetAdmin(EditLock, _GroupsOfItsGame):
    """The only place to edit presets: one field a setting, with the card that players see above the form. The address
    of the page names the game of a new preset, and the page links to those of the other games.

    Matches refer to a preset by its key, so the key stays. A preset by which a player waits cannot be deleted, only
    switched off.
    """

    form = preset_form.form_of(game.DEFAULT_VARIANT)
    list_display = ("key", "game_title", "title_en", "title_sv", "order", "active", "rated")
    list_editable = ("order", "active")
    list_filter = (GameFilter, "active")
    search_fields = ("key", "title_en", "title_sv")

    def get_form(self, request: HttpRequest, obj: Preset | None = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the preset's game."""
        own = {"form": preset_form.form_of(_variant_of(request, obj))}
        return super().get_form(request, obj, change=change, **kwargs | own)

    @admin.display(description=_("game"), ordering="variant")
    def game_title(self, preset: Preset) -> str:
        """The game's name; the key of a game that no longer exists."""
        known = game.games().get(preset.variant)
        return gettext(known.title) if known else preset.variant

    def get_readonly_fields(self, request: HttpRequest, obj: Preset | None = None) -> tuple[str, ...]:
        return ("key",) if obj else ()

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The form, with a stored preset's card in every language of the site, or with the games for a new one."""
        preset = kwargs.get("obj")
        context["previews"] = _previews(preset) if preset else {}
        chosen = _variant_of(request, preset)
        context["games"] = [] if preset else [(one, one.key == chosen) for one in game.games().values()]
        return super().render_change_form(request, context, *args, **kwargs)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[Any], list[Any]]:
        """Django's own, but waiting players are no matter of permissions: the message says what is in the way."""
        gone, counts, refused, _protected = super().get_deleted_objects(objs, request)
        said = gettext("Somebody is waiting by “%(preset)s”. Switch it off, and delete it when nobody waits by it.")
        waits = Q(seeker__isnull=False) | Q(slowseek__isnull=False)
        awaited = Preset.objects.filter(waits, pk__in=[one.pk for one in objs]).distinct()
        refused = refused - {Seeker._meta.verbose_name, SlowSeek._meta.verbose_name}
        return gone, counts, refused, [said % {"preset": one} for one in awaited]


def _variant_of(request: HttpRequest, preset: Preset | None) -> str:
    """The game of a stored preset, or the one named by the address of the page that adds one."""
    if preset:
        return preset.variant
    asked = request.GET.get(GAME, "")
    return asked if asked in game.games() else game.DEFAULT_VARIANT


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
    """Players in Quick Join now; read-only."""

    joined, lapses = moment("joined_at", _("joined at")), moment("gone_at", _("lapses at"))

    list_display = ("user", "preset", "language", "joined", "match")
    list_filter = ("preset", "language")
    list_select_related = ("user", "preset")
    fields = readonly_fields = ("user", "preset", "language", "joined", "lapses", "match")


@admin.register(SlowSeek)
class SlowSeekAdmin(LookOnlyAdmin):
    """Players who wait for a slow match; read-only."""

    joined, lapses = moment("made_at", _("joined at")), moment("lapses_at", _("lapses at"))

    list_display = ("user", "preset", "language", "joined", "comer", "match")
    list_filter = ("preset", "language")
    list_select_related = ("user", "preset", "comer")
    fields = readonly_fields = ("user", "preset", "language", "joined", "lapses", "comer", "match")
