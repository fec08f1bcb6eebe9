"""A head start: the host gives it to one player in the room, it goes with the person, and nothing is won by it but the
match."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import PlayedMatch, PlayedWord, User
from accounts.services import facts
from game import api as game
from game.kernel.pace_settings import HEAD_STARTS
from game.live import panels
from game.live.screens import screen_of
from game.models import Match, SeatRow
from game.services import matches
from lobby.models import RoomSeat
from lobby.services import rematch, room_game, room_head_start, room_seats, rooms
from tests.lobby.conftest import GAMES, HTMX, START, be_ready, poll_all, refusal_of, room_of
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, state_of, submit
from tests.support.types import certain


@pytest.fixture
def room(people: list[User]) -> str:
    """Astrid's room, Björn in it."""
    return room_of(*people[:2])


def given_in(code: str) -> list[tuple[int, int]]:
    return list(RoomSeat.objects.filter(room__code=code).order_by("number").values_list("points", "coins"))


def begun(code: str, people: list[User], version: int) -> Match:
    be_ready(code, *people[:2], version=version)
    poll_all(code, people[:2], START + 3_000)
    return Match.objects.latest("pk")


def scores(row: Match) -> dict[int | None, int]:
    """The score of each player, by user."""
    state = state_of(row)
    return {seat.user_id: state.players[seat.seat].score for seat in SeatRow.objects.filter(match=row)}


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("number", [0, 1])
def test_who_was_given_it_begins_with_it_wherever_they_sit(people: list[User], variant: str, number: int) -> None:
    """R9.22."""
    code = room_of(*people[:2], variant=variant)
    view = room_head_start.give(code, people[0].pk, number, -40, 0, START)
    row = begun(code, people, view.version)
    assert scores(row) == {people[number].pk: -40, people[1 - number].pk: 0}
    assert not row.rated


def test_coins_come_on_top_of_those_all_begin_with(room: str, people: list[User]) -> None:
    view = room_head_start.give(room, people[0].pk, 1, 0, 10, START)
    row = begun(room, people, view.version)
    seats = {seat.user_id: state_of(row).players[seat.seat].coins for seat in SeatRow.objects.filter(match=row)}
    assert seats[people[1].pk] == seats[people[0].pk] + 10


@pytest.mark.parametrize(
    ("points", "coins", "key", "why"),
    [
        (301, 0, "head_start", "out_of_range"),
        (-301, 0, "head_start", "out_of_range"),
        (0, 51, "head_start_coins", "out_of_range"),
        (0, -1, "head_start_coins", "out_of_range"),
    ],
)
def test_what_cannot_be_given_is_refused_by_its_key(
    room: str, people: list[User], points: int, coins: int, key: str, why: str
) -> None:
    with pytest.raises(game.BadSettings) as refusal:
        room_head_start.give(room, people[0].pk, 1, points, coins, START)
    assert (refusal.value.key, refusal.value.code) == (key, why) and given_in(room) == [(0, 0), (0, 0)]


@pytest.mark.parametrize("points", [-300, 300])
def test_the_bounds_can_be_given(room: str, people: list[User], points: int) -> None:
    room_head_start.give(room, people[0].pk, 1, points, 50, START)
    assert given_in(room) == [(0, 0), (points, 50)]


def test_coins_are_for_a_game_that_has_them(people: list[User]) -> None:
    code = rooms.create(people[0].pk, "en", START, "classic")
    with pytest.raises(game.BadSettings) as refusal:
        room_head_start.give(code, people[0].pk, 0, 0, 5, START)
    assert (refusal.value.key, refusal.value.code) == ("head_start_coins", "unknown_setting")


def test_only_the_host_gives_and_only_to_who_is_there(room: str, people: list[User]) -> None:
    assert refusal_of(room_head_start.give, room, people[1].pk, 1, 10, 0, START) == "not_host"
    assert refusal_of(room_head_start.give, room, people[2].pk, 1, 10, 0, START) == "no_room"
    assert refusal_of(room_head_start.give, room, people[0].pk, 2, 10, 0, START) == "nobody_there"
    assert given_in(room) == [(0, 0), (0, 0)]


def test_one_player_has_it_and_a_change_makes_nobody_ready(room: str, people: list[User]) -> None:
    be_ready(room, people[1])
    view = room_head_start.give(room, people[0].pk, 1, 60, 10, START)
    assert (view.version, certain(view.seats[1]).is_ready) == (2, False)
    assert view.news == {"code": "head_start", "name": "Björn", "points": 60, "coins": 10}
    be_ready(room, people[1], version=2)
    same = room_head_start.give(room, people[0].pk, 1, 60, 10, START)
    assert same.version == 2 and certain(same.seats[1]).is_ready
    room_head_start.give(room, people[0].pk, 0, 20, 0, START)
    assert given_in(room) == [(20, 0), (0, 0)]
    room_head_start.give(room, people[0].pk, room_head_start.NOBODY, 20, 0, START)
    assert given_in(room) == [(0, 0), (0, 0)]


