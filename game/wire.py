"""From what a browser sent to a `Message`, or a `BadMessage`. Closed types, exact ranges, small sizes; no database.

The decoder is our own because the standard one accepts NaN, infinities, repeated keys and lone surrogates.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from game.rules.actions import Action, Buy, Choose, Pass, Place, Resign, Use
from game.rules.items import ITEMS
from game.rules.tiles import ALFA_MARK, HAND_SIZE, Placed, Tile, read_placed

LARGEST_MESSAGE = 4096
LARGEST_NUMBER = 2**31
_NONCE = re.compile(r"[A-Za-z0-9_-]{8,64}")
_DEEPEST = 5


class BadMessage(ValueError):
    """What came is no message. `why` is for the log and the developer, never a hand or a body."""


@dataclass(frozen=True, slots=True)
class Message:
    """A player's action as it came: what, under which id, and the turn it was decided on (None for a purchase and a
    resignation, which do not hang on it)."""

    action: Action
    nonce: str
    turn: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    """Tiles laid and not yet played, on a page that shows the match's `version`."""

    version: int
    tiles: tuple[Placed, ...]


def decode(raw: bytes | str) -> Mapping[str, Any]:
    """The JSON object in `raw`: UTF-8, at most 4 KiB, whole numbers only, no repeated key; raises BadMessage."""
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    if len(data) > LARGEST_MESSAGE:
        _bad("too large")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_distinct,
            parse_int=_whole,
            parse_float=_bad_number,
            parse_constant=_bad_number,
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        flat = isinstance(value, dict) and _depth(value) <= _DEEPEST
    except BadMessage:
        raise
    except (ValueError, RecursionError):
        _bad("not JSON")
    if not flat:
        _bad("not a flat object")
    found: Mapping[str, Any] = value
    return found


def read_action(data: Mapping[str, Any], language: str) -> Message:
    """The action in a decoded object, for a match in `language`; raises BadMessage."""
    fields = dict(data)
    do, nonce = fields.pop("do", None), fields.pop("nonce", None)
    if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
        _bad("nonce")
    action: Action
    match do:
        case "buy":
            action = Buy(_item(fields.pop("item", None)))
        case "resign":
            action = Resign()
        case "place":
            action = Place(read_tiles(fields.pop("tiles", None), language))
        case "pass":
            action = Pass()
        case "choose":
            if "tile" not in fields:
                _bad("tile")
            tile = fields.pop("tile")
            action = Choose(None if tile is None else _tile(tile))
        case "use":
            action = _use(fields)
        case _:
            _bad("do")
    turn = None
    if do not in ("buy", "resign"):
        turn = fields.pop("turn", None)
        if type(turn) is not int or turn < 1:
            _bad("turn")
    if fields:
        _bad("unknown field")
    return Message(action, nonce, turn)


def read_draft(data: Mapping[str, Any], language: str) -> Draft:
    """The draft in a decoded object, for a match in `language`; raises BadMessage."""
    if set(data) != {"version", "tiles"}:
        _bad("unknown field")
    version = data["version"]
    if type(version) is not int or version < 1:
        _bad("version")
    return Draft(version, read_tiles(data["tiles"], language))


def read_tiles(value: object, language: str) -> tuple[Placed, ...]:
    """The tiles of a placement, each [row, column, token]; raises BadMessage."""
    if not isinstance(value, list) or len(value) > HAND_SIZE:
        _bad("tiles")
    tiles = []
    for entry in value:
        if not isinstance(entry, list) or len(entry) != 3:
            _bad("tiles")
        row, col, token = entry
        placed = None
        if type(row) is int and type(col) is int and isinstance(token, str):
            placed = read_placed(row, col, token, language)
        if placed is None:
            _bad("tiles")
        tiles.append(placed)
    return tuple(tiles)


def _use(fields: dict[str, Any]) -> Use:
    item = _item(fields.pop("item", None))
    if ITEMS[item].aim == "hand":
        tiles = fields.pop("tiles", None)
        if not isinstance(tiles, list) or len(tiles) > HAND_SIZE:
            _bad("tiles")
        return Use(item, tiles=tuple(_tile(tile) for tile in tiles))
    cell = fields.pop("cell", None)
    if not isinstance(cell, list) or len(cell) != 2 or any(type(n) is not int for n in cell):
        _bad("cell")
    return Use(item, cell=(cell[0], cell[1]))


def _item(value: object) -> str:
    if not isinstance(value, str) or value not in ITEMS:
        _bad("item")
    return value


def _tile(value: object) -> Tile:
    if not isinstance(value, str):
        _bad("tile")
    tile = unicodedata.normalize("NFC", value)
    if len(tile.removesuffix(ALFA_MARK) or tile) != 1:
        _bad("tile")
    return tile


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _bad("repeated key")
    return found


def _whole(digits: str) -> int:
    number = int(digits)  # a message is too small for one that is slow to read
    if abs(number) > LARGEST_NUMBER:
        _bad("number")
    return number


def _bad_number(text: str) -> NoReturn:
    _bad("number")


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max((_depth(v) for v in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((_depth(v) for v in value), default=0)
    return 0


def _bad(why: str) -> NoReturn:
    raise BadMessage(why)
