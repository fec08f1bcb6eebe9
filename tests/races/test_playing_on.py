"""Playing on from a turn, pressed twice at the same instant: in two tabs, or by a finger that taps twice."""

from collections.abc import Iterator
from functools import partial

import pytest

from bots import api as bots
from game import api as game
from game.models import Match, PlayedOn
from lobby.services import play_on
from tests.races.interleaving import Lane, every_order
from tests.support.finished_matches import told
from tests.support.matches import START, user_at
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

LATER = START + 10**8
MEET = ("select match", "insert match", "commit")
"""Where the two can come between one another: the look for a match already made, the new one, and its being seen."""


@pytest.fixture
def over() -> Match:
    return told(seed=3, turns=6)


def orders_of(over: Match, *presses: tuple[int, str]) -> Iterator[list[str]]:
    """What two presses (turn and level) of the same player come to, in every order, each from none made yet."""
    user = user_at(over, 0).pk

    def begin() -> list[Lane]:
        Match.objects.exclude(pk=over.pk).delete()
        return [Lane(partial(work, *press), MEET) for press in presses]

    def work(turn: int, level: str) -> str:
        visit = certain(game.visit_of_player(over.public_id, user, LATER))
        return play_on.begin(user, visit, turn, level, LATER, at_once=False)

    for order in every_order(begin):
        yield order.clean()


def test_the_same_press_twice_makes_one_match(over: Match) -> None:
    seen = 0
    for one, two in orders_of(over, (2, "calm"), (2, "calm")):
        assert one == two and PlayedOn.objects.get().match.public_id == one
        seen += 1
    assert seen >= 2, "the two never met"


@pytest.mark.parametrize("other", [(2, "sharp"), (3, "calm")], ids=["another bot", "another turn"])
def test_two_wishes_make_a_match_each(over: Match, other: tuple[int, str]) -> None:
    for made in orders_of(over, (2, "calm"), other):
        rows = [PlayedOn.objects.get(match__public_id=public_id) for public_id in made]
        assert [row.turn for row in rows] == [2, other[0]] and PlayedOn.objects.count() == 2
        names = [row.match.seats.exclude(bot="").get().name for row in rows]
        assert names == [bots.shown_name(bots.LEVELS[level]) for level in ("calm", other[1])]
