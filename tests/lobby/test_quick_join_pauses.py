"""Live Quick Join pauses for who has walked away too often (rules/people.md §6): what is refused, what stays open, and
what becomes of a place in the queue when a pause begins. What counts: tests/accounts/test_walk_aways.py."""

import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoAssertNumQueries as MostQueries

from accounts.models import CountedMatch, Staying, User
from lobby.models import Seeker
from lobby.services import quick_join, rematch
from lobby.services.quick_join import Paused, cancel, poll, queue, seek
from tests.lobby.conftest import HTMX, Clock, press, stage, until_made, wait, waiting_pages
from tests.support.browsers import signed_in
from tests.support.matches import START as BEGUN
from tests.support.matches import make_match, resigned, user_at
from tests.support.types import certain

PAUSE_MS = 10 * 60 * 1000


def pause(player: User, clock: Clock, *, count: int = 6) -> int:
    """The player has just walked away for the sixth time; gives the end of the pause."""
    until = clock.now + PAUSE_MS
    Staying.objects.update_or_create(
        user=player, defaults={"count": count, "of": 20, "pauses": 1, "until": until, "hidden_until": 0}
    )
    return until


def test_a_live_seek_is_refused_until_the_end_of_the_pause(astrid: User, clock: Clock) -> None:  # R15.6
    until = pause(astrid, clock)
    for preset in ("quick", "standard", "classic"):
        with pytest.raises(Paused) as refused:
            seek(astrid.pk, queue(preset, "en"), clock.now)
        assert refused.value.until == until
    seek(astrid.pk, queue("quick", "en"), clock.later(600))


def test_untimed_and_slow_seeks_stay_open(astrid: User, clock: Clock) -> None:  # R15.6
    pause(astrid, clock)
    press(astrid, clock)
    seek(astrid.pk, queue("strategy", "en"), clock.now)
    assert poll(astrid.pk, clock.later(1)) is not None


def test_operators_can_switch_it_off(astrid: User, clock: Clock, settings: LazySettings) -> None:
    pause(astrid, clock)
    settings.QUICK_JOIN_PAUSES = False
    seek(astrid.pk, queue("quick", "en"), clock.now)
    assert poll(astrid.pk, clock.later(1)) is not None


def test_who_waits_as_the_pause_begins_is_taken_out(astrid: User, clock: Clock) -> None:  # R15.6
    seek(astrid.pk, queue("quick", "en"), clock.now)
    pause(astrid, clock)
    assert poll(astrid.pk, clock.later(1)) is None
    assert not Seeker.objects.exists()


def test_who_waits_for_a_match_that_is_agreed_on_elsewhere_keeps_the_place(astrid: User, clock: Clock) -> None:
    seek(astrid.pk, queue("quick", "en"), clock.now)
    Seeker.objects.update(elsewhere=True, starts_at=clock.now + 4000)
    pause(astrid, clock)
    assert poll(astrid.pk, clock.later(1)) is not None


@pytest.mark.parametrize("polls_first", [0, 1], ids=["who is paused", "the other one"])
def test_a_pair_that_was_counted_in_gets_no_match_and_the_other_waits_on(
    met: list[User], clock: Clock, made: list[Any], polls_first: int
) -> None:
    assert [stage(place) for place in waiting_pages(clock, 3, *met)] == ["matched", "matched"]
    pause(met[0], clock)
    waiting_pages(clock, 8, met[polls_first], met[1 - polls_first])
    assert made == []
    assert quick_join.look(met[0].pk, clock.now) is None
    assert certain(quick_join.look(met[1].pk, clock.now)).stage == "waiting"


def test_a_live_match_of_quick_join_counts_and_an_untimed_one_does_not(
    people: list[User], clock: Clock, made: list[Any]
) -> None:
    for preset, pair in (("quick", people[:2]), ("strategy", people[2:])):
        wait(clock, *pair, preset=preset)
        until_made(clock, *pair)
    assert len(made) == 2
    assert set(CountedMatch.objects.values_list("match", "user")) == {("match1", player.pk) for player in people[:2]}


