"""The form by which a host gives a head start: its values, and reading what is posted."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import get_language

from common.refusals import CodedError
from common.typed_text import whole_number
from game import api as game
from lobby.room_shown import View
from lobby.services.room_head_start import NOBODY

_SIGNED = re.compile(r"[+-]?[0-9]{1,4}")
MOST_POINTS = 300
_NUMBERS = ("points", "coins")
_OF_KEY = {"head_start": "points", "head_start_coins": "coins"}


class BadHeadStart(CodedError):
    """A posted number is wrong; `code` is its name."""

    @classmethod
    def of(cls, refusal: game.BadSettings) -> "BadHeadStart":
        """The same for a number that the game refuses by its key."""
        return cls(_OF_KEY.get(refusal.key, "points"))


class Given(NamedTuple):
    """The number of a seat, NOBODY for none, and the head start of the player there."""

    number: int
    points: int
    coins: int


def read_post(post: Mapping[str, str]) -> Given:
    """The posted head start: `to` the number of a seat, anything else for no player, `points` and `coins`, empty for 0.
    Raises BadHeadStart."""
    texts = {name: post.get(name, "").strip() or "0" for name in _NUMBERS}
    for name, text in texts.items():
        if not _SIGNED.fullmatch(text):
            raise BadHeadStart(name)
    return Given(_seat(post), int(texts["points"]), int(texts["coins"]))


def _seat(post: Mapping[str, str]) -> int:
    to = whole_number(post.get("to", ""), digits=2)
    return NOBODY if to is None else to


def shown(view: View) -> dict[str, Any]:
    """The head start that is given in the room, and to which player."""
    given = next((seat for seat in view.taken if seat.points or seat.coins), None)
    return {
        "to": given.number if given else NOBODY,
        "name": given.name if given else "",
        "points": given.points if given else 0,
        "coins": given.coins if given else 0,
        "said": game.head_start_in_words(given.points, given.coins) if given else "",
        "has_coins": game.has_coins(view.variant),
        "wrong": "",
    }


def suggested(view: View) -> dict[str, str]:
    """For two players with enough matches: whom a head start would make even with the other, and how great it is."""
    if not view.is_pair or len(view.taken) != len(view.seats):
        return {}
    one, other = view.taken
    ahead = game.mean_difference(view.variant, one.user_id, other.user_id)
    if not ahead:
        return {}
    points = min(abs(ahead), MOST_POINTS)
    return {"name": one.name if ahead > 0 else other.name, "points": game.head_start_in_words(points, 0)}


def as_typed(post: Mapping[str, str], wrong: str) -> dict[str, Any]:
    """The posted values as they were typed, and which of them is wrong."""
    return {**{name: post.get(name, "")[:6] for name in _NUMBERS}, "to": _seat(post), "wrong": wrong}


def mark(view: View) -> str:
    """A short hash of all that the form is drawn from: the page posts the one it shows."""
    sitters = [(seat.number, seat.name, seat.points, seat.coins) for seat in view.taken]
    return hashlib.sha256(repr((view.variant, sitters, get_language())).encode()).hexdigest()[:8]