def test_it_goes_with_who_leaves_and_with_the_game(room: str, people: list[User]) -> None:
    room_head_start.give(room, people[0].pk, 1, 60, 10, START)
    rooms.leave(room, people[1].pk, START)
    rooms.join(room, people[2].pk, START)
    assert given_in(room) == [(0, 0), (0, 0)]
    room_head_start.give(room, people[0].pk, 1, 60, 10, START)
    room_game.set_game(room, people[0].pk, "classic", START)
    assert given_in(room) == [(0, 0), (0, 0)]


def test_it_stays_with_who_moves_up(people: list[User]) -> None:
    code = room_of(*people[:3], seats=3, variant="keebble")
    room_head_start.give(code, people[0].pk, 2, 25, 0, START)
    rooms.leave(code, people[1].pk, START)
    view = room_seats.set_seats(code, people[0].pk, 2, START)
    assert [(seat.user_id, seat.points) for seat in view.taken] == [(people[0].pk, 0), (people[2].pk, 25)]


def seated(row: Match) -> list[int | None]:
    """The players by their seats."""
    return list(SeatRow.objects.filter(match=row).order_by("seat").values_list("user_id", flat=True))


def ended(row: Match) -> None:
    """Passed to the end."""
    for turn in range(12):
        row.refresh_from_db()
        if row.status != Match.Status.LIVE:
            return
        submit(row, turn % 2, at=row.started_at + (turn + 1) * 1_000, do="pass")


def test_a_rematch_has_it_for_the_same_person_one_seat_further_up() -> None:
    players = [UserFactory.create(display_name=name, is_guest=False) for name in ("Astrid", "Björn")]
    entrants = [matches.Entrant(players[0].pk, "Astrid", 70, 5), matches.Entrant(players[1].pk, "Björn")]
    row = matches.create(
        variant="alfapower", settings={}, entrants=entrants, starts_at=START, rated=True, seed=b"1" * 32
    )
    ended(row)
    finished = certain(game.finished_match(row.public_id, players[0].pk))
    assert HEAD_STARTS[0] not in finished.settings and not row.rated
    now = finished.finished_at + 1_000
    for player in players:
        rematch.look(row.public_id, player.pk, now)
    assert not certain(rematch.propose(row.public_id, players[0].pk, now)).rated
    rematch.accept(row.public_id, players[1].pk, now)
    rematch.look(row.public_id, players[0].pk, now + 10_000)
    again = Match.objects.exclude(pk=row.pk).get()
    assert seated(again) == seated(row)[::-1]
    assert scores(again) == {players[0].pk: 70, players[1].pk: 0}


@pytest.mark.parametrize(("given", "record"), [(0, 30), (50, 0)])
def test_such_a_match_is_no_record_of_anybodys(monkeypatch: pytest.MonkeyPatch, given: int, record: int) -> None:
    """R9.23."""
    settings: dict[str, Any] = {"head_start": [given, 0]} if given else {}
    row = make_match(**settings)
    ended(row)
    told = certain(game.match_facts(row.pk))
    best = replace(told.seats[0], best_word="CAT", best_word_points=30, best_turn=30, best_words=(("CAT", 30),))
    monkeypatch.setattr(game, "match_facts", lambda match_id: replace(told, seats=(best, told.seats[1])))
    assert facts.sweep() == 1
    played = PlayedMatch.objects.get(seat=0)
    assert played.score == given + PlayedMatch.objects.get(seat=1).score
    assert (played.best_turn, played.best_word_points, bool(played.best_word)) == (record, record, bool(record))
    assert PlayedWord.objects.count() == bool(record)


@pytest.mark.parametrize("variant", GAMES)
def test_the_match_page_says_who_has_it(variant: str) -> None:
    row = make_match(variant=variant, head_start=[0, 60])
    screen = screen_of(row, 0, START)
    shown = panels.render(screen.view, screen.table)
    assert "+60" in shown["card-opp"] and "+60" not in shown["card-you"]
    name = screen.table.names[1]
    for panel in ("facts", "p-turns"):
        assert f"{name} +60 points" in " ".join(shown[panel].split())


@pytest.mark.parametrize(
    ("points", "coins", "said"),
    [
        (60, 10, "+60 points, 10 coins"),
        (-1, 1, "−1 point, 1 coin"),
        (300, 0, "+300 points"),
        (0, 50, "50 coins"),
        (0, 0, ""),
    ],
)
def test_a_head_start_in_words(points: int, coins: int, said: str) -> None:
    assert game.head_start_in_words(points, coins) == said


# ---- the page


@pytest.fixture
def host(people: list[User]) -> Client:
    return signed_in(people[0])


def post(client: Client, code: str, **given: Any) -> str:
    answer = client.post(reverse("lobby:room_head_start", args=[code]), given, **HTMX)
    return str(answer.content.decode())


