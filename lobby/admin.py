from django.contrib import admin

from lobby.models import Preset, Seeker


@admin.register(Preset)
class PresetAdmin(admin.ModelAdmin):
    """Presets are edited here only; `Preset.clean` refuses settings no match could be made with."""

    list_display = ("key", "title_en", "title_sv", "order", "active", "rated")
    list_editable = ("order", "active")
    search_fields = ("key", "title_en", "title_sv")


@admin.register(Seeker)
class SeekerAdmin(admin.ModelAdmin):
    """Who is looking now; to look at only."""

    list_display = ("user", "preset", "language", "match")
    list_select_related = ("user", "preset")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False
