"""Practice against a bot: two clicks from home, never rated, its deal waits for the browser's number alone; and for who
waits in Quick Join, whose place is kept, and who agrees to whoever comes first."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import PlayedMatch, User
from accounts.services import facts
from bots import api as bots
from bots.services import process_heartbeat
from game import api as game
from game.models import Deal, Match, SeatRow
from game.services import deals
from lobby.models import Seeker
from lobby.services import quick_join
from tests.bots.practice import make_practice
from tests.lobby.conftest import Clock, wait, waiting_pages
from tests.support.matches import UserFactory, make_match, resigned, submit
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


def polled_at_once(client: Client) -> list[str]:
    """Where two polls lead that are both asked before either is answered."""
    kept = client.session["practice"]
    first = poll(client).headers["HX-Redirect"]
    session = client.session
    session["practice"] = kept
    session.save()
    return [first, poll(client).headers["HX-Redirect"]]


def test_one_press_on_the_home_page_begins_and_the_rest_is_chosen_where_it_leads(client: Client, ready: None) -> None:
    home = client.get("/").content.decode()
    assert re.findall(r'class="botcard" name="level" value="(\w+)"', home) == list(bots.LEVELS)
    hidden = dict(re.findall(r'type="hidden" name="(game|preset|lg|clock)" value="(\w+)"', home))
    pressed = client.post("/practice/start", {**hidden, "level": "sharp"})
    assert pressed.headers["Location"] == "/practice/starting"
    assert client.session["practice"]["what"]["level"] == "sharp"
    page = client.get("/practice/?game=alfapower").content.decode()
    assert re.search(r'name="level"\s+value="sharp"\s+checked', page) and 'action="/practice/start"' in page
    assert begin(client).headers["Location"] == "/practice/starting"
    assert "/practice/poll" in client.get("/practice/starting").content.decode()


def test_the_match_is_labelled_never_rated_and_without_a_clock(client: Client, ready: None) -> None:
    row = played(client)
    assert (row.practice, row.rated, row.language, row.preset) == (True, False, "sv", "standard")
    assert row.due_at is None and not row.at_once
    seats = dict(SeatRow.objects.values_list("bot", "name"))
    assert seats["sharp"] == "Volt (bot)" and len(seats) == 2
    home = client.get("/").content.decode()
    assert "chip--bot" in home[: home.index('id="now-h"')], "the running match says so too"
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
    user = SeatRow.objects.get(bot="").user_id
    assert row.preset == "" and certain(game.practice_seat(row.public_id, certain(user))).level == "sharp"
    assert [card.board_size for card in game.live_matches(certain(user))] == [11]


def test_rules_that_cannot_be_are_said_on_the_page(client: Client, ready: None) -> None:
    answer = begin(client, preset="own", board_size="12")
    assert answer.status_code == 422 and "field-error" in answer.content.decode()
    assert not Deal.objects.exists()


@pytest.mark.parametrize("name", ["items", "keys", "values", "0", "__class__"])
def test_a_field_named_like_something_that_python_has_is_said_like_any_other(
    client: Client, ready: None, name: str
) -> None:
    answer = begin(client, preset="own", game="classic", **{name: "x"})
    assert answer.status_code == 422 and "field-error" in answer.content.decode()


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
    first, second = polled_at_once(client)
    assert first == second and Match.objects.count() == 1


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
    assert re.search(r'class="botcard" name="level" value="\w+" disabled', client.get("/").content.decode())
    begin(client)
    assert "Bots are resting" in poll(client).content.decode() and not Match.objects.exists()


def test_who_is_in_a_match_with_a_clock_begins_no_other_with_one(client: Client, ready: None) -> None:
    played(client, clock="1")
    assert begin(client, clock="1").status_code == 409
    assert begin(client).status_code == 302


@pytest.mark.parametrize(("is_guest", "most"), [(True, 5), (False, 20)])
def test_as_many_run_at_a_time_as_bots_can_think_about(client: Client, ready: None, is_guest: bool, most: int) -> None:
    user = UserFactory.create(is_guest=is_guest)
    client.force_login(user)
    rows = [make_practice(user=user) for _ in range(most - 1)]
    make_match(users=[user, UserFactory.create()], turn_seconds=None)  # no bot has to think about it
    begin(client)
    rows.append(make_practice(user=user))  # on another page meanwhile
    assert poll(client).headers["HX-Redirect"] == "/"
    refused = begin(client)
    assert refused.status_code == 409 and f"You have {most} matches with bots running" in refused.content.decode()
    assert SeatRow.objects.filter(user=user, match__practice=True).count() == most
    resigned(rows[0])
    assert begin(client).status_code == 302 and "/match/" in poll(client).headers["HX-Redirect"]


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


@pytest.fixture
def queue() -> quick_join.Queue:
    return quick_join.queue("standard", "en")


@pytest.fixture
def pair(astrid: User, bjorn: User, queue: quick_join.Queue, clock: Clock) -> tuple[User, User]:
    """Astrid practises while she waits; Björn has just come."""
    for one in (astrid, bjorn):
        quick_join.seek(one.pk, queue, clock.now)
    quick_join.poll(astrid.pk, clock.now, practises=True)
    quick_join.poll(bjorn.pk, clock.now)
    return astrid, bjorn


def both(pair: tuple[User, User], clock: Clock, seconds: int) -> quick_join.Place | None:
    """Both pages say their word each second; where Astrid's place stands at the end."""
    place = None
    for _ in range(seconds):
        now = clock.later(1)
        place = quick_join.poll(pair[0].pk, now, practises=True)
        quick_join.poll(pair[1].pk, now)
    return place