def test_the_host_gives_it_on_the_page_and_the_guest_reads_it(
    clock: Any, room: str, people: list[User], host: Client
) -> None:
    page = host.get(reverse("lobby:room", args=[room])).content.decode()
    assert 'name="to"' in page and 'name="coins"' in page
    said = post(host, room, to="1", points="+60", coins="10")
    assert given_in(room) == [(0, 0), (60, 10)] and "+60 points, 10 coins" in said
    guest = signed_in(people[1]).get(reverse("lobby:room", args=[room])).content.decode()
    assert "Björn begins with +60 points, 10 coins." in guest and 'name="to"' not in guest
    swedish = signed_in(people[1], headers={"accept-language": "sv"})
    assert "+60 poäng, 10 mynt" in swedish.get(reverse("lobby:room", args=[room])).content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"points": "x"}, "Points: write a whole number from −300 to 300."),
        ({"points": "301"}, "Points: write a whole number from −300 to 300."),
        ({"points": "1.5"}, "Points: write a whole number from −300 to 300."),
        ({"coins": "51"}, "Coins: write a whole number from 0 to 50."),
        ({"coins": "99999"}, "Coins: write a whole number from 0 to 50."),
    ],
)
def test_a_wrong_number_is_said_and_what_was_typed_stays(
    clock: Any, room: str, host: Client, given: dict[str, str], said: str
) -> None:
    page = post(host, room, **{"to": "1", "points": "20", "coins": "0", **given})
    assert said in page and given_in(room) == [(0, 0), (0, 0)]
    (typed,) = given.values()
    assert f'value="{typed}"' in page
    plain = host.post(reverse("lobby:room_head_start", args=[room]), {"to": "1", "points": "20", **given})
    assert plain.status_code == 422 and said in plain.content.decode()


def test_a_guest_gives_nothing(clock: Any, room: str, people: list[User]) -> None:
    answer = signed_in(people[1]).post(reverse("lobby:room_head_start", args=[room]), {"to": "1", "points": "20"})
    assert answer.status_code == 403 and given_in(room) == [(0, 0), (0, 0)]


def test_what_the_host_types_is_left_alone_while_the_same_people_sit_there(
    clock: Any, room: str, people: list[User], host: Client
) -> None:
    page = host.get(reverse("lobby:room", args=[room])).content.decode()
    sitters = page.split('name="sitters" value="')[1][:8]
    asked = {"version": "1", "shown": "old", "sitters": sitters}
    poll = reverse("lobby:room_poll", args=[room])
    assert "room-head-start" not in host.post(poll, asked, **HTMX).content.decode()
    rooms.leave(room, people[1].pk, START)
    assert 'id="room-head-start"' in host.post(poll, asked, **HTMX).content.decode()


# ---- what is suggested


def played(users: list[User], totals: tuple[int, int], at: int, **settings: Any) -> None:
    """A match of theirs that is over, with these totals by user."""
    row = make_match(users=users, **settings)
    submit(row, 0, do="resign")
    Match.objects.filter(pk=row.pk).update(finished_at=at)
    for user, total in zip(users, totals, strict=True):
        SeatRow.objects.filter(match=row, user=user).update(total=str(total))


@pytest.mark.parametrize(
    ("differences", "mean"),
    [([54, 54], None), ([10, 20, 60], 30), ([-7, -7, -7], -7), ([999, 40, 40, 40, 40, 40], 40), ([1, -1, 0], 0)],
)
def test_the_mean_difference_of_the_last_five(people: list[User], differences: list[int], mean: int | None) -> None:
    for number, difference in enumerate(differences):
        played(people[:2], (100, 100 + difference), START + number)
    played([people[0], people[2]], (0, 500), START + 99)
    played(people[:2], (0, 500), START + 99, variant="classic")
    assert game.mean_difference("alfapower", people[0].pk, people[1].pk) == mean
    back = game.mean_difference("alfapower", people[1].pk, people[0].pk)
    assert back == (None if mean is None else -mean)


def test_head_starts_are_left_out_of_the_mean(people: list[User]) -> None:
    for number in range(3):
        row = make_match(users=people[:2], head_start=[30, 0])
        submit(row, 0, do="resign")
        Match.objects.filter(pk=row.pk).update(finished_at=START + number)
        SeatRow.objects.filter(match=row).update(total="100")
    given = [SeatRow.objects.filter(match=row, seat=0).get().user_id for row in Match.objects.all()]
    expected = round(sum(30 if user_id == people[0].pk else -30 for user_id in given) / 3)
    assert game.mean_difference("alfapower", people[0].pk, people[1].pk) == expected


def test_the_room_says_to_whom_it_would_be_fair(clock: Any, room: str, people: list[User], host: Client) -> None:
    path = reverse("lobby:room", args=[room])
    assert "would be even" not in host.get(path).content.decode()
    for number in range(3):
        played(people[:2], (154, 100), START + number)
    assert "By your last matches Björn would be even with +54 points." in host.get(path).content.decode()
    assert "would be even" not in signed_in(people[1]).get(path).content.decode()
