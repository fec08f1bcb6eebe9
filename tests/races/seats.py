"""Races of more than two at one match: what each seat sends, and every order of it."""

from game.services import play
from tests.races import positions
from tests.races.interleaving import Lane, every_order
from tests.races.invariants import fault
from tests.support.matches import START, message, state_of

SHARED = ("select match for update", "commit")
NOW = START + 1_000


def sends(seat, at=NOW, **action):
    """That seat's message through the door."""

    def act(copy):
        return play.submit(copy.pk, seat, message(copy.language, copy.variant, **action), at)

    return act


def outcomes(row, *works):
    """Run the works on copies of the match in every order: what they answered, and the state afterwards; the log is
    sound."""
    copies = []
    positions.put_away(row)

    def begin():
        copies.append(positions.copy_of(row))
        return [Lane(lambda work=work: work(copies[-1]), SHARED) for work in works]

    for order in every_order(begin):
        answers = order.clean()
        assert fault(copies[-1]) == "", str(order)
        yield answers, state_of(copies[-1]), copies[-1]
        positions.put_away(copies[-1])
