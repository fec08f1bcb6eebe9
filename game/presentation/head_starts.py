"""What players were given before the first turn, in words."""

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
        number = f"{points:+d}".replace("-", MINUS)
        said.append(ngettext("%(number)s point", "%(number)s points", abs(points)) % {"number": number})
    if coins:
        said.append(ngettext("%(count)d coin", "%(count)d coins", coins) % {"count": coins})
    return ", ".join(said)


def head_start_of(view: Any, seat: Seat) -> str:
    """What that seat was given, in words; "" for nothing."""
    of_points, of_coins = HEAD_STARTS
    coins = head_start(view.rules, seat, of_coins) if view.rules.values.get(of_coins) else 0
    return head_start_in_words(head_start(view.rules, seat, of_points), coins)


def head_starts_in_words(view: Any, names: Sequence[str]) -> str:
    """What each was given, "" where nobody was: "Elsa +60 points, 10 coins"."""
    given = ((name, head_start_of(view, seat)) for seat, name in enumerate(names))
    return "; ".join(f"{name} {said}" for name, said in given if said)
