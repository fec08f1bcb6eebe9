"""The form of a room's rules, made from the settings' own description: sections, fields, and what was posted.

A setting has one kind and a kind has one widget (templates/lobby/room/field_<widget>.html), so a new setting or item
is in the form by itself. Nothing is checked here that the description does not check; who may change what is
decided in services/rooms.py.

Of a board is posted its name, its rows, or "rows" with the rows in "<key>.rows".

Posted: a flag as "0" or "1", a choice by its value, a number as digits. A number that may also be something else is
posted as that ("none", "full"), as digits, or as "number" with the digits in "<key>.number"; of one that is several,
each as "<key>.<name>". Words are posted as one text, with anything but a letter between them. A key that is not posted
stays as it is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from common.typed_text import as_meant
from dictionary import api as dictionary
from game import api as game
from lobby.form_fields import Board, Choice, Field, KeptBoards, Part, Section, Word
from lobby.rules_in_words import label_of, member_title, phrase, settings_told, value_in_words
from lobby.services import themes

SECTIONS: Mapping[str, tuple[tuple[str, ...], Any, str]] = {
    "board": (("map", "layout", "language"), gettext_lazy("Board and language"), "tiles"),
    "timer": (("timer",), gettext_lazy("Turn timer"), "clock"),
    "powers": (("items", "prices"), gettext_lazy("Powers and prices"), "shop"),
    "economy": (("economy",), gettext_lazy("Economy"), "plus"),
    "rules": (("rules",), pgettext_lazy("group of settings", "Rules"), "gear"),
    "theme": (("theme",), gettext_lazy("Theme"), "book"),
    "alfa": (("alfa",), gettext_lazy("Alfa Power Tile"), "bolt"),
}
"""The groups of a section in their order, its title and icon. A group that is nowhere here has a section of its own."""

OPEN_AT_FIRST = ("board", "timer", "powers")
SUGGESTED: Mapping[str, Mapping[int, Any]] = {
    "turn_seconds": {
        30: gettext_lazy("Blitz 30"),
        60: gettext_lazy("Standard 60"),
        90: gettext_lazy("Relaxed 90"),
    }
}
NOT_SETTINGS = frozenset({"csrfmiddlewaretoken", "version", "shown", "wrong", "ready"})
OWN_ROWS = "rows"
MOST_BUTTONS = 7  # a range this short is offered whole, beside what else the number may be

_DIGITS = re.compile(r"-?[0-9]{1,30}")
_BETWEEN_WORDS = re.compile(r"[\s,;.]+")


class BadForm(ValueError):
    """What was posted cannot be: `errors` has a code for each name (prices.swap), as BadSettings has them."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(str(errors))
        self.errors = dict(errors)


def sections(
    settings: Mapping[str, object],
    changed: Sequence[str] = (),
    variant: str = game.DEFAULT_VARIANT,
    boards: KeptBoards = (),
) -> list[Section]:
    """The whole form with these settings (those that differ from the game's defaults); `changed`: keys to point
    out; `boards`: those of the player who sees it, to choose from."""
    values = game.full_settings(settings, variant)
    grouped = {key: (groups, str(title), icon) for key, (groups, title, icon) in SECTIONS.items()}
    placed = {group for groups, _title, _icon in grouped.values() for group in groups}
    for one in game.settings_of(variant):
        if one.group not in placed:
            placed.add(one.group)
            grouped[one.group] = ((one.group,), _capital(_(one.group)), "gear")
    drawn = []
    for key, (groups, title, icon) in grouped.items():
        own = [one for group in groups for one in game.settings_of(variant) if one.group == group]
        if own:
            fields = [
                field if field.widget != "layout" else _with_boards(field, settings, variant, boards)
                for field in _fields(own, values, changed)
            ]
            is_open = key in OPEN_AT_FIRST or any(field.is_changed for field in fields)
            drawn.append(Section(key, title, icon, is_open, _summary(own, values), fields))
    return drawn


