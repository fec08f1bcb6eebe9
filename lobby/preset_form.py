"""The form a preset is edited by in the admin: one field a setting, made from the settings' own description.

A new setting or item is in the form by itself. Nothing is checked here that the description does not check; the
language is left out, for it is the players' choice.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game import api as game
from lobby.forms import SECTIONS, said, words_of
from lobby.models import Preset
from lobby.rules_in_words import label_of, member_title

_title = lazy(member_title, str)  # forms are made once, for readers of every language


def _settings(variant: str) -> Mapping[str, game.Setting]:
    """The settings of a preset; none of a game that is not here any more."""
    try:
        described = (one for one in game.settings_of(variant) if not isinstance(one, game.OwnBoard))
        return {one.key: one for one in described if one.key != "language"}
    except game.UnknownGame:
        return {}


class NumberOrWord(forms.CharField):
    """A whole number, or one of a few words that stand for something else ("none" for no number at all)."""

    def __init__(self, words: Sequence[str | None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = {word or "none": word for word in words}

    def prepare_value(self, value: Any) -> Any:
        return "none" if value is None else value

    def to_python(self, value: Any) -> Any:
        """The number or word; other text stays what it is, for the description to refuse."""
        text = str(super().to_python(value)).lower()
        if text in self.words:
            return self.words[text]
        return int(text) if text.isdecimal() and len(text) < 10 else text

    def validate(self, value: Any) -> None:
        """None is a value here: what was posted has been looked at already."""
        super().validate("none" if value is None else value)


class WordsField(forms.CharField):
    """Words in one text, with anything but a letter between them."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, (list, tuple)) else value

    def to_python(self, value: Any) -> Any:
        """The words, not yet looked at."""
        return words_of(str(super().to_python(value)))


class RowsField(forms.CharField):
    """The name of a board, or the rows of one."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, (list, tuple)) else value

    def to_python(self, value: Any) -> Any:
        """A name as it is, several rows as a list; neither is looked at yet."""
        written = str(super().to_python(value)).split()
        return written[0] if len(written) == 1 else written


def _fields(setting: game.Setting) -> Mapping[str, forms.Field]:
    """The form fields of a setting, by name; a setting that is several numbers has one for each."""
    label, hint = gettext_lazy(setting.label), gettext_lazy(setting.hint) if setting.hint else ""
    if isinstance(setting, game.Flag):
        return {setting.key: forms.BooleanField(label=label, help_text=hint, required=False)}
    if isinstance(setting, game.OneOf):
        choices = [(value, format_lazy("{} {}", gettext_lazy(text), value)) for value, text in setting.choices]
        values = {str(value): value for value, _text in setting.choices}

        def coerce(value: object) -> Any:
            return values.get(str(value), value)

        return {setting.key: forms.TypedChoiceField(label=label, help_text=hint, choices=choices, coerce=coerce)}
    if isinstance(setting, game.SomeOf):
        members = [(member, _title(member)) for member in setting.members]
        boxes = forms.CheckboxSelectMultiple
        # Not required here: the description says what an empty choice is.
        return {
            setting.key: forms.MultipleChoiceField(
                label=label, help_text=hint, choices=members, widget=boxes, required=False
            )
        }
    if isinstance(setting, game.Layout):
        names = format_lazy("{} {}", hint, ", ".join(setting.named))
        return {setting.key: RowsField(label=label, help_text=names, widget=forms.Textarea)}
    if isinstance(setting, game.Words):
        return {setting.key: WordsField(label=label, help_text=hint, widget=forms.Textarea, required=False)}
    if isinstance(setting, game.NumberEach):
        return {
            f"{setting.key}.{name}": forms.IntegerField(label=format_lazy("{}: {}", label, _title(name)))
            for name in setting.default
        }
    if isinstance(setting, game.Number) and setting.special:
        words = ", ".join(word or "none" for word in setting.special)
        hint = format_lazy("{} {}–{}, {}", hint, setting.low, setting.high, words)
        return {setting.key: NumberOrWord(setting.special, label=label, help_text=hint)}
    return {setting.key: forms.IntegerField(label=label, help_text=hint)}


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
        given: dict[str, object] = {}
        for key, setting in _settings(self.variant).items():
            names = list(_fields(setting))
            if any(name in self.errors for name in names):
                continue
            several = isinstance(setting, game.NumberEach)
            value = {name.partition(".")[2]: cleaned[name] for name in names} if several else cleaned[key]
            try:
                setting.check(value)
            except game.BadSettings as refusal:
                self.add_error(refusal.key, _named(setting, refusal, self.variant))
            else:
                given[key] = value
        if given and not self.errors:
            self.instance.variant = self.variant
            self.instance.settings = game.changed_settings(given, self.variant)
        return cleaned


def _named(setting: game.Setting, refusal: game.BadSettings, variant: str) -> forms.ValidationError:
    member = refusal.key.partition(".")[2]
    name = f"{label_of(setting)}, {member_title(member)}" if member else label_of(setting)
    sentence = _("%(name)s: %(said)s") % {"name": name, "said": said(refusal.key, refusal.code, variant)}
    if isinstance(setting, game.Number) and setting.special:
        sentence += " " + _("Or write: %(words)s.") % {"words": ", ".join(word or "none" for word in setting.special)}
    return forms.ValidationError(sentence, code=refusal.code)


@cache
def form_of(variant: str) -> Any:
    """The form of a preset of that game."""
    fields = {name: field for setting in _settings(variant).values() for name, field in _fields(setting).items()}
    return forms.models.ModelFormMetaclass("PresetForm", (_PresetForm,), {**fields, "variant": variant})


def fieldsets(variant: str) -> list[tuple[Any, Any]]:
    """The form in groups: what players read, then the rules as the lobby groups them."""
    own: list[tuple[Any, Any]] = [
        (None, {"fields": ["key", ("title_en", "title_sv"), "blurb_en", "blurb_sv", ("order", "active", "rated")]})
    ]
    settings = _settings(variant).values()
    placed = {group for groups, _title, _icon in SECTIONS.values() for group in groups}
    sections = [(title, groups) for groups, title, _icon in SECTIONS.values()]
    others = dict.fromkeys(one.group for one in settings if one.group not in placed)
    sections += [(group.capitalize(), (group,)) for group in others]
    for title, groups in sections:
        names = [name for one in settings if one.group in groups for name in _fields(one)]
        if names:
            own.append((title, {"fields": names}))
    return own
