"""A nudge: who may, when, once a turn, and what it leaves behind."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services import blocks
from game.kernel.deadlines import turn_ms
from game.models import LogEntry, Match
from game.services import nudges
from news.models import News
from news.services import reading
from tests.support.matches import START, make_match, state_of, submit, user_at

pytestmark = pytest.mark.django_db

HALF = 86_400_000
SLOW: dict[str, Any] = {"turn_seconds": 2 * 86_400, "reserve_hours": 72}


def standing(row: Match) -> list[tuple[int, dict[str, Any]]]:
    """Who is reminded now, and of what."""
    rows = News.objects.filter(kind="nudged", withdrawn_at=None)
    return [(one.user_id, one.values) for one in rows]


@pytest.mark.parametrize("variant", ["alfapower", "classic", "alfapet", "flex", "keebble"])
def test_from_half_of_the_turn_on_and_not_before(variant: str) -> None:
    row = make_match(variant=variant, **SLOW)
    state = state_of(row)
    other = 1 - state.active
    assert turn_ms(state) == 2 * HALF
    assert not nudges.nudge(row.pk, other, START + HALF - 1)
    assert nudges.nudge(row.pk, other, START + HALF)
    assert [user for user, _ in standing(row)] == [user_at(row, state.active).pk]


def test_it_is_in_no_log_and_changes_no_version() -> None:
    row = make_match(variant="classic", **SLOW)
    entries = LogEntry.objects.filter(match=row).count()
    assert nudges.nudge(row.pk, 1, START + HALF)
    assert LogEntry.objects.filter(match=row).count() == entries
    assert Match.objects.get(pk=row.pk).version == row.version


def test_once_a_turn_by_whoever_is_first_and_again_in_the_next() -> None:
    row = make_match(variant="alfapet", players=("Astrid", "Björn", "Clara"), **SLOW)
    first = state_of(row).active
    second, third = (first + 1) % 3, (first + 2) % 3
    assert nudges.nudge(row.pk, second, START + HALF)
    assert not nudges.nudge(row.pk, third, START + HALF + 1)
    submit(row, first, START + HALF + 2, do="pass")
    assert standing(row) == []
    assert nudges.nudge(row.pk, third, START + 2 * HALF + 2)


@pytest.mark.parametrize("settings", [{"turn_seconds": 600}, {"turn_seconds": None}], ids=["live", "untimed"])
def test_in_slow_matches_alone(settings: dict[str, Any]) -> None:
    row = make_match(variant="classic", **settings)
    assert not nudges.nudge(row.pk, 1, START + 300_000)


def test_not_by_who_is_on_turn_nor_when_it_is_over() -> None:
    row = make_match(variant="classic", **SLOW)
    assert not nudges.nudge(row.pk, state_of(row).active, START + HALF)
    submit(row, 0, START + HALF, do="resign")
    assert not nudges.nudge(row.pk, 1, START + HALF + 1)
    assert standing(row) == []


def test_the_door_is_the_seats_alone(client: Client) -> None:
    row = make_match(variant="classic", **SLOW)
    address = reverse("game:nudge", args=[row.public_id])
    assert client.post(address).status_code in (302, 403, 404)
    client.force_login(user_at(row, 1))
    assert client.get(address).status_code == 405
    assert client.post(address).headers["Location"] == reverse("game:match", args=[row.public_id])
    answer = client.post(address, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Trigger"]) == (204, "person")
    assert standing(row) == [], "half of the turn is not over"


@pytest.mark.parametrize("by_first", [True, False], ids=["by who nudges", "by who is nudged"])
def test_between_two_whom_a_block_keeps_apart_nobody_hears_of_it(by_first: bool) -> None:
    """Who nudges sees what they always see: it is done, and once a turn."""
    row = make_match(variant="classic", **SLOW)
    state = state_of(row)
    on_turn, other = user_at(row, state.active), user_at(row, 1 - state.active)
    blocks.block(*((other.pk, on_turn.pk) if by_first else (on_turn.pk, other.pk)), START)
    assert nudges.nudge(row.pk, 1 - state.active, START + HALF)
    assert nudges.nudged([row.public_id]) == {row.public_id}
    assert not nudges.nudge(row.pk, 1 - state.active, START + HALF + 1)
    news = News.objects.get(kind="nudged")
    assert news.push_at is news.mail_at is None
    assert [one.kind for one in reading.listed(on_turn.pk, START + HALF + 2)] == ["turn"]
