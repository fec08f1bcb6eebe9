"""Parses what a page posts to the puzzle's endpoint, strictly: an unknown field or another type is an error."""

import re
from collections.abc import Mapping
from typing import Any

from game import api as game
from puzzle.services.attempts import Action

_NONCE = re.compile(r"[0-9a-f]{32}")
LARGEST_BOARD = 32

_FIELDS = {
    "use": {"item", "cell"},
    "place": {"tiles"},
    "clear": set[str](),
    "hint": set[str](),
    "show": set[str](),
}


def read_action(data: Mapping[str, Any], language: str) -> Action:
    """The action in a decoded object; raises BadMessage. `turn`, which a match's page sends, is ignored."""
    do, nonce = data.get("do"), data.get("nonce")
    if not isinstance(do, str) or do not in _FIELDS:
        raise game.positions.BadMessage("do")
    if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
        raise game.positions.BadMessage("nonce")
    if set(data) - {"turn"} != {"do", "nonce"} | _FIELDS[do]:
        raise game.positions.BadMessage("unknown field")
    if do == "use":
        return Action(do, nonce, power=_power(data["item"], data["cell"]))
    if do == "place":
        laid = game.positions.read_laid({"tiles": data["tiles"]}, game.DEFAULT_VARIANT, language)
        return Action(do, nonce, laid=laid)
    return Action(do, nonce)


def _power(item: Any, cell: Any) -> tuple[str, int, int]:
    is_cell = isinstance(cell, list) and len(cell) == 2 and all(_is_place(number) for number in cell)
    if not isinstance(item, str) or item not in game.members() or not is_cell:
        raise game.positions.BadMessage("cell")
    return item, cell[0], cell[1]


def _is_place(number: Any) -> bool:
    return type(number) is int and 0 <= number < LARGEST_BOARD