def read_post(
    post: QueryDict, variant: str = game.DEFAULT_VARIANT, besides: frozenset[str] = NOT_SETTINGS
) -> dict[str, object]:
    """The settings that were posted, with the right types, and `besides` what else the form holds. Raises BadForm
    naming every name that is wrong."""
    given: dict[str, object] = {}
    errors: dict[str, str] = {}
    known: set[str] = set()
    for setting in game.settings_of(variant):
        names = _names(setting)
        known |= names
        if names.isdisjoint(post):
            continue
        try:
            value = _posted(setting, post)
            setting.check(value)
            given[setting.key] = value
        except game.BadSettings as refusal:
            errors[refusal.key] = refusal.code
    errors |= {name: "unknown_setting" for name in post if name not in known | besides}
    if errors:
        raise BadForm(errors)
    return given


def field_names(variant: str = game.DEFAULT_VARIANT) -> set[str]:
    """Every name that can be posted."""
    return set().union(*(_names(setting) for setting in game.settings_of(variant)))


def said(name: str, code: str, variant: str = game.DEFAULT_VARIANT) -> str:
    """The sentence for an error at a field."""
    setting = next((one for one in game.settings_of(variant) if one.key == name.partition(".")[0]), None)
    if setting is None or code == "unknown_setting":
        return _("There is no setting called %(name)s.") % {"name": name[:40]}
    if code == "empty":
        return _("At least one stays on.")
    if code == "no_star":
        return _("In this game the star has to be in the centre: the first word lies on it.")
    if isinstance(setting, game.Words):
        return _words_said(setting, code)
    if isinstance(setting, game.Layout):
        return _("Write 11, 15 or 19 rows, each as long as there are rows, with the star in the centre only.")
    if isinstance(setting, (game.Number, game.NumberEach)):
        return _("Write a whole number from %(low)d to %(high)d.") % {"low": setting.low, "high": setting.high}
    return _("Choose one of these.")


def words_of(text: str) -> list[str]:
    """The words of a text, whatever stands between them."""
    return [word for word in _BETWEEN_WORDS.split(as_meant(text)) if word]


def _words_said(setting: game.Words, code: str) -> str:
    if code == "duplicate":
        return _("A word is there twice.")
    return _("Write at most %(most)d words of %(shortest)d to %(longest)d letters of the match's language.") % {
        "most": setting.most, "shortest": setting.shortest, "longest": setting.longest,
    }  # fmt: skip


def _names(setting: game.Setting) -> set[str]:
    if isinstance(setting, game.NumberEach):
        return {f"{setting.key}.{name}" for name in setting.default}
    if isinstance(setting, game.Number) and setting.special:
        return {setting.key, f"{setting.key}.number"}
    if isinstance(setting, game.Layout):
        return {setting.key, f"{setting.key}.rows"}
    return {setting.key}


def _posted(setting: game.Setting, post: QueryDict) -> object:
    """The value as its type, not yet checked."""
    if isinstance(setting, game.SomeOf):
        return [member for member in post.getlist(setting.key) if member]
    if isinstance(setting, game.NumberEach):
        posted = [(name, f"{setting.key}.{name}") for name in setting.default]
        return {name: _whole(key, post.get(key) or "") for name, key in posted if key in post}
    text = post.get(setting.key, "number")
    if isinstance(setting, game.Words):
        return words_of(text)
    if isinstance(setting, game.Layout):
        written = game.rows_of_text(post.get(f"{setting.key}.rows") or "" if text == OWN_ROWS else text)
        return written if text == OWN_ROWS or len(written) > 1 else text
    if isinstance(setting, game.Flag):
        return {"0": False, "1": True}.get(text, text)
    if isinstance(setting, game.OneOf):
        return next((value for value, _label in setting.choices if str(value) == text), text)
    assert isinstance(setting, game.Number)
    if text == "number" and setting.special:
        text = post.get(f"{setting.key}.number") or ""
    for special in setting.special:
        if text == _special_name(special):
            return special
    return _whole(setting.key, text)


