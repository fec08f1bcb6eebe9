"""A game is offered no more, or its folder is gone: what was played and set up by it hurts no page and no job."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import PlayedMatch, User
from accounts.services import facts
from accounts.statistics import figures as stats
from accounts.statistics.filters import Choice
from game import api as game
from game.models import Match
from game.presentation import PRESENTATIONS
from game.services import matches, seats, settle_due, store
from game.variants import VARIANTS
from lobby import preset_form
from lobby.models import Preset, Seeker
from lobby.services import quick_join, rematch, room_rows, room_seats, rooms
from tests.lobby.conftest import START, Clock, room_of
from tests.support.browsers import signed_in
from tests.support.classic_matches import classic_match
from tests.support.matches import START as BEGAN
from tests.support.matches import resigned, user_at
from tests.support.types import certain
from tests.support.word_lists import know_every_word

HIDDEN, GONE = "hidden", "gone"


@pytest.fixture(params=[HIDDEN, GONE])
def take_away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """A function after which the site has Classic no more, or only offers it no more; it says which. What a process
    keeps by a game's name is as of a process that never had it, and afterwards as of one that has."""
    know_every_word(monkeypatch)

    def go() -> str:
        if request.param == HIDDEN:
            monkeypatch.setitem(VARIANTS, "classic", replace(VARIANTS["classic"], offered=False))
        else:
            monkeypatch.delitem(VARIANTS, "classic")
            monkeypatch.delitem(PRESENTATIONS, "classic")
            forget()
        return request.param

    def forget() -> None:
        store._decoded.cache_clear()
        preset_form.form_of.cache_clear()

    yield go
    forget()


def test_the_home_page_shows_what_is_left(take_away: Callable[[], str], clock: Clock) -> None:
    clock.now = BEGAN + 6_000
    live = classic_match(1)
    user = user_at(live, 0)
    assert [card.public_id for card in game.live_matches(user.pk)] == [live.public_id]
    ended = resigned(classic_match(2))
    how = take_away()
    assert len(game.live_matches(user.pk)) == (how == HIDDEN)
    assert signed_in(user).get(reverse("lobby:home")).status_code == 200
    page = signed_in(user_at(ended, 0)).get(reverse("lobby:home")).content.decode()
    assert ended.public_id in page and 'value="classic"' not in page
    assert signed_in(user).get(reverse("lobby:counts"), {"lg": "en"}).status_code == 200


@pytest.mark.parametrize("page", ["match", "replay", "record"])
def test_the_pages_of_its_matches_say_so_where_it_is_gone(take_away: Callable[[], str], page: str) -> None:
    row = resigned(classic_match(2))
    client = signed_in(user_at(row, 0))
    how = take_away()
    answer = client.get(reverse(f"game:{page}", args=[row.public_id]))
    assert answer.status_code == (200 if how == HIDDEN else 410)
    assert how == HIDDEN or "This game is not played here any more" in answer.content.decode()


