"""A race at one match: what each seat sends, and every order of it."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, TypeAlias

from game.models import Match
from game.services import play
from tests.races import positions
from tests.races.interleaving import Lane, Order, every_order
from tests.races.invariants import fault
from tests.support.matches import START, message

SHARED = ("select match for update", "commit")
NOW = START + 1_000

Work: TypeAlias = Callable[[Match], Any]
"""What one side does to a match."""


def sends(seat: int, at: int = NOW, **data: Any) -> Work:
    """Work that sends an action through the door, as it arrived `at`, by default for the first turn."""
    if data["do"] not in ("buy", "resign", "call_off", "adjourn", "wait_on"):
        data.setdefault("turn", 1)
    return lambda row: play.submit(row.pk, seat, message(row.language, row.variant, **data), at)


def orders_of(template: Match, *works: Work, stops: Collection[str] = ()) -> Iterator[tuple[Match, list[Any], Order]]:
    """Run the works (each a function of a match) on a copy of the template in every order, stopping at every statement
    or at these: (copy, their results, the order). What must hold after any race is looked at here."""
    copies: list[Match] = []
    positions.put_away(template)

    def begin() -> list[Lane]:
        copies.append(positions.copy_of(template))
        return [Lane(partial(work, copies[-1]), stops) for work in works]

    for order in every_order(begin, alike=len(set(works)) == 1):
        results = order.clean()
        answers = [result for result in results if isinstance(result, play.Receipt)]
        assert fault(copies[-1], answers) == "", str(order)
        yield copies[-1], results, order
        positions.put_away(copies[-1])


def meetings_of(template: Match, *works: Work) -> Iterator[tuple[Match, list[Any]]]:
    """Every order of works that meet each other, stopping at every statement: (copy, their results)."""
    met = 0
    for copy, results, _ in orders_of(template, *works):
        met += 1
        yield copy, results
    assert met >= 6, "the two never met"
