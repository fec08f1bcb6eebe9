"""An action that came in time and could not be taken: its stamp, what that is good for, and what it is not."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from alfapower.processes import metrics
from game.kernel.deadlines import GRACE, SLACK
from game.match import views
from game.models import LogEntry, Match, SeatRow
from game.services import arrival_stamps, audit, clock, settle_due, store
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, state_of, submit, user_at

DEADLINE = START + 60_000
PASS = {"do": "pass", "turn": 1, "nonce": "nonce-of-a-pass"}


class Page:
    """One player's page: `send` posts an action as the script does; `database` says whether there is one."""

    def __init__(self, row: Match, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.row, self.seat, self.monkeypatch = row, seat, monkeypatch
        self.client = signed_in(user_at(row, seat))
        self.token = arrival_stamps.seat_token(row.public_id, seat)

    def send(
        self,
        at: int,
        stamp: str = "",
        database: bool = True,
        token: str | None = None,
        body: str | None = None,
        **action: Any,
    ) -> tuple[int, dict[str, Any]]:
        """(status, answer) of an action that arrives at `at`."""
        with self.monkeypatch.context() as now:
            now.setattr(views, "now_ms", lambda: at)
            now.setattr(clock, "known_at_edge", lambda edge: at)
            if not database:
                now.setattr(store, "lock", _away)
            answer = self.client.post(
                f"/match/{self.row.public_id}/act",
                body or json.dumps({**PASS, **action}),
                content_type="application/json",
                headers={"X-Seat": self.token if token is None else token, "X-Stamp": stamp},
            )
        return answer.status_code, answer.json()

    def stamped(self, at: int, **action: Any) -> str:
        """The stamp of an action that came while there was no database."""
        status, answer = self.send(at, database=False, **action)
        assert (status, answer["code"]) == (503, "trying_again")
        return answer["stamp"]


def _away(match_id: int) -> None:
    raise OperationalError("gone")


@pytest.fixture(autouse=True)
def _no_stamps() -> None:
    arrival_stamps._given.clear()
    arrival_stamps.take_too_late()


@pytest.fixture
def row() -> Match:
    return make_match(board_size=11)


@pytest.fixture
def page(row: Match, monkeypatch: pytest.MonkeyPatch) -> Page:
    return Page(row, 0, monkeypatch)


def last_entry(row: Match) -> LogEntry:
    return LogEntry.objects.filter(match=row).latest("seq")


def test_an_action_that_came_in_time_is_judged_by_its_first_arrival(page: Page, row: Match) -> None:  # R7.15
    stamp = page.stamped(DEADLINE + GRACE)
    assert page.send(DEADLINE + 2_500, stamp) == (200, {"ok": True, "version": 2})
    entry = last_entry(row)
    assert (json.loads(entry.action)["do"], entry.seat) == ("pass", 0)
    assert (entry.arrived_at, entry.at) == (DEADLINE + GRACE, DEADLINE + 2_500)


def test_without_its_stamp_it_is_late(page: Page, row: Match) -> None:
    page.stamped(DEADLINE + GRACE)
    assert page.send(DEADLINE + 2_500)[1]["code"] == "stale"
    assert json.loads(last_entry(row).action)["do"] == "timeout"


def test_the_next_turn_has_its_whole_time(page: Page, row: Match) -> None:  # R7.16
    page.send(DEADLINE + 2_500, page.stamped(DEADLINE))
    assert state_of(row).deadline == DEADLINE + 2_500 + 60_000


def test_what_came_too_late_at_first_stays_too_late(page: Page) -> None:
    stamp = page.stamped(DEADLINE + GRACE + 1)
    assert page.send(DEADLINE + 2_500, stamp)[1]["code"] == "stale"


def test_a_timeout_that_was_applied_stands_and_is_counted(page: Page, row: Match) -> None:  # R7.17
    before = metrics.TOO_LATE._value.get()
    stamp = page.stamped(DEADLINE - 500)
    settle_due.enforce(row.pk, DEADLINE + GRACE + SLACK)
    assert page.send(DEADLINE + GRACE + SLACK + 1, stamp)[1]["code"] == "stale"
    metrics.read()
    assert metrics.TOO_LATE._value.get() == before + 1
    metrics.read()
    assert metrics.TOO_LATE._value.get() == before + 1


def test_it_is_done_once_however_often_it_comes(page: Page, row: Match) -> None:
    stamp = page.stamped(DEADLINE)
    answers = [page.send(DEADLINE + 2_000 + number, stamp) for number in range(3)]
    assert answers == [(200, {"ok": True, "version": 2})] * 3
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None


def test_a_minute_is_as_long_as_a_stamp_lasts(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = page.stamped(DEADLINE)
    assert page.send(DEADLINE + 60_001, stamp)[1]["code"] == "stale"


def test_a_second_refusal_gives_the_first_arrival_again(page: Page, row: Match) -> None:
    first = page.stamped(DEADLINE)
    status, answer = page.send(DEADLINE + 1_500, first, database=False)
    assert (status, answer["stamp"]) == (503, first)
    arrival_stamps._given.clear()  # another process
    status, answer = page.send(DEADLINE + 1_800, first, database=False)
    assert (status, answer["stamp"]) == (503, first)
    assert page.send(DEADLINE + 2_500, first)[1]["ok"]


def test_an_answer_that_was_lost_costs_nothing(page: Page) -> None:
    page.stamped(DEADLINE)
    assert page.send(DEADLINE + 2_500, page.stamped(DEADLINE + 1_900))[1]["ok"], "the first arrival was forgotten"


@pytest.mark.parametrize(
    "other",
    [{"nonce": "another-nonce"}, {"turn": 2}, {"do": "place", "tiles": []}, {"body": json.dumps(PASS) + " "}],
    ids=["nonce", "turn", "action", "bytes"],
)
def test_a_stamp_is_for_these_bytes_alone(page: Page, row: Match, other: dict[str, Any]) -> None:
    stamp = page.stamped(DEADLINE)
    assert not page.send(DEADLINE + 2_500, stamp, **other)[1]["ok"]
    assert json.loads(last_entry(row).action)["do"] == "timeout"


def test_a_stamp_is_for_this_seat_and_this_match_alone(page: Page, row: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    page.send(START + 1_000)
    other = Page(row, 1, monkeypatch)
    deadline = state_of(row).deadline
    second: dict[str, Any] = {"turn": 2, "nonce": "nonce-of-turn-2"}
    stamp = page.stamped(deadline, **second)
    assert other.send(deadline + 2_500, stamp, **second)[1]["code"] == "stale"
    elsewhere = Page(make_match(board_size=11), 0, monkeypatch)
    stamp = page.stamped(DEADLINE)
    assert elsewhere.send(DEADLINE + 2_500, stamp)[1]["code"] == "stale"


@pytest.mark.parametrize(
    "change",
    [lambda stamp: "", lambda stamp: stamp[:-1], lambda stamp: stamp.replace(":0:1:", ":0:2:"), lambda stamp: "x"],
)
def test_a_stamp_cannot_be_made_up(page: Page, change: Callable[..., Any]) -> None:
    stamp = page.stamped(DEADLINE + GRACE)
    assert page.send(DEADLINE + 2_500, change(stamp))[1]["code"] == "stale"


@pytest.mark.parametrize("token", ["", "x", "another"])
def test_who_does_not_show_a_seat_has_no_stamp(page: Page, token: str) -> None:
    if token == "another":
        token = arrival_stamps.seat_token(make_match().public_id, 0)
    assert page.send(DEADLINE, database=False, token=token)[1]["stamp"] == ""


def test_stamps_are_not_gathered_to_choose_among_them_later(page: Page) -> None:
    assert page.stamped(DEADLINE - 900)
    assert page.stamped(DEADLINE - 800, do="place", tiles=[[5, 5, "A"]], nonce="another-nonce") == ""
    assert page.stamped(DEADLINE - 700), "the first keeps its own"


def test_who_brings_a_stamp_of_another_process_keeps_it(page: Page) -> None:
    stamp = page.stamped(DEADLINE - 900)
    arrival_stamps._given.clear()
    assert page.stamped(DEADLINE - 800, do="place", tiles=[[5, 5, "A"]], nonce="another-nonce")
    assert page.send(DEADLINE - 700, stamp, database=False)[1]["stamp"] == stamp


def test_an_answered_action_makes_room_for_the_next(page: Page, row: Match) -> None:
    place: dict[str, Any] = {"do": "place", "tiles": [[0, 0, "Q"]], "nonce": "a-refused-place"}
    stamp = page.stamped(DEADLINE - 900, **place)
    assert page.send(DEADLINE - 500, stamp, **place)[1]["code"] not in ("", "stale")
    assert page.stamped(DEADLINE - 400)


def test_a_stamp_of_before_the_turn_began_is_worth_nothing(
    page: Page, row: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Page(row, 1, monkeypatch)
    second: dict[str, Any] = {"turn": 2, "nonce": "nonce-of-turn-2"}
    early = other.stamped(START + 500, **second)
    page.send(START + 1_000)
    deadline = state_of(row).deadline
    SeatRow.objects.filter(match=row).update(seen_at=deadline)
    with monkeypatch.context() as longer:
        longer.setattr(arrival_stamps, "LONGEST_MS", 10 * 60_000)
        assert other.send(deadline + GRACE + 500, early, **second)[1]["code"] == "stale"


def test_what_hangs_on_no_turn_is_not_stamped(page: Page) -> None:
    body = json.dumps({"do": "buy", "item": "swap", "nonce": "nonce-of-a-buy"})
    assert page.send(DEADLINE, database=False, body=body)[1]["stamp"] == ""


def test_without_a_clock_that_was_ever_true_there_is_no_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_is_true", False)
    assert clock.known_at_edge(clock.edge_stamp()) is None


def test_the_page_shows_its_seat(page: Page) -> None:
    assert f'data-seat="{page.token}"' in page.client.get(f"/match/{page.row.public_id}/").content.decode()


def test_entries_stand_in_the_order_in_which_they_were_decided(row: Match) -> None:
    """A purchase that came later and was first at the lock does not stand after what it came before."""
    submit(row, 1, at=START + 5_000, do="buy", item="swap")
    submit(row, 0, at=START + 4_000, do="pass")
    settle_due.enforce(row.pk, START + 5_000 + 60_000 + GRACE + SLACK)
    entries = list(LogEntry.objects.filter(match=row).order_by("seq"))
    moments = [entry.at for entry in entries]
    assert moments == sorted(moments)
    assert [entry.arrived_at for entry in entries[1:3]] == [START + 5_000, START + 4_000]
    assert entries[2].at == START + 5_000
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None


def test_an_action_is_judged_by_the_moment_it_reached_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "at_edge", lambda stamp: START + stamp)
    monkeypatch.setattr(views, "now_ms", lambda: START + 9_000)
    requests: list[Any] = [SimpleNamespace(scope={"arrived": 7}), SimpleNamespace(scope={}), SimpleNamespace()]
    assert [views._arrival(request) for request in requests] == [START + 7, START + 9_000, START + 9_000]
