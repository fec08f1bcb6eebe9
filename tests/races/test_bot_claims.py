"""Several processes of bots: a turn is claimed by one of them, and none waits for another."""

from functools import partial

import pytest
from django.db import transaction

from game.models import BotDue
from game.services import bot_turns
from tests.bots.practice import make_practice
from tests.support.at_once import at_once
from tests.support.matches import START

pytestmark = pytest.mark.django_db(transaction=True)

NOW = START + 5_000
PROCESSES = 8


def waiting() -> list[bot_turns.BotTurn]:
    return bot_turns.waiting(NOW, 10, ["en"])


def test_of_many_one_has_the_turn() -> None:
    make_practice()
    [turn] = waiting()
    claims = at_once(*[partial(bot_turns.claim, turn, f"machine {n}", NOW) for n in range(PROCESSES)])
    [claimed] = [claim for claim in claims if claim is not None]
    assert (claimed.match_id, claimed.ended) == (turn.match_id, 0)
    assert waiting() == []


def test_of_many_turns_each_is_had_once() -> None:
    rows = [make_practice() for _ in range(6)]

    def takes(process: str) -> list[int]:
        claims = [bot_turns.claim(turn, process, NOW) for turn in waiting()]
        return [claim.match_id for claim in claims if claim is not None]

    lists = at_once(*[partial(takes, f"machine {n}") for n in range(PROCESSES)])
    had = sorted(match_id for one in lists for match_id in one)
    assert len(set(had)) == len(had) and set(had) <= {row.pk for row in rows}
    left = {turn.match_id for turn in waiting()}
    assert left.isdisjoint(had) and left | set(had) == {row.pk for row in rows}


@pytest.mark.needs_postgres
def test_a_turn_that_somebody_holds_is_passed_over() -> None:
    make_practice()
    [turn] = waiting()
    with transaction.atomic():
        BotDue.objects.select_for_update().get()
        assert at_once(*[partial(bot_turns.claim, turn, "machine 1", NOW)]) == [None]
    assert bot_turns.claim(turn, "machine 1", NOW) is not None
