"""Parse what a browser sent into a `Message` or raise `BadMessage`. Closed types, exact ranges, small sizes; no
database.

The decoder is our own because the standard one accepts NaN, infinities, repeated keys and lone surrogates.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from game.kernel import actions as kernel_actions
from game.kernel.actions import Action, Adjourn, CallOff, Foreign, Origin
from game.kernel.fields import BadField, Fields
from game.variants import VARIANTS

LARGEST_MESSAGE = 4096
LARGEST_NUMBER = 2**31
_MARK = re.compile(r"(?:[0-9a-f]{12})?")
_NONCE = re.compile(r"[A-Za-z0-9_-]{8,64}")
_DEEPEST = 5


class BadMessage(ValueError):
    """What came is no message. `why` is for the log and the developer, never a hand or a body."""


@dataclass(frozen=True, slots=True)
class Message:
    """A player's action as it came: what, under which id, and the turn it was decided on (None for a purchase and a
    resignation, which do not hang on it). `offer`: of an end by agreement, the number of the offer that the page
    showed, 0 for none, None where it does not say."""

    action: Action
    nonce: str
    turn: int | None
    offer: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What is laid and not yet played, as the placement it would be, on a page that shows the match's `version` and
    knew of the draft with that `mark`; None where it does not say, and means whichever there is."""

    version: int
    laid: Action
    mark: str | None = None


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


def read_action(data: Mapping[str, Any], variant: str, language: str) -> Message:
    """The action in a decoded object, for a match of `variant` in `language`; raises BadMessage."""
    fields = Fields(data, language=language, most=VARIANTS[variant].largest_hand)
    nonce = fields.get("nonce")
    if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
        _bad("nonce")
    try:
        action = kernel_actions.read_action(fields, VARIANTS[variant].known)
    except BadField as fault:
        raise BadMessage(fault.key) from fault
    if action.origin not in (Origin.PLAYER, Origin.COURTESY):
        _bad("do")
    if action.malformed:
        _bad(action.malformed)
    turn = None
    if action.bound:
        turn = fields.get("turn")
        if type(turn) is not int or turn < 1:
            _bad("turn")
    offer = fields.get("offer") if isinstance(action, (CallOff, Adjourn)) else None
    if offer is not None and (type(offer) is not int or offer < 0):
        _bad("offer")
    if not isinstance(action, Foreign) and not fields.all_asked():
        _bad("unknown field")
    return Message(action, nonce, turn, offer)


def read_draft(data: Mapping[str, Any], variant: str, language: str) -> Draft:
    """The draft in a decoded object, for a match of `variant` in `language`; raises BadMessage."""
    version = data.get("version")
    if type(version) is not int or version < 1:
        _bad("version")
    mark = data.get("mark")
    if "mark" in data and not (isinstance(mark, str) and _MARK.fullmatch(mark)):
        _bad("mark")
    laid = {key: data[key] for key in data if key not in ("version", "mark")}
    return Draft(version, read_laid(laid, variant, language), mark)


def read_laid(data: Mapping[str, Any], variant: str, language: str) -> Action:
    """What is laid on the board, as the action that it would be; raises BadMessage, also in a game without one."""
    game = VARIANTS[variant]
    prepared = game.known.get(game.laid)
    if prepared is None:
        _bad("nothing is laid in this game")
    fields = Fields(data, language=language, most=game.largest_hand)
    try:
        laid = prepared.read(fields)
    except BadField as fault:
        raise BadMessage(fault.key) from fault
    if laid.malformed:
        _bad(laid.malformed)
    if not fields.all_asked():
        _bad("unknown field")
    return laid


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
