"""Slow matches of every game from their first turn to their end, through the doors that players have, by a clock that
is moved: the pages are asked for, actions are posted, and the sweep comes by (docs/rules.md, 9)."""

import json
import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from game.dispatch.stored_forms import canonical, in_form
from game.kernel.deadlines import GRACE, SLACK
from game.kernel.match import Outcome
from game.models import LogEntry, Match, Pulse
from game.services import audit, clock, outages, settle_due
from game.variants import VARIANTS
from tests.services.conftest import now, proven
from tests.support.browsers import signed_in
from tests.support.keebble_matches import keebble_match
from tests.support.matches import START, make_match, state_of, user_at
from tests.support.players.flex import act_by_lot
from tests.support.players.keebble import take_by_lot
from tests.support.types import certain
from tests.support.word_lists import AllBut

pytestmark = pytest.mark.usefixtures("words")

SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
SLOW: dict[str, Any] = {"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1}
MANY_PASSES: dict[str, dict[str, Any]] = {"alfapower": {"passes_to_concede": 10}}
EVERY_GAME = pytest.mark.parametrize("variant", sorted(VARIANTS))


class Table:
    """A match and its players' browsers, and the clock of the site that they sit at."""

    def __init__(self, row: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        self.row, self.patch = row, monkeypatch
        self.browsers = [signed_in(user_at(row, seat)) for seat in range(row.seats.count())]
        self.chance, self.sent = random.Random(7), 0
        self.patch.setattr(clock, "_steady_ms", lambda: 0)
        self.at(row.started_at)

    def at(self, moment: int) -> None:
        """It is that moment, and the site stands ready."""
        self.moment = moment
        self.patch.setattr(clock, "_offset_ms", moment)
        Pulse.objects.update(stamped_at=moment)

    def away(self, begin: int, end: int) -> None:
        """No web process stands ready between these moments; it is the second one now."""
        outages.stamp(begin)
        self.patch.setattr(clock, "_offset_ms", end)
        outages.stamp(end)
        self.moment = end

    @property
    def state(self) -> Any:
        """The match as it is stored."""
        return state_of(self.row)

    def post(self, seat: int, **action: Any) -> str:
        """Send an action by the door of the page; the code of its answer."""
        self.sent += 1
        body = json.dumps({"nonce": f"nonce-{self.sent:04d}", **action})
        door = f"/match/{self.row.public_id}/act"
        code: str = self.browsers[seat].post(door, body, content_type="application/json").json().get("code", "")
        return code

    def ends_turn(self) -> None:
        """The seat on turn does something that ends its turn, and not the match."""
        state, seat = self.state, self.state.active
        if self.row.variant == "keebble":
            action = take_by_lot(state, self.chance).dump()
        elif self.row.variant == "alfapower":  # where a swap ends no turn
            action = {"do": "pass"}
        elif self.row.variant == "flex":  # where three turns without a word end a match
            action = next(played for played in iter(self.by_lot, None) if played["do"] == VARIANTS["flex"].laid)
        else:
            action = {"do": "swap", "tiles": [state.players[seat].hand[0]]}
        assert self.post(seat, turn=state.turn, **action) == ""
        assert (self.state.turn, self.state.outcome) == (state.turn + 1, None)

    def comes_to(self, seat: int) -> None:
        """The others' turns, of an hour each, until the seat is on turn."""
        while self.state.active != seat:
            self.at(self.moment + HOUR)
            self.ends_turn()

    def by_lot(self) -> dict[str, Any]:
        """What a player by lot does in Flex."""
        played: dict[str, Any] = act_by_lot(self.state, self.chance)[1].dump()
        return played

    def page(self, seat: int, language: str = "en") -> str:
        """The text of the seat's page of the match, on one line."""
        answer = self.browsers[seat].get(f"/match/{self.row.public_id}/", headers={"accept-language": language})
        assert answer.status_code == 200
        return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())

    def clock_says(self, seat: int, language: str = "en") -> str:
        """What the seat's page says is left of the turn."""
        address = f"/match/{self.row.public_id}/panels"
        html = self.browsers[seat].get(address, headers={"accept-language": language}).content.decode()
        return " ".join(certain(re.search(r'id="days-left"[^>]*>([^<]*)<', html))[1].split())

    def swept(self) -> int:
        """How many matches a sweep finds due now."""
        return settle_due.sweep(self.moment)


def slow(variant: str, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A slow match of two."""
    return Table(make_match(variant=variant, **SLOW, **MANY_PASSES.get(variant, {})), monkeypatch)


@EVERY_GAME
def test_a_reserve_is_used_in_three_turns_and_spent_and_the_match_is_forfeited(
    variant: str, monkeypatch: pytest.MonkeyPatch, words: AllBut
) -> None:  # R9.4, R9.5
    table = slow(variant, monkeypatch)
    first = table.state.active
    for taken, left in [(10 * HOUR + 1, 62 * HOUR - 1), (30 * HOUR, 32 * HOUR - 1), (32 * HOUR, 0)]:
        table.at(table.moment + 3 * DAY + taken)
        assert table.swept() == 0
        table.ends_turn()
        assert table.state.pace.reserves[first] == left
        table.comes_to(first)
        assert table.state.pace.reserves[1 - first] == 72 * HOUR
    assert table.state.deadline == table.moment + 3 * DAY  # there is no reserve any more
    assert table.clock_says(first) == "3 days"
    table.at(table.state.deadline + GRACE + SLACK - 1)
    assert table.swept() == 0 and table.state.outcome is None
    table.at(table.moment + 1)
    assert table.swept() == 1
    outcome: Outcome = certain(table.state.outcome)
    assert (outcome.reason, outcome.winner) == ("forfeited", 1 - first)
    assert now(table.row).status == Match.Status.OVER
    assert "You win" in table.page(1 - first) and "You win" not in table.page(first)
    proven(table.row, words)


@EVERY_GAME
def test_the_site_is_away_over_a_deadline_and_nobody_loses_by_it(
    variant: str, monkeypatch: pytest.MonkeyPatch, words: AllBut
) -> None:  # R9.8, R9.9
    table = slow(variant, monkeypatch)
    seat, deadline = table.state.active, table.state.deadline
    table.at(deadline - HOUR)
    assert table.clock_says(seat) == "1 h"
    table.away(deadline - HOUR, deadline + 2 * HOUR)
    table.swept()
    assert table.state.outcome is None and table.state.active == seat
    assert table.clock_says(seat) == "1 h"  # of which none has gone
    assert table.state.deadline == deadline + 3 * HOUR
    table.at(deadline + 3 * HOUR - SECOND)
    table.ends_turn()
    assert table.state.pace.reserves[seat] == SECOND
    credits = LogEntry.objects.filter(match=table.row, action__contains='"credit"')
    assert [json.loads(entry.action)["length"] for entry in credits] == [3 * HOUR]
    assert audit.first_difference(now(table.row)) is None


def test_a_minute_that_is_none_is_owed_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:  # R9.8
    table = slow("classic", monkeypatch)
    deadline = table.state.deadline
    table.away(deadline - HOUR, deadline - HOUR + 59_999)
    table.ends_turn()
    assert not LogEntry.objects.filter(match=table.row, action__contains='"credit"').exists()


@EVERY_GAME
def test_adjourned_at_dinner_it_ends_a_week_later(
    variant: str, monkeypatch: pytest.MonkeyPatch, words: AllBut
) -> None:  # R9.11
    table = Table(make_match(variant=variant, turn_seconds=30, rated=True, **MANY_PASSES.get(variant, {})), monkeypatch)
    seat = table.state.active
    table.at(START + 20 * SECOND)
    assert table.post(1 - seat, do="adjourn", offer=0) == ""
    table.at(START + 30 * SECOND)
    assert table.post(seat, do="adjourn", offer=1) == ""
    assert now(table.row).slow and table.state.active == seat
    assert table.state.deadline == table.moment + 3 * DAY + 72 * HOUR  # the turn that runs begins anew
    assert table.clock_says(seat) == "3 days"
    for _turn in range(3):
        table.at(table.moment + 2 * DAY)
        assert table.swept() == 0  # nobody is away
        table.ends_turn()
    table.at(table.moment + DAY)
    assert table.state.pace.reserves == (72 * HOUR, 72 * HOUR)
    assert table.post(table.state.active, do="resign") == ""
    outcome = certain(table.state.outcome)
    assert (outcome.reason, outcome.winner) == ("resigned", seat)
    record = proven(table.row, words)
    assert record["settings"]["turn_seconds"] == 30  # the clock that it began with
    assert [action["do"] for action in record["actions"]].count("adjourn") == 2


@pytest.mark.parametrize("leaves", [False, True], ids=["all five", "one has left"])
def test_a_match_of_five_is_called_off(leaves: bool, monkeypatch: pytest.MonkeyPatch, words: AllBut) -> None:
    """R9.10, R9.14: whoever has left is not asked."""
    table = Table(keebble_match(3, 5, **SLOW), monkeypatch)
    table.at(START + DAY)
    table.ends_turn()
    asked = [0, 1, 2, 3, 4]
    if leaves:
        assert table.post(4, do="resign") == ""
        asked.remove(4)
    table.at(START + 2 * DAY)
    for number, seat in enumerate(asked):
        assert table.state.outcome is None
        assert table.post(seat, do="call_off", offer=min(number, 1)) == ""
    row = now(table.row)
    assert (row.status, row.reason, row.winner) == (Match.Status.OVER, "called_off", None)
    record = proven(table.row, words)
    assert record["result"]["winner"] is None
    for seat in range(5):
        assert "called off" in table.page(seat).lower()


STOCKHOLM, SYDNEY = "Europe/Stockholm", "Australia/Sydney"


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine's own time zone, and Django's, is this one."""
    monkeypatch.setitem(os.environ, "TZ", request.param)
    time.tzset()
    with timezone.override(ZoneInfo(request.param)):
        yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "begins"),
    [
        pytest.param(STOCKHOLM, "2127-03-29 12:00", id="summer time begins"),
        pytest.param(STOCKHOLM, "2127-10-25 12:00", id="it ends"),
        pytest.param(SYDNEY, "2127-10-04 01:30", id="it begins on the other side"),
        pytest.param("UTC", "2127-01-30 23:59", id="a month ends"),
        pytest.param("UTC", "2127-12-30 00:00", id="a year ends"),
        pytest.param("UTC", "2128-02-28 18:00", id="a leap day"),
        pytest.param("UTC", "2127-02-27 18:00", id="none"),
    ],
    indirect=["zone"],
)
def test_a_day_has_86_400_000_ms_whatever_the_calendar_says(
    zone: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = datetime.fromisoformat(begins).replace(tzinfo=ZoneInfo(zone))
    moment = round(local.timestamp() * 1000)
    table = Table(make_match(variant="classic", starts_at=moment, **SLOW), monkeypatch)
    assert table.state.deadline == moment + 6 * DAY
    seat = table.state.active
    for passed, english, swedish in [
        (0, "3 days", "3 dygn"),
        (DAY, "2 days", "2 dygn"),
        (2 * DAY + 3 * HOUR, "21 h", "21 h"),
        (3 * DAY + HOUR, "2 days 23 h", "2 dygn 23 h"),  # of the reserve
    ]:
        table.at(moment + passed)
        assert (table.clock_says(seat), table.clock_says(seat, "sv")) == (english, swedish)
        assert table.swept() == 0
    table.ends_turn()
    assert table.state.pace.reserves[seat] == 71 * HOUR
    table.at(table.state.deadline + GRACE + SLACK - 1)
    assert table.swept() == 0
    table.at(table.moment + 1)
    assert table.swept() == 1
    assert datetime.fromtimestamp(table.moment / 1000, UTC) > local


class NextForm:
    """A form of stored matches that a later release writes: all that this one knows, under other names."""

    def __init__(self, variant: str) -> None:
        self.now = VARIANTS[variant].stored

    def upgrade(self, data: Any, /) -> dict[str, Any]:
        """From this release's form."""
        return {**{key: value for key, value in data.items() if key != "pace"}, "format": self.now.newest + 1,
                "tempo": data["pace"]}  # fmt: skip

    def downgrade(self, data: Any, /) -> dict[str, Any]:
        """To it."""
        return {**{key: value for key, value in data.items() if key != "tempo"}, "format": self.now.newest,
                "pace": data["tempo"]}  # fmt: skip

    def dump(self, state: Any) -> dict[str, Any]:
        """As that release writes it."""
        return self.upgrade({"format": self.now.newest, **self.now.dump(state)})

    def load(self, data: Any) -> Any:
        """As it reads it."""
        return self.now.load(self.downgrade(data))


def released(variant: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The next release is deployed: the number of its form."""
    form, game = NextForm(variant), VARIANTS[variant]
    stored = replace(
        game.stored,
        newest=form.now.newest + 1,
        dump=lambda state: {key: value for key, value in form.dump(state).items() if key != "format"},
        load=form.load,
        earlier={**game.stored.earlier, form.now.newest: form},
    )
    monkeypatch.setitem(VARIANTS, variant, replace(game, stored=stored))
    return stored.newest


@EVERY_GAME
def test_it_goes_on_over_a_release_that_stores_matches_in_another_form(
    variant: str, monkeypatch: pytest.MonkeyPatch, words: AllBut
) -> None:
    table = slow(variant, monkeypatch)
    seat = table.state.active
    table.at(START + 3 * DAY + 10 * HOUR)
    table.ends_turn()
    before = table.state
    newest = released(variant, monkeypatch)
    assert now(table.row).state == canonical(in_form(before, newest - 1)) and table.state == before
    table.at(table.moment + DAY)
    assert table.clock_says(1 - seat) == "2 days"
    table.ends_turn()
    assert json.loads(now(table.row).state)["format"] == newest
    assert table.state.pace.reserves[seat] == 62 * HOUR
    table.at(table.state.deadline + GRACE + SLACK)
    assert table.swept() == 1
    assert certain(table.state.outcome).reason == "forfeited"
    proven(table.row, words)


@pytest.mark.parametrize("variant", [key for key, game in VARIANTS.items() if game.stored.earlier])
def test_a_match_of_before_slow_ones_is_adjourned(variant: str, monkeypatch: pytest.MonkeyPatch, words: AllBut) -> None:
    """It runs on over the release that brought slow matches, and its players agree to go on by days."""
    table = Table(make_match(variant=variant, turn_seconds=60, **MANY_PASSES.get(variant, {})), monkeypatch)
    old = in_form(table.state, VARIANTS[variant].stored.newest - 1)
    assert "pace" not in old
    Match.objects.filter(pk=table.row.pk).update(state=canonical(old))
    table.at(START + 20 * SECOND)
    for number, seat in enumerate((1, 0)):
        assert table.post(seat, do="adjourn", offer=number) == ""
    assert table.clock_says(table.state.active) == "3 days"
    table.at(table.moment + 3 * DAY + HOUR)
    seat = table.state.active
    table.ends_turn()
    assert table.state.pace.reserves[seat] == 71 * HOUR