@pytest.mark.parametrize("counts", [True, False], ids=["after one that counts", "after a room's"])
def test_a_rematch_counts_as_the_match_before(counts: bool, clock: Clock, made: list[Any]) -> None:
    row = resigned(make_match())
    players = [user_at(row, seat) for seat in (0, 1)]
    if counts:
        CountedMatch.objects.create(match=row.public_id, user=players[0])
    clock.now = BEGUN + 3000
    for player in players:
        rematch.look(row.public_id, player.pk, clock.now)
        rematch.propose(row.public_id, player.pk, clock.now)
    for _ in range(8):
        clock.later(1)
        for player in players:
            rematch.look(row.public_id, player.pk, clock.now)
    assert len(made) == 1
    assert CountedMatch.objects.filter(match="match1").count() == (2 if counts else 0)


def test_pressing_play_in_a_second_tab_says_until_when(astrid: User, clock: Clock) -> None:
    pause(astrid, clock)
    refused = signed_in(astrid).post("/quick/seek", {"preset": "quick", "lg": "en"})
    page = " ".join(refused.content.decode().split())
    assert refused.status_code == 409 and 'data-refused="quick_join_paused"' in page
    assert 'data-pause="600"' in page and "The next one makes it 20 minutes." in page
    assert "6 of your last 20 live matches ended because you left." in page
    assert not Seeker.objects.exists()


def test_the_waiting_page_says_why_the_place_is_gone(astrid: User, clock: Clock) -> None:
    browser = signed_in(astrid)
    browser.post("/quick/seek", {"preset": "quick", "lg": "en"})
    pause(astrid, clock)
    said = browser.post("/quick/poll").content.decode()
    assert "You have lost your place" in said and 'data-refused="quick_join_paused"' in said


@pytest.fixture
def regular(astrid: User) -> Client:
    """The browser of Astrid, who has played."""
    resigned(make_match(users=[astrid, User.objects.exclude(pk=astrid.pk).order_by("pk")[0]]))
    return signed_in(astrid)


@pytest.mark.parametrize("address", ["/", "/play/alfapower/"])
def test_the_card_stands_instead_of_live_presets_and_gives_way_to_them(
    regular: Client, astrid: User, clock: Clock, address: str
) -> None:
    def offered() -> set[str]:
        return set(re.findall(r'<button[^>]*name="preset"\s+value="([\w-]+)"', regular.get(address).content.decode()))

    pause(astrid, clock)
    page = regular.get(address).content.decode()
    assert 'id="pause"' in page and 'hx-trigger="over"' in page
    assert offered() == {"strategy", "alfapower-slow"}
    clock.later(600)
    part = regular.get(address, **HTMX).content.decode()
    # A whole page has scripts, which the policy of trusted types keeps out of another.
    assert "<html" not in part and "<script" not in part and 'value="quick"' in part
    page = regular.get(address).content.decode()
    assert 'id="pause"' not in page and {"quick", "standard"} <= offered()


def test_the_card_and_the_word_cost_no_statement(
    regular: Client, astrid: User, clock: Clock, django_assert_max_num_queries: MostQueries
) -> None:
    regular.get("/")
    with django_assert_max_num_queries(60) as before:
        regular.get("/")
    for until in (0, clock.now + PAUSE_MS):
        Staying.objects.update_or_create(user=astrid, defaults={"count": 6, "of": 20, "pauses": 1, "until": until})
        with django_assert_max_num_queries(len(before)):
            page = regular.get("/").content.decode()
        assert ('id="pause"' in page) is bool(until) and "ended because you left" in page


def test_what_is_asked_every_few_seconds_names_nothing_that_the_card_stands_for(astrid: User, clock: Clock) -> None:
    browser = signed_in(astrid)
    pause(astrid, clock)
    said = browser.get("/quick/counts", {"lg": "en"}).content.decode()
    assert "waiting-strategy" in said and "waiting-quick" not in said and "people-line" not in said


def test_stepping_back_is_open_while_it_pauses(astrid: User, clock: Clock) -> None:
    seek(astrid.pk, queue("quick", "en"), clock.now)
    pause(astrid, clock)
    assert quick_join.look(astrid.pk, clock.now) is not None
    assert cancel(astrid.pk) == ""
    assert not Seeker.objects.exists()
