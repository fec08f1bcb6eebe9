"""Read data from a client, record or log, field by field: closed types, exact ranges, every fault named by its key.

One reader for the wire, the record and the log; each says at its own edge what a fault is there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

LONGEST_TEXT = 200


class BadField(ValueError):
    """A field that is not of its form: `key` is the way to it ("tiles[2][0]"), `why` says what is wrong."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


def bad(key: str, why: str) -> NoReturn:
    """Refuse a field."""
    raise BadField(key, why)


def mapping(value: object, key: str) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, Mapping):
        bad(key, "must be an object")
    return value


def listed(value: object, key: str, most: int) -> Sequence[Any]:
    """A list of at most `most` entries."""
    if not isinstance(value, list):
        bad(key, "must be a list")
    if len(value) > most:
        bad(key, f"more than {most} entries")
    return value


def exactly(length: int, value: object, key: str, what: str) -> Sequence[Any]:
    """A list of so many entries; `what` says in words which."""
    if not isinstance(value, list) or len(value) != length:
        bad(key, f"must be {what}")
    return value


def whole(value: object, key: str) -> int:
    """A whole number: never a bool, never a float."""
    if type(value) is not int:
        bad(key, "must be a whole number")
    return value


def text(value: object, key: str, longest: int = LONGEST_TEXT) -> str:
    """A text."""
    if not isinstance(value, str) or len(value) > longest:
        bad(key, f"must be a text of at most {longest} characters")
    return value


def need(fields: Mapping[str, Any], name: str, path: str = "") -> Any:
    """A field that has to be there; `path` stands before its name in a fault."""
    if name not in fields:
        bad(path + name, "missing")
    return fields[name]


class Fields:
    """The fields of one object, which remembers those it was asked for.

    `language` is the match's, `most` the length of the longest list that may stand in it, `path` the way to the object
    itself ("" or "actions[3]"), which stands before the key of every fault.
    """

    def __init__(self, data: Mapping[str, Any], *, language: str, most: int, path: str = "") -> None:
        self.data = data
        self.language = language
        self.most = most
        self._path = f"{path}." if path else ""
        self._asked: set[str] = set()

    def key(self, name: str) -> str:
        """The way to a field, as a fault names it."""
        return self._path + name

    def get(self, name: str) -> Any:
        """A field as it is; None where there is none."""
        self._asked.add(name)
        return self.data.get(name)

    def need(self, name: str) -> Any:
        """A field that has to be there. Raises BadField."""
        self._asked.add(name)
        return need(self.data, name, self._path)

    def whole(self, name: str) -> int:
        """A whole number that has to be there. Raises BadField."""
        return whole(self.need(name), self.key(name))

    def list(self, name: str) -> Sequence[Any]:
        """A list that has to be there and is not too long. Raises BadField."""
        return listed(self.need(name), self.key(name), self.most)

    def all_asked(self) -> bool:
        """Whether nothing stands in the object but what was asked for."""
        return self.data.keys() <= self._asked
