"""Who is there: leases, absences and returns, abandonment by one and by both, our own outages, and whether somebody
looks at a page of a match: a page behind others is only open."""

import json
from collections.abc import Sequence

import pytest
from pytest_django import DjangoAssertNumQueries

from game.kernel.deadlines import LEASE, TIMED_ABSENCE, UNTIMED_ABSENCE
from game.match import views
from game.models import LogEntry, Match, Outage, Pulse, SeatRow
from game.seat_statements import renew_fresh_lease, renew_fresh_leases, renew_lease
from game.services import audit, match_news, outages, presence, settle_due
from tests.support.browsers import signed_in
from tests.support.matches import FOR_EVER, START, make_match, state_of, submit, user_at
from tests.support.types import certain

GOODBYE = 5_000


def stay(row: Match, seat: int) -> None:
    """The seat's page is open for ever."""
    row.seats.filter(seat=seat).update(seen_at=START + FOR_EVER)


@pytest.fixture
def row() -> Match:
    """A match with ten minutes a turn whose seat 1 is there for ever, and whose seat 0 was at the start."""
    row = make_match(present=False, turn_seconds=600)
    stay(row, 1)
    return row


def kinds(row: Match) -> list[str]:
    """What was done, entry by entry."""
    return [json.loads(entry.action)["do"] for entry in LogEntry.objects.filter(match=row).order_by("seq")]


def away(row: Match) -> list[int | None]:
    """Per seat the last sign of life of one who is away."""
    return [player.away_since for player in state_of(row).players]


def test_a_lapsed_lease_is_an_absence_since_the_last_sign_of_life() -> None:  # R7.11 R7.13
    row = make_match(present=False, turn_seconds=600)
    presence.touch(row.pk, 0, START + 4_000)
    stay(row, 1)
    assert (settle_due.sweep(START + 4_000 + LEASE - 1), away(row)) == (0, [None, None])
    assert (settle_due.sweep(START + 4_000 + LEASE), away(row)) == (1, [START + 4_000, None])
    assert SeatRow.objects.get(match=row, seat=0).away
    assert LogEntry.objects.get(match=row, seq=2).at == START + 4_000 + LEASE


def test_an_absence_noticed_between_grace_and_slack_does_not_end_the_turn() -> None:
    row = make_match()
    row.seats.filter(seat=1).update(seen_at=START + 52_000)
    settle_due.sweep(START + 62_999)
    assert kinds(row) == ["start", "leave"]
    settle_due.sweep(START + 63_000)
    assert kinds(row) == ["start", "leave", "timeout"]


def test_a_reload_is_silent(row: Match) -> None:  # R7.12
    presence.touch(row.pk, 0, START + 1_000)
    presence.goodbye(row.pk, 0, START + 2_000)
    settle_due.sweep(START + 5_000)
    presence.touch(row.pk, 0, START + 5_500)
    settle_due.sweep(START + 10_000)
    assert kinds(row) == ["start"]


def test_a_goodbye_is_heard_sooner_and_another_page_answers_for_the_player(row: Match) -> None:
    presence.touch(row.pk, 0, START + 1_000)
    presence.goodbye(row.pk, 0, START + 1_000)
    settle_due.sweep(START + 1_000 + GOODBYE)
    assert away(row)[0] is not None
    presence.touch(row.pk, 0, START + 7_000)
    presence.goodbye(row.pk, 0, START + 8_000)
    presence.touch(row.pk, 0, START + 9_000)
    settle_due.sweep(START + 9_000 + LEASE - 1)
    assert away(row) == [None, None]


def test_a_goodbye_takes_nothing_from_the_window(row: Match) -> None:  # R7.13
    presence.touch(row.pk, 0, START + 1_000)
    presence.goodbye(row.pk, 0, START + 4_500)
    settle_due.sweep(START + 4_500 + GOODBYE - 1)
    assert away(row) == [None, None]
    settle_due.sweep(START + 4_500 + GOODBYE)
    assert away(row) == [START + 4_500, None]
    assert LogEntry.objects.get(match=row, seq=2).at == START + 4_500 + GOODBYE
    settle_due.sweep(START + 4_500 + TIMED_ABSENCE - 1)
    assert state_of(row).outcome is None
    settle_due.sweep(START + 4_500 + TIMED_ABSENCE)
    row.refresh_from_db()
    assert (row.reason, row.winner, row.finished_at) == ("abandoned", 1, START + 4_500 + TIMED_ABSENCE)


