"""What matches tell: whose turn it is, that its time runs short, how they ended; of people, and hardly any of live. And
what one tells the other by a nudge: who may, when, once a turn."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.services import blocks, leaving
from game import news_kinds
from game.kernel.deadlines import turn_ms
from game.models import LogEntry, Match, Outage, SeatRow
from game.services import match_news, nudges, settle_due
from news import api as news
from news.models import News
from news.services import reading
from tests.support.matches import START, give_hand, make_match, state_of, submit, user_at
from tests.support.word_lists import know_every_word

SECOND, DAY = 1_000, 24 * 60 * 60_000
SLOW: dict[str, Any] = {"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1}
UNTIMED: dict[str, Any] = {"turn_seconds": None}
TURN, RESERVE = 3 * DAY, 3 * DAY


def told(row: Match, seat: int, kind: str = "turn") -> News | None:
    """What the seat was told of that kind and still holds."""
    rows = News.objects.filter(topic=f"match:{row.public_id}", user=user_at(row, seat), kind=kind)
    return rows.filter(withdrawn_at=None).first()


def words(row: Match, seat: int, kind: str) -> tuple[str, str]:
    found = told(row, seat, kind)
    assert found is not None
    said = news.kinds()[kind].words(found.values)
    return said.title, said.line


@pytest.mark.parametrize("settings", [SLOW, UNTIMED], ids=["slow", "untimed"])
def test_whose_turn_it_is_is_told_and_taken_back_with_the_turn(settings: dict[str, Any]) -> None:
    row = make_match(**settings)
    assert told(row, 0) and not told(row, 1)
    submit(row, 0, at=START + SECOND, do="pass")
    assert told(row, 1) and not told(row, 0)
    submit(row, 1, at=START + 2 * SECOND, do="resign")
    assert not told(row, 0) and not told(row, 1)


def test_a_live_match_tells_of_no_turn_and_an_act_in_it_costs_nothing_more() -> None:
    row = make_match(turn_seconds=60)
    with CaptureQueriesContext(connection) as asked:
        submit(row, 0, do="pass")
    assert not [one for one in asked if "news_news" in one["sql"]] and not News.objects.exists()


@pytest.mark.parametrize("settings", [SLOW, UNTIMED], ids=["slow", "untimed"])
def test_an_act_costs_two_statements_more_at_the_most(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, counts = make_match(**settings), []
    submit(row, 0, do="pass")
    for seat in (1, 0):
        with CaptureQueriesContext(connection) as asked:
            submit(row, seat, at=START + SECOND, do="pass")
        counts.append(len(asked))
        monkeypatch.setattr(match_news, "note_step", lambda *args, **more: None)
    assert counts[0] - counts[1] == 2


def test_what_ends_no_turn_tells_nothing_anew() -> None:
    row = make_match(**SLOW)
    with CaptureQueriesContext(connection) as asked:
        submit(row, 1, do="call_off")
    assert not [one for one in asked if "news_news" in one["sql"]]


def test_a_quarter_of_the_turn_before_the_deadline_is_told_reserve_included() -> None:
    row = make_match(**SLOW)
    low = told(row, 0, "turn_low")
    assert low is not None
    assert (low.shown_from, low.true_until) == (START + TURN + RESERVE - TURN // 4, START + TURN + RESERVE)
    assert low.push_at == low.mail_at == low.shown_from
    submit(row, 0, at=START + SECOND, do="pass")
    assert told(row, 0, "turn_low") is None


def test_no_quarter_is_told_without_a_clock() -> None:
    assert told(make_match(**UNTIMED), 0, "turn_low") is None


def test_a_clock_that_is_put_off_runs_short_later() -> None:
    row = make_match(**SLOW)
    Outage.objects.create(from_at=START + DAY, to_at=START + DAY + 3_600_000)
    settle_due.enforce(row.pk, START + 2 * DAY)
    later = START + TURN + RESERVE + 3_600_000
    low, turn = told(row, 0, "turn_low"), told(row, 0)
    assert low is not None and low.shown_from == later - TURN // 4
    assert turn is not None and turn.true_until == later


def test_a_turn_that_ran_out_is_told_no_more() -> None:
    row = make_match(**SLOW | {"timeouts_to_forfeit": 3})
    settle_due.sweep(START + TURN + RESERVE + 3 * SECOND)
    assert told(row, 0) is None and told(row, 1) is not None


def test_whoever_has_the_match_before_their_eyes_has_read_it() -> None:
    row = make_match(**SLOW)
    at = START + 60 * SECOND
    for looked_at, is_read in ((at - 15_000, False), (at - 14_999, True)):
        SeatRow.objects.filter(match=row, seat=1).update(looked_at=looked_at)
        submit(row, 0, at=at, do="pass")
        turn = told(row, 1)
        assert turn is not None and (turn.read_at is not None) is is_read
        assert (turn.push_at is None) is is_read
        submit(row, 1, at=at, do="pass")


def test_who_is_on_turn_as_a_match_begins_has_time_to_open_it() -> None:
    turn = told(make_match(**SLOW), 0)
    assert turn is not None
    assert (turn.shown_from, turn.push_at, turn.mail_at) == (START, START + 15_000, START + 15_000)


def test_the_last_word_and_what_is_left_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    know_every_word(monkeypatch)
    row = make_match(board_size=11, **SLOW)
    give_hand(row, 0, "TENSORI")
    tiles = [[5, 5 + place, letter] for place, letter in enumerate("TEN")]
    assert submit(row, 0, at=START + SECOND, do="place", tiles=tiles).code == ""
    monkeypatch.setattr(news_kinds, "now_ms", lambda: START + SECOND + DAY)
    name = user_at(row, 0).display_name
    title, line = words(row, 1, "turn")
    assert title == f"Your turn against {name}"
    assert line.startswith("TEN for ") and line.endswith("points. 5 days left")


def test_adjourned_into_a_slow_match_it_tells_whose_turn_it_is() -> None:
    row = make_match(turn_seconds=60)
    for seat in (1, 0):
        submit(row, seat, at=START + SECOND, do="adjourn")
    turn, low = told(row, 0), told(row, 0, "turn_low")
    assert turn is not None and low is not None
    assert low.shown_from == START + SECOND + 6 * DAY - TURN // 4


@pytest.mark.parametrize("settings", [SLOW, UNTIMED, {"turn_seconds": 60}], ids=["slow", "untimed", "live"])
def test_an_end_is_told_to_who_has_not_seen_it(settings: dict[str, Any]) -> None:
    row = make_match(**settings)
    SeatRow.objects.filter(match=row, seat=0).update(looked_at=START)
    submit(row, 0, at=START + SECOND, do="resign")
    assert told(row, 0, "match_over") is None
    name = user_at(row, 0).display_name
    assert words(row, 1, "match_over") == (f"You won against {name}", f"{name} conceded the match.")
    with override("sv"):
        assert words(row, 1, "match_over")[0] == f"Du vann mot {name}"


def test_who_left_is_told_that_it_is_over() -> None:
    row = make_match(turn_seconds=60, present=False)
    settle_due.sweep(START + 600 * SECOND)
    name = user_at(row, 1).display_name
    assert words(row, 0, "match_over") in {
        (f"You lost against {name}", "You did not come back in time."),
        (f"Your match against {name} is over", ""),
    }


def test_a_match_called_off_is_said_to_be() -> None:
    row = make_match(**SLOW)
    for seat in (1, 0):
        submit(row, seat, do="call_off")
    assert words(row, 1, "match_over")[0] == f"Your match against {user_at(row, 0).display_name} was called off"


def test_more_than_two_are_told_by_the_first_name() -> None:
    row = make_match(variant="alfapower", players=("Astrid", "Björn", "Cleo"), **SLOW)
    others = [user_at(row, seat).display_name for seat in (1, 2)]
    assert words(row, 0, "turn")[0] == f"Your turn against {others[0]} and 1 other"


def test_whoever_has_gone_for_good_is_named_in_no_news() -> None:
    row = make_match(**SLOW)
    gone = user_at(row, 0)
    leaving.delete(gone.pk)
    assert words(row, 1, "match_over") == ("You won against Deleted player", "Deleted player conceded the match.")
    assert not News.objects.filter(user_id=gone.pk).exists()


HALF = 86_400_000
TWO_DAYS: dict[str, Any] = {"turn_seconds": 2 * 86_400, "reserve_hours": 72}


def standing(row: Match) -> list[tuple[int, dict[str, Any]]]:
    """Who is reminded now, and of what."""
    rows = News.objects.filter(kind="nudged", withdrawn_at=None)
    return [(one.user_id, one.values) for one in rows]


@pytest.mark.parametrize("variant", ["alfapower", "classic", "alfapet", "flex", "keebble"])
def test_from_half_of_the_turn_on_and_not_before(variant: str) -> None:
    row = make_match(variant=variant, **TWO_DAYS)
    state = state_of(row)
    other = 1 - state.active
    assert turn_ms(state) == 2 * HALF
    assert not nudges.nudge(row.pk, other, START + HALF - 1)
    assert nudges.nudge(row.pk, other, START + HALF)
    assert [user for user, _ in standing(row)] == [user_at(row, state.active).pk]


def test_it_is_in_no_log_and_changes_no_version() -> None:
    row = make_match(variant="classic", **TWO_DAYS)
    entries = LogEntry.objects.filter(match=row).count()
    assert nudges.nudge(row.pk, 1, START + HALF)
    assert LogEntry.objects.filter(match=row).count() == entries
    assert Match.objects.get(pk=row.pk).version == row.version


def test_once_a_turn_by_whoever_is_first_and_again_in_the_next() -> None:
    row = make_match(variant="alfapet", players=("Astrid", "Björn", "Clara"), **TWO_DAYS)
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
    row = make_match(variant="classic", **TWO_DAYS)
    assert not nudges.nudge(row.pk, state_of(row).active, START + HALF)
    submit(row, 0, START + HALF, do="resign")
    assert not nudges.nudge(row.pk, 1, START + HALF + 1)
    assert standing(row) == []


def test_the_door_is_the_seats_alone(client: Client) -> None:
    row = make_match(variant="classic", **TWO_DAYS)
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
    row = make_match(variant="classic", **TWO_DAYS)
    state = state_of(row)
    on_turn, other = user_at(row, state.active), user_at(row, 1 - state.active)
    blocks.block(*((other.pk, on_turn.pk) if by_first else (on_turn.pk, other.pk)), START)
    assert nudges.nudge(row.pk, 1 - state.active, START + HALF)
    assert nudges.nudged([row.public_id]) == {row.public_id}
    assert not nudges.nudge(row.pk, 1 - state.active, START + HALF + 1)
    news = News.objects.get(kind="nudged")
    assert news.push_at is news.mail_at is None
    assert [one.kind for one in reading.listed(on_turn.pk, START + HALF + 2)] == ["turn"]
