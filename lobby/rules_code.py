"""Writes and reads the rules code: a short text for a set of rules, to be passed on.

    1 symbol   the version of this format
    4 symbols  checksum of all that follows, of the version and of the game (20 bits of CRC-32)
    then for each changed leaf: 3 symbols for its name, 1 or more for its value

A leaf is one thing that can be set by itself: a setting, one item on or off, one price. It is named by 15 bits of
the CRC-32 of its key, never by its place, so a new setting or item leaves the codes there are as they were; a test
sees to it that no two leaves share a name. Symbols are those of the room codes. Nothing here is secret. Lists of words
and the rows of boards are left out: they are too long to type.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from common.refusals import CodedError
from common.typed_text import word_as_meant
from game import api as game

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
VERSION = "A"
LONGEST = 600  # symbols; every leaf changed takes fewer

_CHECK, _NAME = 4, 3


class BadRulesCode(CodedError):
    """A text that is no rules code. `code`: bad_code (mistyped, cut short), newer_code (an unknown format), other_rules
    (sound, but of another game or for settings that are not here)."""


def write(settings: Mapping[str, object], variant: str = game.DEFAULT_VARIANT) -> str:
    """The code of these settings in groups of four. Raises BadSettings."""
    values = game.full_settings(settings, variant)
    body = "".join(
        _symbols(_name(key), _NAME) + _varying(number)
        for setting in game.settings_of(variant)
        for key, number in _leaves(setting, values[setting.key])
    )
    text = VERSION + _checksum(body, variant=variant) + body
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def read(text: str, variant: str = game.DEFAULT_VARIANT) -> dict[str, object]:
    """The settings of that game that a code stands for, those that differ from the defaults. Raises BadRulesCode;
    any case, spaces and hyphens ignored."""
    text = re.sub("[ -]", "", word_as_meant(text[: 2 * LONGEST])).upper()
    if not text or len(text) > LONGEST or not set(text) <= set(ALPHABET):
        raise BadRulesCode("bad_code")
    check, body = text[1 : 1 + _CHECK], text[1 + _CHECK :]
    if check != _checksum(body, text[0], variant):
        is_of_another = any(check == _checksum(body, text[0], other) for other in game.games())
        raise BadRulesCode("other_rules" if is_of_another else "bad_code")
    if text[0] != VERSION:
        raise BadRulesCode("newer_code")
    leaves = _read_leaves(body)
    settings: dict[str, object] = {}
    for setting in game.settings_of(variant):
        _put(setting, leaves, settings)
    if leaves:
        raise BadRulesCode("other_rules")
    try:
        game.check_new(settings, variant)
        return game.changed_settings(settings, variant)
    except game.BadSettings as refusal:
        raise BadRulesCode("other_rules") from refusal


def leaf_names(variant: str = game.DEFAULT_VARIANT) -> list[int]:
    """The names of all leaves a game has, for the test that no two are the same."""
    return [_name(key) for setting in game.settings_of(variant) for key in _leaf_keys(setting)]


def _leaf_keys(setting: game.Setting) -> list[str]:
    if isinstance(setting, game.Words | game.OwnBoard):
        return []
    if isinstance(setting, game.SomeOf):
        return [f"{setting.key}.{member}" for member in setting.members]
    if isinstance(setting, game.NumberEach):
        return [f"{setting.key}.{name}" for name in setting.default]
    return [setting.key]


def _leaves(setting: game.Setting, value: Any) -> Iterator[tuple[str, int]]:
    """The leaves of a setting that differ from its default, each as a number."""
    if not _leaf_keys(setting):
        return
    if isinstance(setting, game.SomeOf):
        for member in setting.members:
            if (member in value) != (member in setting.default):
                yield f"{setting.key}.{member}", int(member in value)
    elif isinstance(setting, game.NumberEach):
        for name, number in value.items():
            if number != setting.default[name]:
                yield f"{setting.key}.{name}", number
    elif value != setting.default and not _is_own_board(setting, value):
        yield setting.key, _lasting(setting).index(value)


def _is_own_board(setting: game.Setting, value: Any) -> bool:
    return isinstance(setting, game.Layout) and not isinstance(value, str)


def _lasting(setting: game.Setting) -> list[Any]:
    """The values a setting may have, in an order that only grows at its end."""
    if isinstance(setting, game.Flag):
        return [False, True]
    if isinstance(setting, game.OneOf):
        return [value for value, _label in setting.choices]
    if isinstance(setting, game.Layout):
        return list(setting.named)
    if isinstance(setting, game.Number):
        return [*setting.former, *setting.special, *range(setting.high + 1), *setting.beyond]
    raise TypeError(f"the rules code does not know a {type(setting).__name__}")


def _put(setting: game.Setting, leaves: dict[int, int], settings: dict[str, object]) -> None:
    """Move a setting's own leaves, if there are any, into `settings`."""
    own = {key: leaves.pop(_name(key)) for key in _leaf_keys(setting) if _name(key) in leaves}
    if not own:
        return
    if isinstance(setting, game.SomeOf):
        settings[setting.key] = [
            member for member in setting.members if own.get(f"{setting.key}.{member}", int(member in setting.default))
        ]
    elif isinstance(setting, game.NumberEach):
        settings[setting.key] = {key.removeprefix(f"{setting.key}."): number for key, number in own.items()}
    else:
        values, place = _lasting(setting), own[setting.key]
        if place >= len(values):
            raise BadRulesCode("other_rules")
        settings[setting.key] = values[place]


def _read_leaves(body: str) -> dict[int, int]:
    """Numbers by name; a repeated name or a body cut short is a bad code."""
    digits = [ALPHABET.index(symbol) for symbol in body]
    leaves: dict[int, int] = {}
    at = 0
    while at < len(digits):
        if at + _NAME >= len(digits):
            raise BadRulesCode("bad_code")
        name = (digits[at] << 10) + (digits[at + 1] << 5) + digits[at + 2]
        at += _NAME
        number = shift = 0
        while True:
            if at >= len(digits) or shift > 16:
                raise BadRulesCode("bad_code")
            digit = digits[at]
            at += 1
            number += (digit & 15) << shift
            shift += 4
            if digit < 16:
                break
        if name in leaves:
            raise BadRulesCode("bad_code")
        leaves[name] = number
    return leaves


def _name(key: str) -> int:
    return zlib.crc32(key.encode()) & 0x7FFF


def _checksum(body: str, version: str = VERSION, variant: str = game.DEFAULT_VARIANT) -> str:
    # The default game is not named, so that codes made when it was the only one stay valid.
    of_the_game = "" if variant == game.DEFAULT_VARIANT else variant
    return _symbols(zlib.crc32((version + of_the_game + body).encode()) & 0xFFFFF, _CHECK)


def _symbols(number: int, count: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))


def _varying(number: int) -> str:
    """Four bits a symbol, the lowest first; the fifth bit says that more follow."""
    symbols = ""
    while number > 15:
        symbols += ALPHABET[16 + (number & 15)]
        number >>= 4
    return symbols + ALPHABET[number]
