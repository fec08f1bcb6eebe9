"""A match in which what is due cannot be applied stands still by itself: the others are swept, it costs a line an hour
and an alarm, its page says so, and it goes on once the fault is mended."""

import logging

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from alfapower.processes import metrics
from bots.rules import Pass
from bots.runner import Runner
from game import api as game
from game.models import Match
from game.services import match_faults, play, presence, settle_due
from game.services.clock import now_ms
from game.services.match_faults import MatchFailed
from tests.bots.practice import make_practice
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, message, state_of, user_at

HOUR = 3_600_000
DUE = START + 63_000


@pytest.fixture
def broken() -> Match:
    """A match whose stored state nobody can read; a look at it would change it, now and by DUE."""
    row = make_match()
    break_it(row)
    return row


def break_it(row: Match) -> None:
    Match.objects.filter(pk=row.pk).update(state="{}", due_at=0)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


def test_the_others_are_swept_and_it_costs_a_line_an_hour(broken: Match, caplog: pytest.LogCaptureFixture) -> None:
    sound = make_match(seed=b"\x01" * 32, turn_seconds=600)
    swept = [settle_due.sweep(DUE + second * 1000) for second in range(500)]
    assert swept == [1, *[0] * 499]
    assert lines(caplog) == [f"match {broken.pk}: what is due cannot be applied"]
    assert caplog.records[0].exc_info  # what it was can be read
    settle_due.sweep(START + 603_000)
    assert state_of(sound).turn == 2
    settle_due.sweep(DUE + HOUR)
    assert len(lines(caplog)) == 2


def test_a_lease_that_has_lapsed_is_no_reason_to_try_each_second(caplog: pytest.LogCaptureFixture) -> None:
    row = make_match(present=False, turn_seconds=None)
    Match.objects.filter(pk=row.pk).update(state="{}")
    assert [settle_due.sweep(START + 60_000 + second * 1000) for second in range(5)] == [1, 0, 0, 0, 0]
    assert len(lines(caplog)) == 1


def test_once_it_is_mended_it_goes_on(broken: Match) -> None:
    settle_due.sweep(DUE)
    assert match_faults.how_many() == 1
    Match.objects.filter(pk=broken.pk).update(state=make_match().state)
    settle_due.sweep(DUE + HOUR)
    assert match_faults.how_many() == 0 and state_of(broken).turn > 1
    assert Match.objects.get(pk=broken.pk).failed_at is None


def test_a_look_finds_it_mended_at_once(broken: Match) -> None:
    settle_due.sweep(DUE)
    Match.objects.filter(pk=broken.pk).update(state=make_match().state)
    assert settle_due.settled(broken.pk, DUE + 1).version == 2
    assert match_faults.how_many() == 0


def test_whatever_looks_at_it_says_so_and_the_log_once(broken: Match, caplog: pytest.LogCaptureFixture) -> None:
    for look in (
        lambda: settle_due.settled(broken.pk, DUE),
        lambda: play.submit(broken.pk, 0, message(do="pass", turn=1), DUE),
        lambda: presence._come_back(broken.pk, 0, DUE),
    ):
        with pytest.raises(MatchFailed):
            look()
    assert len(lines(caplog)) == 1


def test_its_page_says_so_and_the_others_are_found(broken: Match) -> None:
    user = user_at(broken, 0)
    sound = make_match(users=[user, user_at(broken, 1)], starts_at=now_ms())
    player = signed_in(user)
    page = player.get(reverse("game:match", args=[broken.public_id]))
    assert page.status_code == 409 and "This match stands still" in page.content.decode()
    sent = {"nonce": "nonce-000000001", "do": "pass", "turn": 1}
    answer = player.post(reverse("game:act", args=[broken.public_id]), sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "match_failed")
    assert "stands still" in answer.json()["message"]
    home = player.get(reverse("lobby:home")).content.decode()
    assert "stands still by a fault of ours" in home and f'href="/match/{broken.public_id}/"' in home
    assert [card.public_id for card in game.live_matches(user.pk)] == [sound.public_id]


def test_a_bot_leaves_it_alone_and_plays_the_others(caplog: pytest.LogCaptureFixture) -> None:
    rows = [make_practice() for _ in range(2)]
    break_it(rows[0])
    bots = Runner(lambda sight: Pass(), "machine 1")
    assert (bots.step(DUE), bots.faults) == (1, 0)
    assert len(lines(caplog)) == 1


def test_it_is_counted_for_the_alarm(broken: Match) -> None:
    settle_due.sweep(DUE)
    metrics.read()
    assert [metric.samples[0].value for metric in metrics.FAILING_MATCHES.collect()] == [1]


def test_a_database_that_somebody_holds_says_nothing_about_a_match(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row = make_match()

    def held(*args: object, acting: bool) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    with monkeypatch.context() as patched:
        patched.setattr(settle_due, "_run_clocks", held)
        assert settle_due.sweep(DUE) == 1
    assert lines(caplog) == [f"match {row.pk}: could not be swept this time (canceling statement due to lock timeout)"]
    assert match_faults.how_many() == 0 and connection.is_usable()
    settle_due.sweep(DUE + 1_000)
    assert state_of(row).turn == 2