def _whole(key: str, text: str) -> int:
    if not _DIGITS.fullmatch(text.strip()):
        raise game.BadSettings(key, "wrong_type")
    return int(text)


def _special_name(special: str | None) -> str:
    return "none" if special is None else special


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
    """A number for each of the very things that can be switched on and off."""
    if not (isinstance(switches, game.SomeOf) and isinstance(numbers, game.NumberEach)):
        return False
    return set(switches.members) == set(numbers.default)


def _field(
    setting: game.Setting, values: Mapping[str, Any], changed: Sequence[str], several: game.Setting | None
) -> Field:
    value = values[setting.key]
    is_changed = any(key.partition(".")[0] in (setting.key, several and several.key) for key in changed)
    common = (setting.key, label_of(setting), _(setting.hint) if setting.hint else "", is_changed)
    key, label, hint, _same = common
    if isinstance(setting, game.Flag):
        return Field(key, "flag", label, hint, is_changed, is_on=value)
    if isinstance(setting, game.OneOf):
        buttons = [Choice(str(one), value_in_words(setting, one), one == value) for one, _label in setting.choices]
        return Field(key, "choice", label, hint, is_changed, choices=buttons)
    if isinstance(setting, game.Layout):
        boards = [Choice(name, _(title), name == value) for name, title in setting.titles.items()]
        is_own = not isinstance(value, str)
        boards.append(Choice(OWN_ROWS, pgettext("a board", "Your own"), is_own))
        return Field(key, "layout", label, hint, is_changed, is_on=is_own, choices=boards)
    if isinstance(setting, game.Words):
        lexicon = dictionary.current(values[setting.language])
        words = [Word(word, word in lexicon) for word in value]
        return Field(key, "words", label, hint, is_changed, high=setting.most, words=words, lists=themes.offered())
    if isinstance(setting, game.Number):
        buttons = _special_choices(setting, value)
        widget = "number" if not setting.special else "special" if buttons[-1].value == "number" else "choice"
        number = next(one for one in (value, setting.default, setting.low) if isinstance(one, int))
        return Field(
            key, widget, label, hint, is_changed, choices=buttons, number=number, low=setting.low, high=setting.high
        )
    parts = _parts(setting, values, changed, several)
    numbers = several or setting
    low, high = (numbers.low, numbers.high) if isinstance(numbers, game.NumberEach) else (0, 0)
    return Field(key, "parts", label, hint, is_changed, parts=parts, low=low, high=high)


def _special_choices(setting: game.Number, value: Any) -> list[Choice]:
    """What a number may be besides, then numbers to choose from, then "number" for the others."""
    special = [
        Choice(_special_name(one), _capital(value_in_words(setting, one)), one == value) for one in setting.special
    ]
    suggested = SUGGESTED.get(setting.key)
    if suggested is None and setting.high - setting.low < MOST_BUTTONS:
        # "All 7 tiles" and 7 are one rule: the second button is there only for settings that have it already.
        highest = setting.high - ("full" in setting.special and value != setting.high)
        numbers = [Choice(str(n), str(n), n == value) for n in range(highest, setting.low - 1, -1)]
        return [*special, *numbers]
    numbers = [Choice(str(n), str(label), n == value) for n, label in (suggested or {}).items()]
    is_other = not any(choice.is_chosen for choice in (*special, *numbers))
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
    """Short sections tell all they hold; long ones what differs from Standard."""
    told = [one for one in settings_told(settings, values) if not isinstance(one, game.NumberEach)]
    if len(told) > 3:
        told = [one for one in told if values[one.key] != one.default]
    if len(told) > 3:
        return _("%(n)d changes") % {"n": len(told)}
    return ", ".join(phrase(one, values[one.key]) for one in told) or _("Standard")