def test_a_script_is_told_by_name(take_away: Callable[[], str], clock: Clock) -> None:
    row = classic_match(2)
    client = signed_in(user_at(row, 0))
    sent = {"nonce": "nonce-000000001", "do": "pass", "turn": 1}
    if take_away() == GONE:
        answer = client.post(reverse("game:act", args=[row.public_id]), sent, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (410, "no_game")


def test_its_running_matches_stand_and_hold_nobody_up(take_away: Callable[[], str]) -> None:
    row, later = classic_match(1, turn_seconds=5), BEGAN + 3_600_000
    Match.objects.filter(pk=row.pk).update(rated=True)
    user = user_at(row, 0)
    how = take_away()
    before = Match.objects.get(pk=row.pk)
    assert settle_due.sweep(later) == (how == HIDDEN)
    if how == GONE:
        assert Match.objects.get(pk=row.pk).state == before.state and Match.objects.get(pk=row.pk).due_at
        seats.resign_all(user.pk, later)
        assert seats.forget(user.pk)
        named = {*certain(Match.objects.get(pk=row.pk).lobby_order), *matches.names_of(row.pk)}
        assert user.display_name not in named and matches.DELETED_NAME in named
        assert seats.exported_matches(user_at(row, 1).pk)[0]["record"] is None


def test_its_statistics_and_results_stay(take_away: Callable[[], str], clock: Clock) -> None:
    row = resigned(classic_match(2))
    facts.sweep()
    user = user_at(row, 0)
    take_away()
    assert PlayedMatch.objects.filter(match=row).count() == 2
    told = stats.statistics(user, Choice(variant="classic"), clock.now)
    assert told.all.lost == 1 and told.own == ()
    assert certain(game.result(row.pk)).winner == 1
    for page in ("player", "matches", "matches_csv"):
        address = reverse(f"accounts:{page}", args=[user.public_id])
        assert signed_in(user).get(address, {"game": "classic"}).status_code == 200
    assert signed_in(user).get(reverse("accounts:leaderboard"), {"game": "classic"}).status_code == 200


def test_facts_that_are_due_wait_for_it(take_away: Callable[[], str]) -> None:
    row = resigned(classic_match(2))
    how = take_away()
    facts.sweep()
    assert PlayedMatch.objects.filter(match=row).count() == (2 if how == HIDDEN else 0)


def test_nobody_asks_for_a_rematch_of_it(take_away: Callable[[], str], clock: Clock) -> None:
    row = resigned(classic_match(2))
    one, two = (user_at(row, seat).pk for seat in (0, 1))
    rematch.propose(row.public_id, one, BEGAN + 6_000)
    how = take_away()
    asked = rematch.accept(row.public_id, two, BEGAN + 6_500)
    assert asked is None if how == GONE else certain(asked).stage == "gone"
    assert Match.objects.count() == 1
    rematch.sweep(BEGAN + 60_000)


def test_a_room_for_it_is_over_and_says_so(take_away: Callable[[], str], people: list[User], clock: Clock) -> None:
    host, guest, *_ = people
    code = room_of(host, guest, variant="classic")
    take_away()
    assert rooms.rooms_of(host.pk, START) == []
    assert certain(rooms.look(code, host.pk, START)).ended == room_rows.NO_GAME
    assert certain(rooms.poll(code, guest.pk, START)).ended == room_rows.NO_GAME
    with pytest.raises(rooms.Refused, match="no_room"):
        room_seats.set_seats(code, host.pk, 2, START)
    page = signed_in(host).get(reverse("lobby:room", args=[code]))
    assert page.status_code == 410 and "This game is not played here any more" in page.content.decode()
    assert signed_in(people[2]).post(reverse("lobby:join"), {"code": code}).status_code == 404
    rooms.sweep(START + 40_000)
    assert rooms.create(host.pk, "en", START)


def test_who_waits_for_it_does_not_any_more(take_away: Callable[[], str], people: list[User], clock: Clock) -> None:
    quick_join.seek(people[0].pk, quick_join.queue("classic", "en"), START)
    take_away()
    assert quick_join.look(people[0].pk, START) is None and quick_join.poll(people[0].pk, START) is None
    client = signed_in(people[0])
    assert client.get(reverse("lobby:waiting")).status_code == 302
    assert client.get(reverse("lobby:home")).status_code == 200
    quick_join.seek(people[0].pk, quick_join.queue("standard", "en"), START)
    assert Seeker.objects.get().preset.key == "standard"


def test_an_admin_still_edits_what_is_not_its_rules(take_away: Callable[[], str], admin_client: Client) -> None:
    preset = Preset.objects.get(key="classic")
    Preset.objects.filter(pk=preset.pk).update(settings={"bingo": 40})
    how = take_away()
    address = reverse("admin:lobby_preset_change", args=[preset.pk])
    assert admin_client.get(reverse("admin:lobby_preset_changelist")).status_code == 200
    page = admin_client.get(address)
    assert page.status_code == 200 and (b'name="bingo"' in page.content) == (how == HIDDEN)
    preset.refresh_from_db()
    preset.full_clean()
    assert preset.settings == {"bingo": 40}
