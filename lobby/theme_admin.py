"""The admin of word lists for themes: words that a match would refuse are refused, by the game's description."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from common.edit_lock import EditLock
from common.guarded_admin import GuardedAdmin
from game import api as game
from lobby.posted_settings import said, words_of
from lobby.theme_models import ThemeList


class ThemeForm(forms.ModelForm[ThemeList]):
    """A list, its words typed with anything but a letter between them."""

    class Meta:
        model = ThemeList
        fields = ("language", "name", "words", "active")

    def clean(self) -> dict[str, Any]:
        """The words in the form in which every game with a theme keeps them."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            words = words_of(cleaned["words"])
            if not words:
                self.add_error("words", forms.ValidationError(_("Write at least one word."), code="empty"))
            for variant in game.games():
                for setting in game.settings_of(variant):
                    if isinstance(setting, game.Words) and words:
                        words = self._kept(variant, setting, words)
            cleaned["words"] = " ".join(words)
        return cleaned

    def _kept(self, variant: str, setting: game.Words, words: list[str]) -> list[str]:
        given = {setting.key: words, setting.language: self.cleaned_data["language"]}
        try:
            kept = game.full_settings(given, variant)[setting.key]
        except game.BadSettings as refused:
            told = said(setting.key, refused.code, variant)
            self.add_error("words", forms.ValidationError(told, code=refused.code))
            return []
        assert isinstance(kept, tuple)
        return list(kept)


@admin.register(ThemeList)
class ThemeListAdmin(EditLock, GuardedAdmin):
    """The lists that hosts are offered; one that is switched off or deleted no more. Matches keep their words."""

    form = ThemeForm
    list_display = ("name", "language", "count", "active")
    list_filter = ("language", "active")
    list_editable = ("active",)
    search_fields = ("name",)
