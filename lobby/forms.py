"""Builds the form of a room's rules from the settings' own description: sections, fields and their widgets.

A setting has one kind and a kind has one widget (templates/lobby/room/field_<widget>.html), so a new setting or item is
in the form by itself. posted_settings.py reads what is posted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from dictionary import api as dictionary
from game import api as game
from lobby.form_fields import Board, Choice, Field, KeptBoards, Part, Section, Word
from lobby.posted_settings import OWN_ROWS, special_name
from lobby.rules_in_words import label_of, member_title, phrase, settings_told, value_in_words
from lobby.theme_models import ThemeList

SECTIONS: Mapping[str, tuple[tuple[str, ...], Any, str]] = {
    "board": (("map", "layout", "language"), gettext_lazy("Board and language"), "tiles"),
    "timer": (("timer",), gettext_lazy("Turn timer"), "clock"),
    "powers": (("items", "prices"), gettext_lazy("Powers and prices"), "shop"),
    "economy": (("economy",), gettext_lazy("Economy"), "plus"),
    "rules": (("rules",), pgettext_lazy("group of settings", "Rules"), "gear"),
    "theme": (("theme",), gettext_lazy("Theme"), "book"),
    "alfa": (("alfa",), gettext_lazy("Alfa Power Tile"), "bolt"),
}
"""The groups of a section in their order, its title and icon. A group not listed here has a section of its own."""

OPEN_AT_FIRST = ("board", "timer", "powers")
SUGGESTED: Mapping[str, Mapping[int, Any]] = {
    "turn_seconds": {
        30: gettext_lazy("Blitz 30"),
        60: gettext_lazy("Standard 60"),
        90: gettext_lazy("Relaxed 90"),
    }
}
HOURS_OF_A_STEP = 12
MOST_BUTTONS = 7  # a range this short is offered whole, beside the number's special values


def sections(
    settings: Mapping[str, object],
    changed: Sequence[str] = (),
    variant: str = game.DEFAULT_VARIANT,
    boards: KeptBoards = (),
    people: int = 2,
) -> list[Section]:
    """The whole form with these settings (those that differ from the game's defaults); `changed`: keys to point out;
    `boards`: those kept by the player who sees it, to choose from. If `people` is 1, no turn takes days.
    """
    values = game.full_settings(settings, variant)
    drawn = []
    for key, (groups, title, icon) in grouped(game.settings_of(variant)).items():
        own = [one for group in groups for one in game.settings_of(variant) if one.group == group]
        if own:
            fields = [
                field if field.widget != "layout" else _with_boards(field, settings, variant, boards)
                for field in _fields(own, values, changed)
            ]
            if people < 2:
                fields = [replace(field, days=()) for field in fields if field.widget != "reserve"]
            is_open = key in OPEN_AT_FIRST or any(field.is_changed for field in fields)
            drawn.append(Section(key, str(title), icon, is_open, _summary(own, values), fields))
    return drawn


def grouped(settings: Iterable[game.Setting]) -> dict[str, tuple[tuple[str, ...], Any, str]]:
    """The sections of these settings' groups, as `SECTIONS`."""
    placed = {group for groups, _title, _icon in SECTIONS.values() for group in groups}
    others = dict.fromkeys(one.group for one in settings if one.group not in placed)
    return {**SECTIONS, **{group: ((group,), _capital(_(group)), "gear") for group in others}}


def _fields(settings: Sequence[game.Setting], values: Mapping[str, Any], changed: Sequence[str]) -> list[Field]:
    fields: list[Field] = []
    for setting in settings:
        several = next((one for one in settings if _prices_of(setting, one)), None)
        if any(_prices_of(other, setting) for other in settings):
            continue  # drawn with the switches it belongs to
        fields.append(_field(setting, values, changed, several))
    return fields


def _with_boards(field: Field, settings: Mapping[str, object], variant: str, boards: KeptBoards) -> Field:
    """The field of a board with the rows of the one that is chosen, and a button for each that the player has kept."""
    rows = game.describe(settings, variant).layout
    kept: list[Board] = []
    for number, (name, own) in enumerate(boards, 1):
        is_first = not any(board.is_chosen for board in kept)
        kept.append(Board(number, name, own, field.is_on and is_first and tuple(own) == tuple(rows)))
    drawn = replace(field, rows=rows, boards=kept)
    *named, own_rows = field.choices
    return replace(drawn, choices=[*named, replace(own_rows, is_chosen=drawn.is_written)])


def _prices_of(switches: game.Setting, numbers: game.Setting) -> bool:
    """Whether `numbers` has one number for each thing that `switches` can switch on and off."""
    if not (isinstance(switches, game.SomeOf) and isinstance(numbers, game.NumberEach)):
        return False
    return set(switches.members) == set(numbers.default)


def _field(
    setting: game.Setting, values: Mapping[str, Any], changed: Sequence[str], several: game.Setting | None
) -> Field:
    is_changed = any(key.partition(".")[0] in (setting.key, several and several.key) for key in changed)
    field = Field(setting.key, "", label_of(setting), _(setting.hint) if setting.hint else "", is_changed)
    if several is None and not isinstance(setting, game.SomeOf | game.NumberEach):
        return _drawn(setting, field, values)
    numbers = several or setting
    low, high = (numbers.low, numbers.high) if isinstance(numbers, game.NumberEach) else (0, 0)
    return replace(field, widget="parts", parts=_parts(setting, values, changed, several), low=low, high=high)


@singledispatch
def _drawn(setting: Any, field: Field, values: Mapping[str, Any]) -> Field:
    """The field of a setting that is one value."""
    raise TypeError(f"no form draws a {type(setting).__name__}")


@_drawn.register
def _drawn_flag(setting: game.Flag, field: Field, values: Mapping[str, Any]) -> Field:
    return replace(field, widget="flag", is_on=values[setting.key])


@_drawn.register
def _drawn_choice(setting: game.OneOf, field: Field, values: Mapping[str, Any]) -> Field:
    value = values[setting.key]
    buttons = [Choice(str(one), value_in_words(setting, one), one == value) for one, _label in setting.choices]
    return replace(field, widget="choice", choices=buttons)


@_drawn.register
def _drawn_board(setting: game.Layout, field: Field, values: Mapping[str, Any]) -> Field:
    value = values[setting.key]
    is_own = not isinstance(value, str)
    boards = [Choice(name, _(title), name == value) for name, title in setting.titles.items()]
    boards.append(Choice(OWN_ROWS, pgettext("a board", "Your own"), is_own))
    return replace(field, widget="layout", is_on=is_own, choices=boards)


@_drawn.register
def _drawn_words(setting: game.Words, field: Field, values: Mapping[str, Any]) -> Field:
    lexicon = dictionary.current(values[setting.language])
    words = [Word(word, word in lexicon) for word in values[setting.key]]
    lists = list(ThemeList.objects.filter(active=True))
    return replace(field, widget="words", high=setting.most, words=words, lists=lists)


@_drawn.register
def _drawn_number(setting: game.Number, field: Field, values: Mapping[str, Any]) -> Field:
    value = values[setting.key]
    buttons = _special_choices(setting, value)
    days = [Choice(str(one), value_in_words(setting, one), one == value) for one in setting.beyond]
    widget = "number" if not setting.special else "special" if buttons[-1].value == "number" else "choice"
    typed = [one for one in (value, setting.default, setting.low) if isinstance(one, int) and one <= setting.high]
    drawn = replace(field, widget=widget, choices=buttons, days=days, number=typed[0])
    return replace(drawn, low=setting.low, high=setting.high)


@_drawn.register
def _drawn_reserve(setting: game.Reserve, field: Field, values: Mapping[str, Any]) -> Field:
    drawn = replace(field, widget="reserve", number=values[setting.key], step=HOURS_OF_A_STEP)
    return replace(drawn, low=setting.low, high=setting.high)


def _special_choices(setting: game.Number, value: Any) -> list[Choice]:
    """The special values of a number, then numbers to choose from, then "number" for the others."""
    special = [
        Choice(special_name(one), _capital(value_in_words(setting, one)), one == value) for one in setting.special
    ]
    suggested = SUGGESTED.get(setting.key)
    if suggested is None and setting.high - setting.low < MOST_BUTTONS:
        # "All 7 tiles" and 7 are one rule: the second button is there only for settings that have it already.
        highest = setting.high - ("full" in setting.special and value != setting.high)
        numbers = [Choice(str(n), str(n), n == value) for n in range(highest, setting.low - 1, -1)]
        return [*special, *numbers]
    numbers = [Choice(str(n), str(label), n == value) for n, label in (suggested or {}).items()]
    is_other = value not in setting.beyond and not any(choice.is_chosen for choice in (*special, *numbers))
    return [*numbers, *special, Choice("number", _("Custom"), is_other)]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _parts(
    setting: game.Setting, values: Mapping[str, Any], changed: Sequence[str], several: game.Setting | None
) -> list[Part]:
    value = values[setting.key]
    switches = isinstance(setting, game.SomeOf)
    numbers = several.key if several else "" if switches else setting.key
    names = setting.members if isinstance(setting, game.SomeOf) else tuple(setting.default)
    return [
        Part(
            key=name,
            title=member_title(name),
            is_on=name in value if switches else None,
            is_last_on=switches and list(value) == [name],
            number_name=f"{numbers}.{name}" if numbers else "",
            number=values[numbers][name] if numbers else None,
            is_changed=f"{numbers}.{name}" in changed,
        )
        for name in names
    ]


def _summary(settings: Sequence[game.Setting], values: Mapping[str, Any]) -> str:
    """Short sections list all they hold; long ones what differs from Standard."""
    told = [one for one in settings_told(settings, values) if not isinstance(one, game.NumberEach)]
    if len(told) > 3:
        told = [one for one in told if values[one.key] != one.default]
    if len(told) > 3:
        return _("%(n)d changes") % {"n": len(told)}
    return ", ".join(phrase(one, values[one.key]) for one in told) or _("Standard")
