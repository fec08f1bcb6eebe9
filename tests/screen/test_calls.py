"""What requests and pushes cost, counted in calls of functions. The bounds are what was measured and a
little; docs/benchmarks.md tells what it was before."""

import statistics
from collections.abc import Iterator

import pytest

from benchmarks.load.script import SETTINGS, script
from common import second_cache
from game.live import pushes
from game.live.screens import read, screen_from
from game.services.clock import now_ms
from game.services.enforcement import settled
from tests.support.calls import calls_of, plain_templates
from tests.support.matches import SEED, START, make_match, submit, user_at

pytestmark = pytest.mark.django_db
SOON = START + 1000
MOST_OF_A_LOOK = 1_500
"""The ORM took 5,300 to put the same question into words."""
MOST = {"match page": 39_000, "home": 39_500, "home within a second": 33_000, "both pushes": 38_500}


@pytest.fixture(autouse=True)
def _nothing_read() -> Iterator[None]:
    """What a test keeps for longer than a second is gone after it."""
    yield
    second_cache.forget()


@pytest.mark.parametrize("name", ["match page", "home", "home within a second"])
def test_a_page_that_was_drawn_before_calls_few_functions(client, monkeypatch, name):
    """What is read once a second is read anew for each, but for the last."""
    if name == "home within a second":
        monkeypatch.setattr(second_cache, "SECONDS", 60.0)
    row = make_match(seed=SEED, starts_at=now_ms(), **SETTINGS)
    for seat, action in script("alfapower", SEED, 24):
        assert not submit(row, seat, at=now_ms(), **action).code
    client.force_login(user_at(row, 0))
    path = {"match page": f"/match/{row.public_id}/", "home": "/", "home within a second": "/"}[name]
    with plain_templates():
        for _warm in range(2):
            client.get(path)
        assert calls_of(lambda: client.get(path)) <= MOST[name]


def test_a_look_at_a_match_in_which_nothing_is_due_calls_few_functions():
    row = make_match()
    assert calls_of(lambda: settled(row.pk, SOON)) <= MOST_OF_A_LOOK


def test_the_pushes_of_an_act_call_few_functions():
    row, counts = make_match(seed=SEED, **SETTINGS), []

    def push_both(reading):
        for viewer in (0, 1):
            pushes.push(screen_from(reading, viewer, SOON), "en", since=reading.row.version - 1)

    with plain_templates():
        for seat, action in script("alfapower", SEED, 30):
            assert not submit(row, seat, **action).code
            reading = read(settled(row.pk, SOON))
            counts.append(calls_of(lambda found=reading: push_both(found)))
    assert statistics.median(counts[10:]) <= MOST["both pushes"], counts