def test_whoever_comes_waits_until_the_player_agrees(pair: tuple[User, User], clock: Clock, made: list[Any]) -> None:
    place = certain(both(pair, clock, 5))
    assert (place.stage, place.choose_ms) == ("found", quick_join.CHOOSE_MS - 5_000)
    assert not made
    quick_join.agree(pair[0].pk)
    assert certain(both(pair, clock, 2)).stage == "matched"
    both(pair, clock, 5)
    assert len(made) == 1


def test_without_an_answer_the_place_is_passed_on_and_the_other_waits(
    pair: tuple[User, User], clock: Clock, made: list[Any]
) -> None:
    both(pair, clock, quick_join.CHOOSE_MS // 1000)
    assert quick_join.look(pair[0].pk, clock.now) is None
    for _ in range(4):
        quick_join.poll(pair[1].pk, clock.later(1))
    assert certain(quick_join.look(pair[1].pk, clock.now)).stage == "waiting" and not made


def test_staying_frees_the_other_at_once(pair: tuple[User, User], clock: Clock) -> None:
    both(pair, clock, 2)
    quick_join.cancel(pair[0].pk)
    quick_join.poll(pair[1].pk, clock.later(1))
    assert certain(quick_join.look(pair[1].pk, clock.now)).stage == "waiting"


def test_who_comes_back_to_the_waiting_page_need_not_agree(astrid: User, queue: quick_join.Queue, clock: Clock) -> None:
    quick_join.seek(astrid.pk, queue, clock.now)
    quick_join.poll(astrid.pk, clock.now, practises=True)
    quick_join.poll(astrid.pk, clock.later(1))
    assert not Seeker.objects.get().practises


@pytest.mark.parametrize(("game", "preset"), [("alfapower", "quick"), ("flex", "flex")])
def test_the_waiting_page_offers_a_bot_by_the_same_rules(client: Client, clock: Clock, game: str, preset: str) -> None:
    client.post("/quick/seek", {"preset": preset, "lg": "sv"})
    address = f"/practice/?game={game}&preset={preset}&lg=sv"
    assert f'href="{address}"' in client.get("/quick/").content.decode()
    chosen = client.get(address).context["chosen"]
    assert (chosen["game"], chosen["preset"], chosen["lg"]) == (game, preset, "sv")


def test_the_page_of_the_practice_match_says_who_has_come_and_asks(
    client: Client, clock: Clock, ready: None, people: list[User]
) -> None:
    row = played(client)
    client.post("/quick/seek", {"preset": "standard", "lg": "en"})
    address = f"/match/{row.public_id}/"
    assert 'name="practises"' in client.get(address).content.decode()
    client.post("/quick/interrupt", {"practises": "1"})
    wait(clock, people[1], preset="standard")
    asked = client.post("/quick/interrupt", {"practises": "1"}).content.decode()
    assert "Björn" in asked and "/quick/stay" in asked
    assert "watch--asks" in asked, "the page of a match shows it: it hides what any other match would say"
    client.post("/quick/stay")
    assert Seeker.objects.count() == 1 and Match.objects.count() == 1


def test_agreeing_begins_the_count_in(client: Client, clock: Clock, ready: None, people: list[User]) -> None:
    played(client)
    client.post("/quick/seek", {"preset": "standard", "lg": "en"})
    client.post("/quick/interrupt", {"practises": "1"})
    wait(clock, people[1], preset="standard")
    waiting_pages(clock, 1, people[1])
    answer = client.post("/quick/interrupt", {"practises": "1", "answer": "yes"}).content.decode()
    assert "/quick/stay" not in answer
    assert certain(quick_join.look(people[1].pk, clock.now)).stage == "matched"


def next_step(client: Client, row: Match) -> str:
    response = client.get(reverse("lobby:rematch", args=[row.public_id]))
    assert response.status_code == 286
    return response.content.decode()


def test_after_a_win_the_next_bot_is_one_touch_away(client: Client, ready: None, clock: Clock) -> None:
    row = played(client, level="calm")
    submit(row, row.seats.get(bot="calm").seat, at=game.now_ms(), do="resign")
    card = next_step(client, row)
    assert "Now against Pip" in card and card.count("btn--play") == 1 and 'value="easygoing"' in card
    assert card.count('class="face') == 5 and card.count(">beaten<") == 1
    assert client.post(f"/practice/again/{row.public_id}", {"level": "easygoing"}).status_code == 302
    poll(client)
    new = Match.objects.exclude(pk=row.pk).get()
    assert new.seats.filter(bot="easygoing").exists() and (new.language, new.preset) == (row.language, row.preset)


def test_after_a_loss_the_same_bot_is(client: Client, ready: None, clock: Clock) -> None:
    row = played(client, level="calm")
    submit(row, row.seats.get(bot="").seat, at=game.now_ms(), do="resign")
    card = next_step(client, row)
    assert "Now against" not in card and "Once more" in card and card.count("btn--play") == 1
    assert ">beaten<" not in card


def test_above_the_last_bot_there_is_none(client: Client, ready: None, clock: Clock) -> None:
    row = played(client, level="sharp")
    submit(row, row.seats.get(bot="sharp").seat, at=game.now_ms(), do="resign")
    assert "Once more" in next_step(client, row)


def test_no_such_bot_is_refused_and_begins_nothing(client: Client, ready: None, clock: Clock) -> None:
    row = played(client, level="calm")
    submit(row, row.seats.get(bot="").seat, at=game.now_ms(), do="resign")
    assert client.post(f"/practice/again/{row.public_id}", {"level": "godlike"}).status_code == 400
    assert Match.objects.count() == 1
