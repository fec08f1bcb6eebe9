"""Head starts in words: what players were given before the first turn."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import ngettext

from game.kernel.base_types import Seat
from game.kernel.pace_settings import HEAD_STARTS, head_start

MINUS = "−"


def head_start_in_words(points: int, coins: int) -> str:
    """What was given, "" for nothing: "+60 points, 10 coins"."""
    said = []
    if points:
        said.append(ngettext("%(number)s point", "%(number)s points", abs(points)) % {"number": _signed(points)})
    if coins:
        said.append(ngettext("%(count)d coin", "%(count)d coins", coins) % {"count": coins})
    return ", ".join(said)


def short_head_start_of(view: Any, seat: Seat) -> str:
    """What that seat was given, as short as a card has room for: "+60"; "" for nothing."""
    points, coins = _given(view, seat)
    return _signed(points) if points else head_start_in_words(0, coins)


def head_starts_in_words(view: Any, names: Sequence[str]) -> str:
    """What each was given, "" where none was: "Elsa +60 points, 10 coins"."""
    given = ((name, head_start_in_words(*_given(view, seat))) for seat, name in enumerate(names))
    return "; ".join(f"{name} {said}" for name, said in given if said)


def _given(view: Any, seat: Seat) -> tuple[int, int]:
    points, coins = (head_start(view.rules, seat, key) if view.rules.values.get(key) else 0 for key in HEAD_STARTS)
    return points, coins


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", MINUS)
