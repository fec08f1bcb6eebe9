"""Slow matches and ends by agreement at the site's doors (docs/rules.md, 9): nobody is missed, no outage makes one due,
who may offer an end, and which agreement comes too late."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game.kernel.setting_types import BadSetting
from game.models import LogEntry, Match, Outage, SeatRow
from game.services import matches, player_messages, presence, settle_due
from game.services.player_messages import BadMessage
from game.variants import VARIANTS
from tests.bots.practice import make_practice
from tests.support.matches import START, make_match, message, resigned, state_of, submit

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SLOW: dict[str, Any] = {"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1}
DEADLINE = START + 3 * DAY + 72 * HOUR


def out(begin: int, end: int) -> Outage:
    return Outage.objects.create(from_at=begin, to_at=end)


def test_nobody_is_missed_and_an_outage_makes_nothing_due() -> None:
    row = make_match(**SLOW)
    assert row.slow
    out(START + HOUR, START + 2 * HOUR)
    assert settle_due.sweep(START + 2 * DAY) == 0
    row.refresh_from_db()
    assert row.version == 1 and not SeatRow.objects.filter(away=True).exists()


def test_turn_and_reserve_let_run_out_is_a_match_left() -> None:
    row = make_match(**SLOW)
    assert settle_due.sweep(DEADLINE + 2_999) == 0
    assert settle_due.sweep(DEADLINE + 3_000) == 1
    assert (state_of(row).outcome.reason, state_of(row).outcome.winner) == ("forfeited", 1)


@pytest.mark.parametrize(
    ("gaps", "owed"),
    [
        ([(HOUR, HOUR + MINUTE - 1)], 0),  # less than a minute
        ([(HOUR, HOUR + MINUTE)], MINUTE),
        ([(HOUR, 2 * HOUR), (DAY, DAY + 2 * HOUR), (2 * DAY, 2 * DAY + 30_000)], 3 * HOUR),
    ],
)
def test_what_is_owed_is_added_up_and_written_when_the_match_is_touched(gaps: list[tuple[int, int]], owed: int) -> None:
    """R9.8."""
    row = make_match(**SLOW)
    for begin, end in gaps:
        out(START + begin, START + end)
    assert submit(row, 0, at=START + 3 * DAY - HOUR, do="pass").code == ""
    credits = LogEntry.objects.filter(match=row, action__contains='"credit"')
    assert len(credits) == (1 if owed else 0)
    assert sum(int(entry.action.split('"length":')[1].rstrip("}")) for entry in credits) == owed


@pytest.mark.parametrize(
    ("begin", "end", "moved"),
    [
        (-5 * MINUTE, 5 * MINUTE, 15 * MINUTE),  # inside it: to ten minutes after its end
        (-10 * MINUTE, -5 * MINUTE, 5 * MINUTE),  # within ten minutes after it, and put off by no less than the gap
        (-8 * MINUTE, -7 * MINUTE, 3 * MINUTE),
        (-5 * HOUR, -4 * HOUR, HOUR),
    ],
)
def test_a_deadline_near_an_outage_moves(begin: int, end: int, moved: int) -> None:  # R9.9
    row = make_match(**SLOW)
    out(DEADLINE + begin, DEADLINE + end)
    settle_due.sweep(DEADLINE + max(end, 0) + 3_000)
    assert state_of(row).outcome is None
    assert state_of(row).deadline == DEADLINE + moved


def test_a_clock_that_had_run_out_before_an_outage_has_run_out() -> None:
    row = make_match(**SLOW | {"timeouts_to_forfeit": 3})
    out(DEADLINE + 4_000, DEADLINE + HOUR)
    settle_due.sweep(DEADLINE + 2 * HOUR)
    state = state_of(row)
    assert (state.turn, state.players[0].timeouts, state.pace.reserves) == (2, 1, (0, 72 * HOUR))
    assert state.deadline == DEADLINE + 3_000 + 3 * DAY + 72 * HOUR + (HOUR - 4_000)


def test_a_sign_of_life_settles_nothing() -> None:
    row = make_match(**SLOW)
    presence.touch(row.pk, 0, START + DAY)
    row.refresh_from_db()
    assert row.version == 1
    assert SeatRow.objects.get(match=row, seat=0).seen_at == START + DAY


def test_a_sweep_asks_the_same_however_many_wait() -> None:
    with CaptureQueriesContext(
        connection,
    ) as none:
        settle_due.sweep(START + DAY)
    for _match in range(3):
        make_match(**SLOW)
    with CaptureQueriesContext(connection) as three:
        assert settle_due.sweep(START + DAY) == 0
    assert len(none) == len(three)


def test_all_say_yes_and_the_row_is_slow_with_nobody_away() -> None:
    row = make_match(turn_seconds=60, rated=True, present=False)
    settle_due.sweep(START + 20_000)  # both are away
    assert SeatRow.objects.filter(match=row, away=True).count() == 2
    assert [submit(row, seat, at=START + 21_000 + seat, do="adjourn").code for seat in (0, 1)] == ["", ""]
    row.refresh_from_db()
    assert row.slow and row.due_at == START + 21_001 + 3 * DAY + 72 * HOUR + 3_000
    assert not SeatRow.objects.filter(match=row, away=True).exists()
    assert settle_due.sweep(START + DAY) == 0


def test_a_match_called_off_has_a_record_that_holds() -> None:
    row = make_match()
    for seat in (1, 0):
        submit(row, seat, do="call_off")
    row.refresh_from_db()
    assert (row.reason, row.winner) == ("called_off", None)
    record = matches.export(row)
    assert [action["do"] for action in record["actions"]] == ["call_off", "call_off"]
    assert record["result"]["winner"] is None


@pytest.mark.parametrize("settings", [SLOW, {"turn_seconds": 86_400}])
def test_what_takes_days_needs_two_people(settings: dict[str, int]) -> None:  # R9.20
    with pytest.raises(BadSetting) as bad:
        matches.create(
            variant="alfapower", settings=settings, starts_at=START,
            entrants=[matches.Entrant(1, "Ann"), matches.BotEntrant("easy", "Bot")],
        )  # fmt: skip
    assert (bad.value.key, bad.value.code) == ("turn_seconds", "not_offered_here")


KINDS = ("call_off", "adjourn")
GAMES_OF_TWO = [key for key, variant in VARIANTS.items() if 2 in variant.seats]


def log_length(row: Match) -> int:
    return LogEntry.objects.filter(match=row).count()


@pytest.mark.parametrize("variant", GAMES_OF_TWO)
@pytest.mark.parametrize(("kind", "ended"), [("call_off", True), ("adjourn", False)])
def test_an_offer_and_an_agreement_to_it_do_it_in_every_game(variant: str, kind: str, ended: bool) -> None:
    row = make_match(variant=variant, turn_seconds=60)
    assert submit(row, 1, do=kind, offer=0).code == "" and state_of(row).outcome is None
    assert submit(row, 0, do=kind, offer=1).code == ""
    state = state_of(row)
    assert (state.outcome is not None, state.pace.adjourned) == (ended, not ended)


@pytest.mark.parametrize("do", [*KINDS, "wait_on"])
def test_practice_and_one_device_offer_none(do: str) -> None:
    practice, one_device, alone = (
        make_practice(begins="person"),
        make_match(),
        make_match(variant="alfapet", players="A"),
    )
    Match.objects.filter(pk=one_device.pk).update(one_device=True)
    for row in (practice, one_device, alone):
        length = log_length(row)
        assert submit(row, 0, do=do).code == "not_offered_here"
        assert log_length(row) == length


def test_a_match_that_is_over_says_so_first() -> None:
    row = resigned(make_practice(begins="person"))
    assert submit(row, 0, do="call_off").code == "match_over"


@pytest.mark.parametrize("kind", KINDS)
def test_an_agreement_that_comes_when_its_offer_has_lapsed_is_dropped(kind: str) -> None:  # R9.30
    row = make_match(turn_seconds=60)
    submit(row, 1, do=kind, offer=0)
    submit(row, 0, do="pass")
    length = log_length(row)
    assert submit(row, 0, do=kind, offer=1).code == "offer_lapsed"
    assert log_length(row) == length
    assert not (state_of(row).pace.call_off.said or state_of(row).pace.adjourn.said)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_no_agreement_to_the_offer_that_came_after(kind: str) -> None:
    row = make_match(turn_seconds=60)
    submit(row, 1, do=kind, offer=0)
    submit(row, 0, do="pass")
    submit(row, 1, do=kind, offer=0)  # the second
    assert submit(row, 0, do=kind, offer=1).code == "offer_lapsed"
    assert submit(row, 0, do=kind, offer=2).code == ""


@pytest.mark.parametrize("kind", KINDS)
def test_offers_that_cross_agree(kind: str) -> None:
    """Both pressed where nothing stood: the second is the agreement to the first."""
    row = make_match(turn_seconds=60)
    assert [submit(row, seat, do=kind, offer=0).code for seat in (0, 1)] == ["", ""]
    assert state_of(row).over == (kind == "call_off") and state_of(row).pace.adjourned == (kind == "adjourn")


@pytest.mark.parametrize("offer", [-1, True, "1", 1.5, [1]])
def test_an_offer_that_is_no_number_is_no_message(offer: object) -> None:
    with pytest.raises(BadMessage, match="offer"):
        message(do="call_off", offer=offer)


@pytest.mark.parametrize("data", [{"do": "pass", "turn": 1, "offer": 1}, {"do": "wait_on", "offer": 1}])
def test_nothing_else_names_an_offer(data: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        message(**data)


def test_a_repeat_of_an_offer_is_answered_and_not_made_again() -> None:
    row = make_match(turn_seconds=60)
    first = submit(row, 1, do="adjourn", offer=0, nonce="nonce-once")
    assert submit(row, 1, do="adjourn", offer=0, nonce="nonce-once") == first
    assert state_of(row).pace.adjourn.made == (1,)


def test_of_four_where_one_has_left_the_others_agree() -> None:
    row = make_match(variant="alfapet", players="ABCD")
    submit(row, 1, do="call_off", offer=0)
    assert submit(row, 2, do="resign").code == ""
    assert submit(row, 2, do="call_off", offer=1).code == "not_your_turn"
    for seat in (0, 3):
        assert submit(row, seat, do="call_off", offer=1).code == ""
    assert state_of(row).outcome.reason == "called_off"


def test_who_waits_on_gives_the_other_five_more_minutes() -> None:
    row = make_match(turn_seconds=600, present=False)
    presence.touch(row.pk, 0, START + MINUTE)
    settle_due.sweep(START + 40_000)
    away = [seat.seat for seat in SeatRow.objects.filter(match=row, away=True)]
    assert away == [1]
    before = Match.objects.get(pk=row.pk).due_at
    assert submit(row, 0, at=START + 41_000, do="wait_on").code == ""
    state = state_of(row)
    assert state.pace.waits == (0,) and state.pace.put_off_of(1) == 5 * MINUTE
    assert before is not None
    for _ in range(2):
        submit(row, 0, at=START + 41_000, do="wait_on")
    assert submit(row, 0, at=START + 41_000, do="wait_on").code == "waits_spent"
    after = Match.objects.get(pk=row.pk).due_at
    assert after is not None and after > before


def test_the_reader_takes_the_number_of_the_offer() -> None:
    read = player_messages.read_action({"nonce": "nonce-00000", "do": "adjourn", "offer": 2}, "classic", "sv")
    assert (read.offer, read.turn) == (2, None)