def test_a_goodbye_that_comes_after_the_lease_changes_nothing(row: Match) -> None:
    presence.goodbye(row.pk, 0, START + LEASE)
    assert away(row) == [None, None]
    settle_due.sweep(START + LEASE)
    presence.goodbye(row.pk, 0, START + LEASE + 1)
    assert away(row) == [START, None]


def test_whoever_comes_back_has_a_whole_lease_again(row: Match) -> None:
    presence.goodbye(row.pk, 0, START + 1_000)
    settle_due.sweep(START + 8_000)
    presence.touch(row.pk, 0, START + 20_000)
    settle_due.sweep(START + 20_000 + LEASE - 1)
    assert kinds(row) == ["start", "leave", "return"]


@pytest.mark.parametrize("seat", [0, 1], ids=["on turn", "waiting"])
def test_coming_back_is_a_step_and_the_clock_ran_on(seat: int) -> None:
    row = make_match(present=False, turn_seconds=600)
    stay(row, 1 - seat)
    settle_due.sweep(START + 60_000)
    presence.touch(row.pk, seat, START + 120_000)
    state = state_of(row)
    assert (away(row), state.active, state.deadline) == ([None, None], 0, START + 600_000)
    assert kinds(row) == ["start", "leave", "return"]
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None


def test_coming_back_between_grace_and_slack_ends_no_turn_and_ends_the_absence() -> None:
    row = make_match(present=False)
    stay(row, 1)
    presence.touch(row.pk, 0, START + 62_999)
    assert kinds(row) == ["start", "leave", "return"]
    assert not SeatRow.objects.get(match=row, seat=0).away
    presence.touch(row.pk, 0, START + 63_000)
    assert kinds(row) == ["start", "leave", "return"]
    settle_due.sweep(START + 63_000)
    assert kinds(row) == ["start", "leave", "return", "timeout"]


