"""The list of matches to watch: whose come first, what is left out, what of it changes on an open page."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from common import onlookers
from game.models import Match
from people.services import contact
from people.watching import watch_list
from people.watching.watch_list import list_for, next_after
from tests.people.players import account, be_friends, pair
from tests.people.watched import lets, match_of, rate
from tests.support.browsers import signed_in
from tests.support.matches import resigned, submit, user_at

LIST, ROWS = reverse("people:watch-list"), reverse("people:watch-rows")
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


pytestmark = pytest.mark.usefixtures("nothing_remembered")


def listed(viewer: User | None, **filters: str) -> tuple[list[str], list[str]]:
    found = list_for(None if viewer is None else viewer.pk, **filters)
    return [one.public_id for one in found.friends], [one.public_id for one in found.everyone]


# R5.5
# R13.10
def test_the_strongest_comes_first_and_live_before_slow() -> None:
    matches = []
    for number, (ratings, seconds) in enumerate(
        (((1500, 1500), 60), ((2000, 1200), 60), ((1450, None), 60), ((2400, 2400), 86_400))
    ):
        players = pair(number)
        row = match_of(*players, seconds=seconds)
        for player, rating in zip(players, ratings, strict=True):
            lets(player, "everyone")
            if rating:
                rate(player, rating, row, "slow" if row.slow else "live")
            rate(player, 9_999, row, "live" if row.slow else "slow")  # of another pool, it counts nothing
        matches.append(row.public_id)
    usual, mixed, weak, slow = matches
    assert listed(None) == ([], [mixed, usual, weak, slow])
    assert listed(None, variant="classic") == ([], []) and listed(None, language="sv") == ([], [])
    assert listed(None, variant="alfapower", language="en")[1] == [mixed, usual, weak, slow]


# R13.10
def test_friends_matches_come_first_and_once_where_the_friend_lets_friends_see_it(elsa: User) -> None:
    first, second = pair(1), pair(2)
    be_friends(elsa, first[0])
    theirs, other = match_of(*first), match_of(*second)
    assert listed(elsa) == ([theirs.public_id], [other.public_id])
    assert listed(None) == ([], [theirs.public_id, other.public_id])
    contact.choose(first[0].pk, shows_presence=False, may_challenge="everyone", can_be_found=True)
    assert listed(elsa) == ([], [theirs.public_id, other.public_id])


def test_fifty_at_most_by_as_many_statements_as_one(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_list, "MOST", 3)
    reader = account("Reader")
    for number in range(5):
        match_of(*pair(number))
        with django_assert_num_queries(2):  # what everyone may watch, and what friends let the reader
            found = listed(reader)
        assert len(found[1]) == min(number + 1, 3)


def test_the_page_says_it_in_words_and_leaves_out_how_many_where_nobody_watches() -> None:
    players = pair(1)
    row = match_of(*players)
    rate(players[0], 1612.4, row)
    rate(players[1], 1580, row)
    User.objects.filter(pk=players[1].pk).update(hides_figures=True)
    page = Client().get(LIST).content.decode()
    assert reverse("game:watch", args=[row.public_id]) in page
    assert ">1612<" in page and "1580" not in page, "who hides figures has none here"
    body = page.partition('class="mlist"')[2]
    assert 'class="eyes' not in body
    onlookers.keep("process", {row.pk: {1: None, 2: 7}})
    assert 'class="eyes' in Client().get(LIST).content.decode().partition('class="mlist"')[2]


def test_without_matches_it_says_so_and_asks_on() -> None:
    page = Client().get(LIST, **HTMX).content.decode()
    assert "Nobody to watch right now" in page and "data-poll" in page
    match_of(*pair(1))
    assert "Nobody to watch" not in Client().get(LIST, **HTMX).content.decode()


def shown(page: str) -> list[str]:
    """What a page sends of its rows."""
    return re.findall(r'name="m"\s+id="wm-[^"]*"\s+value="([^"]*)"', page)


# R5.5
def test_an_open_page_gets_what_has_changed_of_its_rows_and_nothing_else() -> None:
    row, still, ends = (match_of(*pair(number)) for number in range(3))
    stamps = shown(Client().get(LIST).content.decode())
    assert len(stamps) == 3
    assert Client().get(ROWS, {"m": stamps, "more": "0"}).status_code == 204
    assert not submit(row, 0, do="pass").code
    resigned(ends)
    Match.objects.filter(pk=ends.pk).update(rated=True)
    match_of(*pair(3))
    body = Client().get(ROWS, {"m": stamps, "more": "0"}).content.decode()
    assert f'id="w-{row.public_id}"' in body and f'id="w-{still.public_id}"' not in body
    assert f'id="wo-{ends.public_id}"' in body and "Over" in body
    assert body.count("hx-swap-oob") == 5, "a row and its stamp, an end and its stamp, one more"
    assert "1 more match has begun" in body
    changed = shown(body)
    left = [stamp for stamp in stamps if stamp.partition(".")[0] == still.public_id]
    assert Client().get(ROWS, {"m": [*left, *changed], "more": "1"}).status_code == 204


def test_a_row_that_fell_off_the_end_of_the_list_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    row = match_of(*pair(1))
    stamps = shown(Client().get(LIST).content.decode())
    monkeypatch.setattr(watch_list, "MOST", 1)
    stronger = pair(2)
    rate(stronger[0], 2500, match_of(*stronger))
    assert row.public_id not in listed(None)[1]
    body = Client().get(ROWS, {"m": stamps, "more": "0"}).content.decode()
    assert f'id="wo-{row.public_id}"' not in body


def test_a_row_that_is_closed_to_the_reader_is_over_as_one_that_never_was() -> None:
    players = pair(1)
    row = match_of(*players)
    stamps = shown(Client().get(LIST).content.decode())
    lets(players[0], "nobody")
    body = Client().get(ROWS, {"m": stamps}).content.decode()
    never = Client().get(ROWS, {"m": "abcdefghijkl.1.0"}).content.decode()
    assert body.replace(row.public_id, "abcdefghijkl") == never


BAD = (
    (LIST, {"game": "chess"}),
    (LIST, {"language": "xx"}),
    (LIST, {"game": "alfapower\x00"}),
    (ROWS, {"game": "chess"}),
    (ROWS, {"language": "de"}),
    (ROWS, {"m": "abc"}),
    (ROWS, {"m": "abcdefghijkl.1"}),
    (ROWS, {"m": "abcdefghijkl.1.x"}),
    (ROWS, {"m": "abc/defghijkl.1.1"}),
    (ROWS, {"m": "abcdefghijkl.\u0661.1"}),
    (ROWS, {"m": "a" * 17 + ".1.1"}),
    (ROWS, {"m": "abcdefghijkl.1234567890.1"}),
    (ROWS, {"m": ["abcdefghijkl.1.1"] * 101}),
)


@pytest.mark.parametrize(("address", "asked"), BAD)
def test_what_no_page_sends_is_refused(address: str, asked: dict[str, Any]) -> None:
    assert Client().get(address, asked).status_code == 400


@pytest.mark.parametrize("name", ["watch-list", "watch-rows", "watch-best"])
def test_nothing_is_posted_there(name: str) -> None:
    assert Client().post(reverse(f"people:{name}")).status_code == 405


def test_next_goes_down_the_list_and_from_its_end_to_the_top() -> None:
    matches = []
    for number in range(3):
        players = pair(number)
        matches.append(match_of(*players))
        rate(players[0], 2000 - number, matches[-1])
    first, second, third = (row.public_id for row in matches)
    assert [_next(None, left) for left in (first, second, third, "gone")] == [second, third, first, first]
    assert Client().get(reverse("people:watch-next", args=[first])).headers["Location"] == reverse(
        "game:watch", args=[second]
    )


def test_next_is_never_ones_own_nor_a_closed_one_and_the_list_where_there_is_no_other() -> None:
    players, reader = pair(1), account("Reader")
    row = match_of(*players)
    for viewer in players:
        assert _next(viewer, "gone") is None
    assert _next(reader, row.public_id) is None
    closed = match_of(*pair(2), rated=False)
    assert _next(reader, row.public_id) is None
    be_friends(reader, user_at(closed, 0))
    assert _next(reader, row.public_id) is None, "a friend of one player alone"
    be_friends(reader, user_at(closed, 1))
    assert _next(reader, row.public_id) == closed.public_id
    answer = signed_in(players[0]).get(reverse("people:watch-next", args=["gone"]))
    assert answer.headers["Location"] == LIST


def test_the_button_to_the_next_match_is_off_while_there_is_no_other() -> None:
    row = match_of(*pair(1))
    button = reverse("people:watch-next-now", args=[row.public_id])
    assert button + "?shows=on" in Client().get(reverse("game:watch", args=[row.public_id])).content.decode()
    off = Client().get(button, {"shows": "on"}).content.decode()
    assert "No other match now" in off and button + "?shows=off" in off and "href" not in off
    unchanged = Client().get(button, {"shows": "off"})
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    match_of(*pair(2))
    assert Client().get(button, {"shows": "on"}).status_code == 204
    on = Client().get(button, {"shows": "off"}).content.decode()
    assert reverse("people:watch-next", args=[row.public_id]) in on and "No other match now" not in on


def _next(viewer: User | None, left: str) -> str | None:
    found = next_after(None if viewer is None else viewer.pk, left)
    return None if found is None else found.public_id
