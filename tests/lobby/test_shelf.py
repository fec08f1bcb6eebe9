"""The shelf of running matches, the next match that waits, and the number in the bar."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from game import api as game
from game.models import Match, SeatRow
from lobby.running_matches import MOST_BOARDS, after_turn, shelf_of
from tests.lobby.conftest import GAMES, make_accounts
from tests.support.matches import make_match, resigned, submit, user_at
from tests.support.nothing_remembered import forget_all

DAY = 86_400


@pytest.fixture
def pair(people: list[User]) -> tuple[User, User]:
    """Two who play each other."""
    make_accounts(*people[:2])
    return people[0], people[1]


def slow(one: User, other: User, days: int = 3, variant: str = "classic") -> Match:
    """A slow match in which the first of the two is on turn: a game may draw by lot who begins."""
    for users in ((one, other), (other, one)):
        row = make_match(starts_at=game.now_ms(), users=users, by_lot=False, variant=variant, turn_seconds=days * DAY)
        if user_at(row, row.on_turn or 0) == one:
            return row
        submit(row, row.on_turn or 0, game.now_ms(), do="resign")
    raise AssertionError("whoever sits first never begins")


@pytest.mark.parametrize("address", ["/", "/match/{}/"])
def test_a_look_finds_a_turn_that_has_run_out_since(client: Client, pair: tuple[User, User], address: str) -> None:
    row = make_match(starts_at=game.now_ms() - 70_000, users=pair, turn_seconds=60)
    client.force_login(user_at(row, row.on_turn or 0))
    page = client.get(address.format(row.public_id)).content.decode()
    later = Match.objects.get(pk=row.pk)
    assert later.version > row.version and later.on_turn != row.on_turn
    assert "They are thinking" in page if address == "/" else f'data-version="{later.version}"' in page


def asked(user: User) -> list[str]:
    """The statements that the shelf of a user asks."""
    with CaptureQueriesContext(connection) as queries:
        shelf_of(user.pk)
    return [query["sql"] for query in queries.captured_queries]


def test_what_runs_out_first_is_first_and_whoever_has_no_clock_last(pair: tuple[User, User]) -> None:
    rows = [slow(*pair, days=days) for days in (7, 1, 3)]
    untimed = make_match(starts_at=game.now_ms(), users=pair, by_lot=False, variant="classic", turn_seconds=None)
    shown = [match.card.public_id for match in shelf_of(pair[0].pk).boards]
    assert shown == [rows[1].public_id, rows[2].public_id, rows[0].public_id, untimed.public_id]


def test_the_first_six_are_boards_and_the_rest_lines(pair: tuple[User, User], client: Client) -> None:
    for _ in range(MOST_BOARDS + 2):
        slow(*pair)
    mine, theirs = shelf_of(pair[0].pk), shelf_of(pair[1].pk)
    assert (len(mine.boards), len(mine.lines), len(mine.others)) == (6, 2, 0)
    assert (len(theirs.boards), len(theirs.lines), len(theirs.others)) == (0, 0, 8)
    assert all(match.card.last is not None for match in mine.boards)
    client.force_login(pair[0])
    page = client.get(reverse("lobby:shelf")).content.decode()
    assert page.count('class="mini"') == 6
    assert page.count('class="mrow"') == 2
    assert "2 more with your turn" in page


def test_fifty_matches_are_asked_for_by_as_many_statements_as_one(pair: tuple[User, User]) -> None:
    slow(*pair)
    alone = len(asked(pair[0]))
    for _ in range(9):
        slow(*pair)
    assert len(asked(pair[0])) == alone
    assert alone <= 6


@pytest.mark.parametrize("variant", GAMES)
def test_a_board_is_drawn_of_every_game_and_says_what_was_played_last(
    pair: tuple[User, User], client: Client, variant: str
) -> None:
    row = slow(*pair, variant=variant)
    client.force_login(pair[0])
    page = client.get("/").content.decode()
    assert page.count('<svg class="mini" viewBox="0 0 ') >= 1
    assert reverse("game:match", args=[row.public_id]) in page


def test_what_was_played_last_is_read_again_when_something_of_it_has_changed(pair: tuple[User, User]) -> None:
    """It is kept for the version of the match, the names at it and the language."""

    def said() -> str:
        last = shelf_of(pair[0].pk).boards[0].card.last
        assert last is not None
        return last.said

    row = slow(*pair)
    assert said() == ""
    for user in pair:
        submit(row, SeatRow.objects.get(match=row, user=user).seat, game.now_ms(), do="pass")
    assert said() == said() == "Björn passed."
    assert not [sql for sql in asked(pair[0]) if "game_logentry" in sql]
    with override("sv"):
        assert said() == "Björn passade."
    SeatRow.objects.filter(match=row, user=pair[1]).update(name="Berit")
    assert said() == "Berit passed."


def test_a_shelf_holds_nothing_of_a_hand(pair: tuple[User, User], client: Client) -> None:
    """Two worlds that differ in the hands and the bag alone have the same shelf."""
    pages = []
    for seed in (bytes(32), bytes(range(32))):
        forget_all()
        row = make_match(seed=seed, starts_at=game.now_ms(), users=pair, variant="classic", turn_seconds=3 * DAY)
        Match.objects.filter(pk=row.pk).update(public_id="AbCdEfGhIjKl")
        client.force_login(user_at(row, 0))
        pages.append(re.sub("Astrid|Björn|>[AB]<", "", client.get(reverse("lobby:shelf")).content.decode()))
        resigned(row, at=game.now_ms())
        Match.objects.all().delete()
    stamps = [re.sub('data-stamp="[^"]*"', "", page) for page in pages]
    assert stamps[0] == stamps[1]


def test_the_number_in_the_bar_counts_people_who_wait_and_not_the_match_of_the_page(
    pair: tuple[User, User], client: Client
) -> None:
    rows = [slow(*pair) for _ in range(3)]
    client.force_login(pair[0])
    address = reverse("lobby:waiting_number")
    assert "<b>3</b>" in client.get(address).content.decode()
    of_a_match = {"HX-Current-URL": f"http://a/match/{rows[0].public_id}/"}
    assert "<b>2</b>" in client.get(address, headers=of_a_match).content.decode()
    assert "<b>2</b>" in client.get(reverse("game:match", args=[rows[0].public_id])).content.decode()
    submit(rows[1], 0, game.now_ms(), do="pass")
    assert "<b>2</b>" in client.get(address).content.decode()
    resigned(rows[2], at=game.now_ms())
    assert "<b>1</b>" in client.get(address).content.decode()
    client.force_login(pair[1])
    assert "<b>1</b>" in client.get(address).content.decode()


@pytest.mark.parametrize("address", ["", "x", "http://[", "http://a/match/", "http://a/match/AbCdEfGhIjKl/", "/news/"])
def test_the_number_counts_all_for_any_other_page(pair: tuple[User, User], client: Client, address: str) -> None:
    slow(*pair)
    client.force_login(pair[0])
    page = client.get(reverse("lobby:waiting_number"), headers={"HX-Current-URL": address}).content.decode()
    assert "<b>1</b>" in page


def test_next_leads_to_what_waits_most_urgently_and_home_where_nothing_does(
    pair: tuple[User, User], client: Client
) -> None:
    client.force_login(pair[0])
    assert client.get(reverse("lobby:next")).headers["Location"] == "/"
    slow(*pair, days=7)
    urgent = slow(*pair, days=1)
    assert client.get(reverse("lobby:next")).headers["Location"] == reverse("game:match", args=[urgent.public_id])


def test_after_a_turn_the_next_match_is_offered_and_never_before(pair: tuple[User, User]) -> None:
    here, there = slow(*pair, days=1), slow(*pair, days=3)
    assert not after_turn(pair[0].pk, here.public_id).is_over
    submit(here, 0, game.now_ms(), do="pass")
    after = after_turn(pair[0].pk, here.public_id)
    assert after.is_over and after.match is not None and after.waiting == 1
    assert after.match.card.public_id == there.public_id
    submit(there, 0, game.now_ms(), do="pass")
    after = after_turn(pair[0].pk, here.public_id)
    assert after.is_over and after.match is None


def test_the_next_match_has_no_place_in_practice_nor_in_a_live_match(pair: tuple[User, User], client: Client) -> None:
    """Nothing tells a page of practice whose turn it has become: it would lie over the buttons."""
    client.force_login(pair[0])
    for seconds, practice, has_place in ((None, False, True), (None, True, False), (60, False, False)):
        row = make_match(starts_at=game.now_ms(), users=pair, by_lot=False, variant="classic", turn_seconds=seconds)
        Match.objects.filter(pk=row.pk).update(practice=practice)
        page = client.get(reverse("game:match", args=[row.public_id])).content.decode()
        assert ('id="next-match"' in page) is has_place, (seconds, practice)


@pytest.mark.parametrize("public_id", ["abc", "AAAAAAAAAAAA", "-"])
def test_after_a_turn_in_no_match_of_theirs_nothing_is_offered(
    pair: tuple[User, User], client: Client, public_id: str
) -> None:
    slow(*pair)
    client.force_login(pair[0])
    answer = client.get(reverse("lobby:next_card", args=[public_id]))
    assert answer.status_code == 200
    assert "<a" not in answer.content.decode()


@pytest.mark.parametrize("name", ["shelf", "next", "waiting_number"])
def test_a_stranger_has_no_shelf(client: Client, name: str) -> None:
    answer = client.get(reverse(f"lobby:{name}"))
    assert answer.status_code == 302
    assert client.post(reverse(f"lobby:{name}")).status_code == 405