@pytest.mark.parametrize(("turn_seconds", "window"), [(600, TIMED_ABSENCE), (None, UNTIMED_ABSENCE)])
@pytest.mark.parametrize("looks", [1, 7])
def test_who_does_not_come_back_has_abandoned_the_match(turn_seconds: int, window: int, looks: int) -> None:
    row = make_match(present=False, turn_seconds=turn_seconds)
    stay(row, 1)
    for look in range(1, looks):
        settle_due.sweep(START + window * look // looks)
    settle_due.sweep(START + window - 1)
    assert state_of(row).outcome is None
    settle_due.sweep(START + window)
    row.refresh_from_db()
    assert (row.reason, row.winner, row.finished_at) == ("abandoned", 1, START + window)


@pytest.mark.parametrize("looks", [[TIMED_ABSENCE * 20], [LEASE, TIMED_ABSENCE - 1, TIMED_ABSENCE]])
def test_when_both_left_together_nobody_wins_however_late_it_is_noticed(looks: Sequence[int]) -> None:
    row = make_match(present=False, turn_seconds=600)
    for look in looks:
        settle_due.sweep(START + look)
    row.refresh_from_db()
    assert (row.reason, row.winner) == ("abandoned", None)


def test_who_left_first_loses_though_nobody_is_there_when_the_day_is_over() -> None:
    """In a match without a timer nobody sits at the page for 24 hours: an hour ago is there enough."""
    row = make_match(present=False, turn_seconds=None)
    presence.touch(row.pk, 1, START + LEASE - 1)
    row.seats.filter(seat=1).update(seen_at=START + UNTIMED_ABSENCE - 3_600_000)
    for look in (UNTIMED_ABSENCE - 1, UNTIMED_ABSENCE, 3 * UNTIMED_ABSENCE):
        settle_due.sweep(START + look)
    row.refresh_from_db()
    assert (row.reason, row.winner, row.finished_at) == ("abandoned", 1, START + UNTIMED_ABSENCE)


def test_acting_is_a_sign_of_life(row: Match) -> None:
    submit(row, 0, at=START + 20_000, do="buy", item="swap")
    assert kinds(row) == ["start", "leave", "return", "buy"]
    assert SeatRow.objects.get(match=row, seat=0).seen_at == START + 20_000


def test_a_pulse_in_time_is_no_outage_and_one_too_late_is() -> None:  # R7.18
    assert outages.stamp(START) is None
    assert outages.stamp(START + 1_000) is None
    outage = certain(outages.stamp(START + 1_000 + 1_001))
    assert (outage.from_at, outage.to_at) == (START + 1_000, START + 2_001)
    assert Pulse.objects.count() == 1


def test_while_nobody_could_act_nothing_is_swept() -> None:
    row = make_match()
    outages.stamp(START)
    assert settle_due.sweep(START + 400_000) == 0
    assert kinds(row) == ["start"]


@pytest.mark.parametrize("gap", [1_001, 4_000, 30_000, 400_000])
def test_an_outage_is_credited_once_to_clock_and_absence(gap: int) -> None:  # R7.14
    row = make_match(present=False)
    row.seats.update(seen_at=START + 57_000)
    outages.stamp(START + 58_000)
    back = START + 58_000 + gap
    outages.stamp(back)
    settle_due.settled(row.pk, back)
    settle_due.settled(row.pk, back)
    length = gap + outages.RECONNECT_ALLOWANCE
    assert kinds(row) == ["start", "credit"]
    assert state_of(row).deadline == START + 60_000 + length
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None


def test_an_outage_puts_off_the_window_of_one_who_is_away(row: Match) -> None:  # R7.14
    settle_due.sweep(START + 60_000)
    Outage.objects.create(from_at=START + 100_000, to_at=START + 110_000)
    settle_due.enforce(row.pk, START + 110_001)
    assert away(row) == [START + 10_000 + outages.RECONNECT_ALLOWANCE, None]


def test_whoever_acts_after_an_outage_before_the_pulse_pays_nothing() -> None:  # R7.14
    row = make_match(turn_seconds=60)
    outages.stamp(START + 1_000)
    back = START + 400_000
    assert submit(row, 0, at=back, do="pass").code == ""
    assert outages.stamp(back + 500) is None
    assert kinds(row) == ["start", "credit", "pass"]
    outage = Outage.objects.get()
    assert (outage.from_at, outage.to_at) == (START + 1_000, back)


def test_a_turn_that_ran_out_before_the_outage_stays_out() -> None:
    row = make_match()
    outages.stamp(START)
    Pulse.objects.update(stamped_at=START + 62_000)
    outages.stamp(START + 100_000)
    settle_due.settled(row.pk, START + 100_000)
    assert kinds(row) == ["start", "timeout", "credit"]
    assert state_of(row).deadline == START + 63_000 + 60_000 + 38_000 + outages.RECONNECT_ALLOWANCE


def test_a_match_made_after_an_outage_is_not_credited_for_it() -> None:
    outages.stamp(START)
    outages.stamp(START + 100_000)
    row = make_match(starts_at=START + 100_000)
    settle_due.settled(row.pk, START + 100_001)
    assert kinds(row) == ["start"]


def test_a_page_that_asks_for_its_panels_is_a_sign_of_life_of_its_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    row, other = make_match(), make_match(seed=b"\x01" * 32)
    for match in (row, other):
        match.seats.update(seen_at=START)
    monkeypatch.setattr(views, "now_ms", lambda: START + 4_000)
    assert signed_in(user_at(row, 1)).get(f"/match/{row.public_id}/panels").status_code == 200
    assert list(row.seats.order_by("seat").values_list("seen_at", flat=True)) == [START, START + 4_000]
    assert set(other.seats.values_list("seen_at", flat=True)) == {START}


def test_a_sign_of_life_within_the_lease_is_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    row = make_match()
    row.seats.update(seen_at=START)
    with django_assert_num_queries(1):
        presence.touch(row.pk, 0, START + 4_000)
    assert row.seats.get(seat=0).seen_at == START + 4_000


def test_an_outage_that_was_credited_is_not_asked_for_again(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    row = make_match()
    Outage.objects.create(from_at=START + 3_000, to_at=START + 9_000)
    settle_due.enforce(row.pk, START + 10_000)
    with django_assert_num_queries(4):  # begin, lock, look around, commit
        settle_due.enforce(row.pk, START + 11_000)


def test_a_match_that_was_lost_before_the_outage_stays_lost_and_is_looked_at_no_more() -> None:
    row = make_match(timeouts_to_forfeit=1)
    over = START + 60_000
    outage = Outage.objects.create(from_at=over + 30_000, to_at=over + 90_000)
    settle_due.enforce(row.pk, over + 100_000)
    row.refresh_from_db()
    assert (row.reason, row.outages_seen) == ("forfeited", outage.pk)
    assert row.log.count() == 2


def test_there_is_one_pulse_whatever_was_there_before() -> None:
    Pulse.objects.create(pk=7, stamped_at=START).delete()
    for moment in (START, START + 1_000, START + 500):
        outages.stamp(moment)
    assert [pulse.stamped_at for pulse in Pulse.objects.all()] == [START + 1_000]


def test_an_outage_that_was_over_when_the_match_began_is_none_of_its_own() -> None:
    seen = Outage.objects.create(from_at=START - 90_000, to_at=START - 80_000)
    row = make_match()
    assert row.outages_seen == seen.pk
    before = Outage.objects.create(from_at=START - 20_000, to_at=START)
    settle_due.enforce(row.pk, START + 1)
    row.refresh_from_db()
    assert (row.outages_seen, state_of(row).deadline) == (before.pk, START + 60_000)
    during = Outage.objects.create(from_at=START - 20_000, to_at=START + 1)
    settle_due.enforce(row.pk, START + 2)
    row.refresh_from_db()
    assert (row.outages_seen, state_of(row).deadline) == (during.pk, START + 60_000 + 20_001 + 5_000)


LATER = START + 4_000


def looked_at(match_id: int) -> int:
    return SeatRow.objects.get(match_id=match_id, seat=0).looked_at


def test_every_way_to_write_a_sign_of_life_says_whether_somebody_looks() -> None:
    row = make_match(turn_seconds=259_200, present=False)
    signs = {(row.pk, 0): START + 1_000}
    renew_fresh_leases(signs, 9_000)
    renew_fresh_lease(row.pk, 0, START + 1_000, 9_000)
    renew_lease(row.pk, 0, START + 1_000, 9_000)
    assert looked_at(row.pk) == 0
    renew_fresh_leases(signs, 9_000, {(row.pk, 0)})
    assert looked_at(row.pk) == START + 1_000
    renew_fresh_lease(row.pk, 0, START + 2_000, 9_000, looks=True)
    assert looked_at(row.pk) == START + 2_000
    renew_lease(row.pk, 0, START + 3_000, 9_000, looks=True)
    assert looked_at(row.pk) == START + 3_000


def test_a_look_is_not_forgotten_over_a_page_that_is_only_open_nor_over_an_earlier_one() -> None:
    row = make_match(turn_seconds=259_200, present=False)
    renew_fresh_leases({(row.pk, 0): LATER}, 9_000, {(row.pk, 0)})
    renew_fresh_leases({(row.pk, 0): LATER + 1_000}, 9_000)
    renew_fresh_leases({(row.pk, 0): START}, 9_000, {(row.pk, 0)})
    assert looked_at(row.pk) == LATER


@pytest.mark.parametrize("after", [4_000, 86_400_000], ids=["within the lease", "after it"])
def test_in_a_slow_match_a_look_counts_however_long_nobody_came(after: int) -> None:
    row = make_match(turn_seconds=259_200, present=False)
    presence.touch(row.pk, 0, START + after, looks=True)
    assert looked_at(row.pk) == START + after


def test_who_looks_is_known_for_fifteen_seconds() -> None:
    row = make_match(turn_seconds=259_200)
    presence.touch(row.pk, 0, LATER, looks=True)
    me, other = (user_at(row, seat).pk for seat in (0, 1))
    topic = match_news.topic_of(row.public_id)
    asked = {(me, topic), (other, topic), (me, "match:of-nobody")}
    assert match_news.looking(asked, LATER + 14_999) == {(me, topic)}
    assert match_news.looking(asked, LATER + 15_000) == set()
