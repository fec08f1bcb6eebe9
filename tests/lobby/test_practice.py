"""Practice against a bot: two clicks from home, never rated, its deal waits for the browser's number alone."""

import re

import pytest
from django.test import Client

from accounts.models import PlayedMatch
from accounts.services import facts
from bots.services import process_heartbeat
from game import api as game
from game.models import Deal, Match, SeatRow
from game.services import deals
from tests.lobby.conftest import Clock
from tests.support.matches import UserFactory
from tests.support.types import Response, certain

CHOICE = {"level": "sharp", "preset": "standard", "lg": "sv", "clock": "0", "pace": "1"}


@pytest.fixture(autouse=True)
def no_first_match(client: Client) -> None:
    """Hints are not wanted: a first match is like every other (test_first_match.py is about it)."""
    client.cookies["preferences"] = "hints=off"


@pytest.fixture
def deal_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real readiness, in place of that of the other tests of the lobby."""
    monkeypatch.setattr(game, "deal_readiness", deals.readiness)


def begin(client: Client, **changed: str) -> Response:
    return client.post("/practice/start", CHOICE | changed)


def poll(client: Client) -> Response:
    return client.post("/practice/poll", headers={"HX-Request": "true"})


def played(client: Client, **changed: str) -> Match:
    """The match that comes of these choices."""
    begin(client, **changed)
    assert "/match/" in poll(client).headers["HX-Redirect"]
    return Match.objects.get()


def test_the_home_page_leads_there_in_two_clicks(client: Client, ready: None) -> None:
    home = client.get("/").content.decode()
    rows = re.findall(r'class="botrow\s*"\s+href="([^"]+)"', home)
    assert len(rows) == 5
    page = client.get(rows[4]).content.decode()
    assert re.search(r'name="level"\s+value="sharp"\s+checked', page)
    assert begin(client).headers["Location"] == "/practice/starting"
    assert "/practice/poll" in client.get("/practice/starting").content.decode()


def test_the_match_is_labelled_never_rated_and_without_a_clock(client: Client, ready: None) -> None:
    row = played(client)
    assert (row.practice, row.rated, row.language, row.preset) == (True, False, "sv", "standard")
    assert row.due_at is None and not row.at_once
    seats = dict(SeatRow.objects.values_list("bot", "name"))
    assert seats["sharp"] == "Volt (bot)" and len(seats) == 2
    home = client.get("/").content.decode()
    assert "chip--bot" in home[: home.index('id="qj"')], "the running match says so too"
    assert "Volt (bot)" in client.get(f"/match/{row.public_id}/").content.decode()


@pytest.mark.parametrize(
    ("changed", "column", "value"),
    [({"pace": "0"}, "at_once", True), ({"lg": "en"}, "language", "en"), ({"preset": "quick"}, "preset", "quick")],
)
def test_what_is_chosen_is_played(
    client: Client, ready: None, changed: dict[str, str], column: str, value: bool | str
) -> None:
    assert getattr(played(client, **changed), column) == value


def test_a_clock_may_be_chosen(client: Client, ready: None) -> None:
    assert played(client, clock="1").due_at is not None


def test_rules_of_ones_own(client: Client, ready: None) -> None:
    row = played(client, preset="own", board_size="11", turn_seconds="none")
    assert (
        row.preset == ""
        and certain(game.practice_seat(row.public_id, certain(SeatRow.objects.get(bot="").user_id))).level == "sharp"
    )
    assert [card.board_size for card in game.live_matches(certain(SeatRow.objects.get(bot="").user_id))] == [11]


def test_rules_that_cannot_be_are_said_on_the_page(client: Client, ready: None) -> None:
    answer = begin(client, preset="own", board_size="12")
    assert answer.status_code == 422 and "field-error" in answer.content.decode()
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    "changed", [{"level": "grandmaster"}, {"lg": "de"}, {"preset": "nothing"}], ids=lambda changed: next(iter(changed))
)
def test_what_is_not_offered_is_refused(client: Client, ready: None, changed: dict[str, str]) -> None:
    assert begin(client, **changed).status_code == 400


def test_the_deal_waits_for_the_person_alone(client: Client, ready: None, clock: Clock, deal_waits: None) -> None:
    begin(client)
    assert "HX-Redirect" not in poll(client).headers
    user = client.session["_auth_user_id"]
    deals.take(client.session["practice"]["deal"], int(user), "ab" * 32)
    assert "HX-Redirect" in poll(client).headers
    assert Match.objects.count() == 1


def test_a_browser_without_a_number_is_waited_for_no_longer_than_ever(
    client: Client, ready: None, clock: Clock, deal_waits: None
) -> None:
    begin(client)
    clock.later(deals.WAIT_MS / 1000)
    process_heartbeat.leave("here 1", clock.now, 11, 11, 0)
    assert "HX-Redirect" in poll(client).headers


def test_a_page_that_is_slow_to_leave_is_told_the_same_way_again(client: Client, ready: None) -> None:
    begin(client)
    way = poll(client).headers["HX-Redirect"]
    assert "/match/" in way and poll(client).headers["HX-Redirect"] == way
    assert client.get("/practice/starting").headers["Location"] == "/" and Match.objects.count() == 1


def test_polls_at_once_make_one_match(client: Client, ready: None) -> None:
    begin(client)
    kept = client.session["practice"]
    first = poll(client).headers["HX-Redirect"]
    session = client.session
    session["practice"] = kept
    session.save()
    assert poll(client).headers["HX-Redirect"] == first and Match.objects.count() == 1


def test_until_the_bots_are_ready_progress_is_shown(client: Client, clock: Clock) -> None:
    process_heartbeat.leave("here 1", clock.now, 3, 12, 0)
    begin(client)
    waiting = poll(client).content.decode()
    assert 'value="25"' in waiting and not Match.objects.exists()
    process_heartbeat.leave("here 1", clock.now, 12, 12, 0)
    assert "HX-Redirect" in poll(client).headers


def test_without_a_process_of_bots_practice_says_so_before_it_begins(client: Client, clock: Clock) -> None:
    process_heartbeat.leave("here 1", clock.now, 12, 12, 0)
    clock.later(process_heartbeat.GONE_MS / 1000 + 1)
    for page in ("/", "/practice/"):
        assert "Bots are resting" in client.get(page).content.decode()
    assert "href" not in certain(re.search(r"<a class=\"botrow[^>]+>", client.get("/").content.decode()))[0]
    begin(client)
    assert "Bots are resting" in poll(client).content.decode() and not Match.objects.exists()


def test_who_is_in_a_match_with_a_clock_begins_no_other_with_one(client: Client, ready: None) -> None:
    played(client, clock="1")
    assert begin(client, clock="1").status_code == 409
    assert begin(client).status_code == 302


def test_the_same_once_more(client: Client, ready: None) -> None:
    row = played(client, preset="quick")
    assert client.post(f"/practice/again/{row.public_id}").status_code == 404, "it still runs"
    game.resign_all(certain(SeatRow.objects.get(bot="").user_id), game.now_ms())
    card = client.get(f"/rematch/{row.public_id}/")
    assert card.status_code == 286 and f"/practice/again/{row.public_id}" in card.content.decode()
    client.post(f"/practice/again/{row.public_id}")
    assert "HX-Redirect" in poll(client).headers
    again = Match.objects.latest("pk")
    assert (again.pk != row.pk, again.practice, again.preset) == (True, True, "quick")


def test_a_stranger_has_nothing_to_play_again(client: Client, ready: None) -> None:
    row = played(client)
    game.resign_all(certain(SeatRow.objects.get(bot="").user_id), game.now_ms())
    client.force_login(UserFactory.create())
    assert client.post(f"/practice/again/{row.public_id}").status_code == 404


def test_the_bot_may_be_asked_to_answer_at_once_while_the_match_runs(client: Client, ready: None) -> None:
    row = played(client)
    address = f"/practice/pace/{row.public_id}"
    assert address in client.get(f"/match/{row.public_id}/").content.decode()
    client.post(address, {"pace": "0"})
    assert Match.objects.get().at_once
    client.force_login(UserFactory.create())
    assert client.post(address, {"pace": "1"}).status_code == 404


def test_practice_is_kept_apart_in_the_figures(client: Client, ready: None) -> None:
    row = played(client)
    person = certain(SeatRow.objects.get(bot="").user)
    game.resign_all(person.pk, game.now_ms())
    facts.sweep()
    page = client.get(f"/players/{person.public_id}/").content.decode()
    assert "Against bots" in page and "Volt (bot)" in page and "No matches yet" in page
    assert {played.bot for played in PlayedMatch.objects.filter(match=row)} == {"sharp"}
