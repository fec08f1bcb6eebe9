"""Reads settings posted by forms: the names of each, their values, and the messages for wrong ones.

Every form of settings is read here: a room's, a practice match's, a preset's in the admin. Nothing is checked that the
settings' own description does not check; permissions are decided in services/rooms.py.

Posted: a flag as "0" or "1", a choice by its value, a number as digits. A number with special values is posted as one
of them ("none", "full"), as digits, or as "number" with the digits in "<key>.number"; a setting that is several
numbers, each as "<key>.<name>". Words are posted as one text, with anything but a letter between them. A board is
posted as its name, its rows, or "rows" with the rows in "<key>.rows". A key that is not posted stays as it is.
"""

import re
from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from common.typed_text import as_meant
from game import api as game

NOT_SETTINGS = frozenset({"csrfmiddlewaretoken", "version", "shown", "sitters", "wrong", "ready"})
OWN_ROWS = "rows"
_DIGITS = re.compile(r"-?[0-9]{1,30}")
_BETWEEN_WORDS = re.compile(r"[\s,;.]+")


class BadForm(ValueError):
    """The posted form is invalid: `errors` has a code for each name (prices.swap), as BadSettings has them."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(str(errors))
        self.errors = dict(errors)


def errors_of(refusal: BadForm | game.BadSettings) -> Mapping[str, str]:
    """The codes of what is wrong, by name: of a whole form, or of the one setting that a game refuses."""
    return refusal.errors if isinstance(refusal, BadForm) else {refusal.key: refusal.code}


def read_post(
    post: QueryDict, variant: str = game.DEFAULT_VARIANT, besides: frozenset[str] = NOT_SETTINGS
) -> dict[str, object]:
    """The posted settings with the right types; `besides`: names of the form that are no settings. Raises BadForm with
    every wrong name."""
    given: dict[str, object] = {}
    errors: dict[str, str] = {}
    known: set[str] = set()
    for setting in game.settings_of(variant):
        names = names_of(setting)
        known |= names
        if names.isdisjoint(post):
            continue
        try:
            value = posted(setting, post)
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
    return set().union(*(names_of(setting) for setting in game.settings_of(variant)))


@singledispatch
def names_of(setting: game.Setting) -> set[str]:
    """The names by which a setting is posted."""
    return {setting.key}


@names_of.register
def _names_of_several(setting: game.NumberEach) -> set[str]:
    return {f"{setting.key}.{name}" for name in setting.default}


@names_of.register
def _names_of_number(setting: game.Number) -> set[str]:
    return {setting.key, f"{setting.key}.number"} if setting.special else {setting.key}


@names_of.register
def _names_of_board(setting: game.Layout) -> set[str]:
    return {setting.key, f"{setting.key}.{OWN_ROWS}"}


@singledispatch
def posted(setting: Any, post: QueryDict) -> object:
    """The value as its type, not yet checked. Raises BadSettings for a number that is not one."""
    raise TypeError(f"no form posts a {type(setting).__name__}")


@posted.register
def _posted_flag(setting: game.Flag, post: QueryDict) -> object:
    text = post.get(setting.key, "")
    return {"0": False, "1": True}.get(text, text)


@posted.register
def _posted_choice(setting: game.OneOf, post: QueryDict) -> object:
    text = post.get(setting.key, "")
    return next((value for value, _label in setting.choices if str(value) == text), text)


@posted.register
def _posted_members(setting: game.SomeOf, post: QueryDict) -> object:
    return [member for member in post.getlist(setting.key) if member]


@posted.register
def _posted_number(setting: game.Number, post: QueryDict) -> object:
    text = post.get(setting.key, "number")
    if text == "number" and setting.special:
        text = post.get(f"{setting.key}.number") or ""
    by_name = {special_name(special): special for special in setting.special}
    return by_name[text] if text in by_name else _whole(setting.key, text)


@posted.register
def _posted_several(setting: game.NumberEach, post: QueryDict) -> object:
    names = [(name, f"{setting.key}.{name}") for name in setting.default]
    return {name: _whole(key, post.get(key) or "") for name, key in names if key in post}


@posted.register
def _posted_words(setting: game.Words, post: QueryDict) -> object:
    return words_of(post.get(setting.key, ""))


@posted.register
def _posted_board(setting: game.Layout, post: QueryDict) -> object:
    text = post.get(setting.key, "")
    is_own = text == OWN_ROWS
    rows = game.rows_of_text(post.get(f"{setting.key}.{OWN_ROWS}") or "" if is_own else text)
    return rows if is_own or len(rows) > 1 else text


def special_name(special: str | None) -> str:
    """The name by which a number's special value is posted."""
    return "none" if special is None else special


def words_of(text: str) -> list[str]:
    """The words of a text, whatever stands between them."""
    return [word for word in _BETWEEN_WORDS.split(as_meant(text)) if word]


def _whole(key: str, text: str) -> int:
    if not _DIGITS.fullmatch(text.strip()):
        raise game.BadSettings(key, "wrong_type")
    return int(text)


def said(name: str, code: str, variant: str = game.DEFAULT_VARIANT) -> str:
    """The error message for a field."""
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
    if code == "not_offered_here":
        return _("A turn of days needs two people, each at a device of their own.")
    if code == "only_slow":
        return _("Only turns of days have a reserve.")
    if isinstance(setting, game.Number) and setting.beyond:
        return _number_or_days(setting)
    if isinstance(setting, (game.Number, game.NumberEach)):
        return _("Write a whole number from %(low)d to %(high)d.") % {"low": setting.low, "high": setting.high}
    return _("Choose one of these.")


def _number_or_days(setting: game.Number) -> str:
    *days, last = [str(seconds // game.DAY_SECONDS) for seconds in setting.beyond]
    return _("Write a whole number from %(low)d to %(high)d, or choose %(days)s or %(last)s days.") % {
        "low": setting.low, "high": setting.high, "days": ", ".join(days), "last": last,
    }  # fmt: skip


def _words_said(setting: game.Words, code: str) -> str:
    if code == "duplicate":
        return _("A word is there twice.")
    return _("Write at most %(most)d words of %(shortest)d to %(longest)d letters of the match's language.") % {
        "most": setting.most, "shortest": setting.shortest, "longest": setting.longest,
    }  # fmt: skip
