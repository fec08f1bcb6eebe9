"""The action that only this game has: taking an option and carrying it out.

Which of its fields mean anything, only the option says; a malformed other one is ignored. So a malformed field is kept
as what it is, and is a fault only when it is read.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from game.kernel.actions import Action
from game.kernel.fields import BadField, Fields, bad, exactly, listed, text, whole

MOST_TARGETS = 1_000

Written = tuple[int, int, str]
"""A square and a text: what is written there, the side of a wall, or the part to destroy."""

Value = TypeVar("Value")


class Malformed(NamedTuple):
    """A field that is not of its form: where it is and what is wrong with it."""

    key: str
    why: str


def sound(value: Value | Malformed) -> Value:
    """The value; raises BadField for what was malformed."""
    if isinstance(value, Malformed):
        raise BadField(value.key, value.why)
    return value


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the option of that number and carry it out: letters with `tiles`, or all of them saved; a swap with `tiles`
    too, walls with `walls`, special cells with `cells`, destruction with `parts`."""

    do = "take"

    option: int
    tiles: tuple[Written, ...] | Malformed = ()
    save: bool | Malformed = False
    walls: tuple[Written, ...] | Malformed = ()
    cells: tuple[tuple[int, int], ...] | Malformed = ()
    parts: tuple[Written, ...] | Malformed = ()

    @classmethod
    def read(cls, fields: Fields) -> "Take":
        """`option`, and whichever of the others is given: a list that is missing is an empty one."""
        return cls(
            fields.whole("option"),
            _given(fields, "tiles", _texts, ()),
            _given(fields, "save", _flag, False),
            _given(fields, "walls", _texts, ()),
            _given(fields, "cells", _squares, ()),
            _given(fields, "parts", _texts, ()),
        )

    @property
    def malformed(self) -> str:
        """The first malformed field."""
        given = (self.tiles, self.save, self.walls, self.cells, self.parts)
        return next((value.key for value in given if isinstance(value, Malformed)), "")

    def dump(self) -> dict[str, Any]:
        """With what was given and means something."""
        data: dict[str, Any] = {"do": self.do, "option": self.option}
        if self.save is True:
            data["save"] = True
        for name in ("tiles", "walls", "cells", "parts"):
            targets = getattr(self, name)
            if targets and not isinstance(targets, Malformed):
                data[name] = [list(target) for target in targets]
        return data


def _given(fields: Fields, name: str, read: Callable[[object, str], Value], missing: Value) -> Value | Malformed:
    value = fields.get(name)
    if name not in fields.data:
        return missing
    try:
        return read(value, fields.key(name))
    except BadField as fault:
        return Malformed(fault.key, fault.why)


def _flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        bad(key, "must be true or false")
    return value


def _texts(value: object, key: str) -> tuple[Written, ...]:
    targets = []
    for i, target in enumerate(listed(value, key, MOST_TARGETS)):
        row, col, said = exactly(3, target, f"{key}[{i}]", "[row, column, text]")
        at = whole(row, f"{key}[{i}][0]"), whole(col, f"{key}[{i}][1]")
        targets.append((*at, unicodedata.normalize("NFC", text(said, f"{key}[{i}][2]"))))
    return tuple(targets)


def _squares(value: object, key: str) -> tuple[tuple[int, int], ...]:
    squares = []
    for i, square in enumerate(listed(value, key, MOST_TARGETS)):
        row, col = exactly(2, square, f"{key}[{i}]", "[row, column]")
        squares.append((whole(row, f"{key}[{i}][0]"), whole(col, f"{key}[{i}][1]")))
    return tuple(squares)
