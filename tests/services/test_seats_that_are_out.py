"""Whatever time and the site itself do to a match meets seats that have left it, matches that are over, clocks that
stand: in any order, however late and often, nothing but a refusal by name comes of it. A match in which what is due
cannot be applied stands still by itself: the others are swept, it costs a line an hour and an alarm, its page says so,
and it goes on once the fault is mended. And seats that change hands."""

import logging
from random import Random

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from alfapower.processes import metrics
from bots.rules import Pass
from bots.runner import Runner
from game import api as game
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import LEASE, UNTIMED_ABSENCE
from game.models import Match, Outage
from game.services import audit, match_faults, play, presence, seats, settle_due
from game.services.clock import now_ms
from game.services.match_faults import MatchFailed
from game.variants import VARIANTS
from tests.bots.practice import make_practice
from tests.support.browsers import signed_in
from tests.support.matches import START, UserFactory, make_match, message, resigned, state_of, submit, user_at
from tests.support.run_length import tries

TABLES = [(game, seats) for game in sorted(VARIANTS) for seats in VARIANTS[game].seats]
STEPS = 40


def three() -> Match:
    """A match of three whose third seat has conceded; all were there a moment ago."""
    row = make_match(present=False, variant="keebble", players=("Ann", "Bo", "Cy"), turn_seconds=None)
    for seat in range(3):
        presence.touch(row.pk, seat, START + 1_000)
    return resigned(row, 2, START + 2_000)


def test_the_others_play_on_when_one_who_conceded_closes_the_page() -> None:
    row = three()
    lapsed = START + 1_000 + LEASE
    for seat in (0, 1):
        presence.touch(row.pk, seat, lapsed)
    assert settle_due.sweep(lapsed + 1_500) == 1
    assert settle_due.sweep(lapsed + 2_500) == 0
    state = state_of(settle_due.settled(row.pk, lapsed + 3_000))
    assert [player.out is None for player in state.players] == [True, True, False]
    assert [player.away_since for player in state.players] == [None, None, None]


def test_one_who_was_given_up_may_look_on() -> None:
    """Away for too long, so the others play on without; then the page is opened again."""
    row = make_match(present=False, variant="keebble", players=("Ann", "Bo", "Cy"), turn_seconds=None)
    late = START + LEASE + UNTIMED_ABSENCE
    for at in range(START + 5_000, late + 5_000, 5_000):
        presence.touch(row.pk, 0, at)
        presence.touch(row.pk, 1, at)
    settle_due.sweep(late + 5_000)
    assert state_of(row).players[2].out is not None
    presence.touch(row.pk, 2, late + 6_000)
    assert submit(row, 2, late + 7_000, do="resign").code == "not_your_turn"
    assert state_of(row).players[2].out is not None


class Walk:
    """One match to which things happen by lot."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.random = Random(f"{game}-{seats}-{seed}")
        self.now: Millis = START
        names = [f"Player {seat}" for seat in range(seats)]
        clock = self.random.choice([None, 60])
        self.row = make_match(present=False, variant=game, players=names, turn_seconds=clock)
        self.seats = range(seats)

    def seat(self) -> Seat:
        return self.random.choice(self.seats)

    def step(self) -> None:
        """Time goes by, and somebody or the site does something."""
        self.now += self.random.choice([500, 3_000, LEASE + 1, 60_000, UNTIMED_ABSENCE // 3])
        happens = self.random.choice(
            [self.touch, self.touch, self.goodbye, self.resign, self.act, self.sweep, self.outage]
        )
        happens()
        settle_due.settled(self.row.pk, self.now)

    def touch(self) -> None:
        for seat in self.random.sample(self.seats, self.random.randint(1, len(self.seats))):
            presence.touch(self.row.pk, seat, self.now)

    def goodbye(self) -> None:
        presence.goodbye(self.row.pk, self.seat(), self.now)

    def resign(self) -> None:
        if self.random.random() < 0.4:
            submit(self.row, self.seat(), self.now, do="resign")

    def act(self) -> None:
        """An act that every game has or refuses by name."""
        submit(self.row, self.seat(), self.now, do="pass")

    def sweep(self) -> None:
        settle_due.sweep(self.now)

    def outage(self) -> None:
        Outage.objects.create(from_at=self.now - self.random.choice([2_000, 90_000]), to_at=self.now)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_order_of_leaving_lapsing_and_coming_back_breaks_a_match(
    game: str, seats: int, caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(tries(3, 60)):
        walk = Walk(game, seats, seed)
        left: set[Seat] = set()
        for _ in range(STEPS):
            walk.step()
            out = {seat for seat, player in enumerate(state_of(walk.row).players) if player.out is not None}
            assert left <= out
            left = out
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert audit.first_difference(Match.objects.get(pk=walk.row.pk)) is None


DEADLINE = START + 60_000


def test_the_sweep_waits_for_grace_and_slack() -> None:
    row = make_match()
    assert settle_due.sweep(DEADLINE + 2_999) == 0
    assert settle_due.sweep(DEADLINE + 3_000) == 1
    state = state_of(row)
    assert (state.turn, state.active, state.deadline) == (2, 1, DEADLINE + 3_000 + 60_000)


@pytest.mark.parametrize("looks", [[10**9], [70_000, 10**9], [63_000, 63_000, 126_000, 189_000, 252_000, 10**9]])
def test_how_often_anybody_looks_changes_nothing(looks: list[int]) -> None:
    row = make_match()
    for later in looks:
        settle_due.sweep(START + later)
    state = state_of(row)
    row.refresh_from_db()
    assert (state.outcome.reason, state.outcome.winner) == ("forfeited", 1)
    assert [entry.at for entry in row.log.filter(seq__gt=1)] == [DEADLINE + n * 63_000 for n in range(5)]
    assert row.finished_at == DEADLINE + 4 * 63_000


def test_an_untimed_match_is_never_due() -> None:
    row = make_match(turn_seconds=None)
    assert settle_due.sweep(START + 10**12) == 0
    assert state_of(row).turn == 1


def test_with_the_seats_go_the_disputes(monkeypatch: pytest.MonkeyPatch) -> None:
    row, account, moved = make_match(), UserFactory.create(), []
    guest = user_at(row, 0).pk
    monkeypatch.setattr("game.services.seats.dictionary.move_disputes", lambda *who: moved.append(who))
    assert seats.move(guest, account.pk) == 0
    assert (user_at(row, 0), moved) == (account, [(guest, account.pk)])


def test_a_running_seat_against_oneself_stays_and_is_counted() -> None:
    row, nobodys = make_match(), make_match(seed=b"\x01" * 32)
    nobodys.seats.update(user=None)
    guest, account = (user_at(row, seat).pk for seat in (0, 1))
    assert seats.move(guest, account) == 1
    assert [user_at(row, seat).pk for seat in (0, 1)] == [guest, account]


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
