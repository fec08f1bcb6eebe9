"""The admin form of a preset: one field a setting, made from the settings' own description.

A new setting or item is in the form by itself. Nothing is checked here that the description does not check; the
language is left out, as players choose it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game import api as game
from lobby import posted_settings
from lobby.forms import grouped
from lobby.models import Preset
from lobby.posted_settings import special_name
from lobby.rules_in_words import label_of, member_title

_title = lazy(member_title, str)  # lazy, as forms are made once, for readers of every language


def _settings(variant: str) -> Mapping[str, game.Setting]:
    """The settings of a preset; none for a game that no longer exists."""
    try:
        described = (one for one in game.settings_of(variant) if not isinstance(one, game.OwnBoard))
        return {one.key: one for one in described if one.key != "language"}
    except game.UnknownGame:
        return {}


class SettingField(forms.Field):
    """One field of a setting; posted_settings.py reads what is posted."""

    def __init__(
        self, setting: game.Setting, *, label: Any = "", hint: Any = "", widget: Any = forms.TextInput
    ) -> None:
        super().__init__(label=label or gettext_lazy(setting.label), help_text=hint, widget=widget, required=False)
        self.setting = setting

    def prepare_value(self, value: Any) -> Any:
        """The value as the form shows it."""
        if value is None:
            return "none"
        if isinstance(value, (list, tuple)) and not isinstance(self.setting, game.SomeOf):
            return ("\n" if isinstance(self.setting, game.Layout) else " ").join(value)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the posted value differs from the one in the form."""
        return self.as_posted(self.prepare_value(initial)) != self.as_posted(data)

    def as_posted(self, value: Any) -> list[str]:
        """The values that a form posts for what its widget gives: a box without a tick is off."""
        if isinstance(value, bool):
            return ["1" if value else "0"]
        return [*map(str, value)] or [""] if isinstance(value, (list, tuple)) else ["" if value is None else str(value)]


def _fields(setting: game.Setting) -> Mapping[str, SettingField]:
    """The form fields of a setting, by name; a setting that is several numbers has one for each."""
    hint = gettext_lazy(setting.hint) if setting.hint else ""
    if isinstance(setting, game.NumberEach):
        label = gettext_lazy(setting.label)
        return {
            f"{setting.key}.{name}": SettingField(
                setting, label=format_lazy("{}: {}", label, _title(name)), widget=forms.NumberInput
            )
            for name in setting.default
        }
    if isinstance(setting, game.Number) and setting.special:
        others = ", ".join([*map(special_name, setting.special), *map(str, setting.beyond)])
        hint = format_lazy("{} {}–{}, {}", hint, setting.low, setting.high, others)
    if isinstance(setting, game.Layout):
        hint = format_lazy("{} {}", hint, ", ".join(setting.named))
    return {setting.key: SettingField(setting, hint=hint, widget=_widget(setting))}


def _widget(setting: game.Setting) -> forms.Widget:
    if isinstance(setting, game.Flag):
        return forms.CheckboxInput()
    if isinstance(setting, game.OneOf):
        choices = [(value, format_lazy("{} {}", gettext_lazy(text), value)) for value, text in setting.choices]
        return forms.Select(choices=choices)
    if isinstance(setting, game.SomeOf):
        return forms.CheckboxSelectMultiple(choices=[(member, _title(member)) for member in setting.members])
    if isinstance(setting, game.Layout | game.Words):
        return forms.Textarea()
    return forms.TextInput() if isinstance(setting, game.Number) and setting.special else forms.NumberInput()


class _PresetForm(forms.ModelForm[Preset]):
    """A preset with a field for each setting in place of the stored object. `variant`: the game whose settings."""

    variant = game.DEFAULT_VARIANT

    class Meta:
        model = Preset
        fields = ("key", "title_en", "title_sv", "blurb_en", "blurb_sv", "order", "active", "rated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = _settings(self.variant) and game.full_settings(self.instance.settings, self.variant)
        for key, value in known.items():
            if isinstance(value, Mapping):
                self.initial.update({f"{key}.{name}": number for name, number in value.items()})
            else:
                self.initial[key] = value

    def clean(self) -> dict[str, Any]:
        """Every setting by its own description; the message stands at the field and names the setting."""
        cleaned = super().clean() or self.cleaned_data
        posted = QueryDict(mutable=True)
        for name, field in self.fields.items():
            if isinstance(field, SettingField):
                posted.setlist(name, field.as_posted(cleaned.get(name)))
        try:
            given = posted_settings.read_post(posted, self.variant) if posted else {}
            changed = game.changed_settings(given, self.variant) if given else {}
        except (posted_settings.BadForm, game.BadSettings) as refused:
            self._say(posted_settings.errors_of(refused))
        else:
            for key, value in given.items():  # each value by itself, for the admin's log of the change
                cleaned |= {f"{key}.{one}": value[one] for one in value} if isinstance(value, dict) else {key: value}
            if given and not self.errors:
                self.instance.variant = self.variant
                self.instance.settings = changed
        return cleaned

    def _say(self, errors: Mapping[str, str]) -> None:
        for name, code in errors.items():
            self.add_error(name, _named(_settings(self.variant)[name.partition(".")[0]], name, code, self.variant))


def _named(setting: game.Setting, key: str, code: str, variant: str) -> forms.ValidationError:
    member = key.partition(".")[2]
    name = f"{label_of(setting)}, {member_title(member)}" if member else label_of(setting)
    sentence = _("%(name)s: %(said)s") % {"name": name, "said": posted_settings.said(key, code, variant)}
    if isinstance(setting, game.Number) and setting.special:
        sentence += " " + _("Or write: %(words)s.") % {"words": ", ".join(map(special_name, setting.special))}
    return forms.ValidationError(sentence, code=code)


@cache
def form_of(variant: str) -> Any:
    """The form of a preset of that game."""
    fields = {name: field for setting in _settings(variant).values() for name, field in _fields(setting).items()}
    return forms.models.ModelFormMetaclass("PresetForm", (_PresetForm,), {**fields, "variant": variant})


def fieldsets(variant: str) -> list[tuple[Any, Any]]:
    """The fields in groups: those that players read, then the rules as the lobby groups them."""
    own: list[tuple[Any, Any]] = [
        (None, {"fields": ["key", ("title_en", "title_sv"), "blurb_en", "blurb_sv", ("order", "active", "rated")]})
    ]
    settings = _settings(variant).values()
    for groups, title, _icon in grouped(settings).values():
        names = [name for one in settings if one.group in groups for name in _fields(one)]
        if names:
            own.append((title, {"fields": names}))
    return own
