"""Where friends are: a lease in the cache, a live match, and by the friend's own switch alone."""

from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.api import block
from accounts.models import User
from common import online
from game.models import Match
from people.services import contact
from people.whereabouts import seen
from tests.people.players import NOW, accounts, be_friends, crowd
from tests.people.watched import lets, match_of, may
from tests.support.browsers import signed_in
from tests.support.matches import make_match


@pytest.fixture(autouse=True)
def _nobody_here() -> None:
    """Leases outlive a test."""
    cache.clear()


def said(player: User) -> dict[str, str]:
    return {one.friend.display_name: one.said for one in seen(player.pk)}


@pytest.fixture
def are_friends(elsa: User, noor: User) -> None:
    """Elsa and Noor are."""
    be_friends(elsa, noor)


def sits_at(player: User, **given: Any) -> Match:
    """A running match of the player's."""
    row = make_match(**given)
    row.seats.filter(seat=0).update(user=player, away=False)
    return row


def test_a_friend_is_here_while_a_page_is_open_and_away_otherwise(elsa: User, noor: User, are_friends: None) -> None:
    assert said(elsa) == {"Noor": "Away"}
    online.renew([noor.pk])
    assert said(elsa) == {"Noor": "Here now"}


def test_a_lease_is_renewed_often_enough_and_is_over_within_ninety_seconds() -> None:
    assert online.RENEWED_EVERY_SECONDS + 10 < online.LEASE_SECONDS <= 90 - 4


def test_a_friend_at_a_live_match_is_in_a_match_with_its_name(elsa: User, noor: User, are_friends: None) -> None:
    sits_at(noor)
    assert said(elsa) == {"Noor": "In a match, AlfaPower"}
    with translation.override("sv"):
        assert said(elsa)["Noor"].endswith("AlfaPower")


# R13.6
def test_a_rated_match_without_a_clock_is_led_to_for_whom_its_door_opens_to(elsa: User, noor: User, bo: User) -> None:
    be_friends(elsa, noor)
    row = match_of(noor, bo, seconds=None)
    assert [one.watch for one in seen(elsa.pk)] == [""] and not may(row, elsa)
    be_friends(elsa, bo)
    assert [one.watch for one in seen(elsa.pk) if one.watch] and may(row, elsa)


def test_a_friend_at_a_match_that_one_may_watch_has_the_way_to_it(elsa: User, noor: User, bo: User) -> None:
    be_friends(elsa, noor)
    row = match_of(noor, bo)
    pages = [
        reverse("people:friends"),
        reverse("people:drawer"),
        reverse("accounts:player", args=[noor.public_id]),
        "/",
    ]
    address = reverse("game:watch", args=[row.public_id])
    found = {page: address in _friends_part(signed_in(elsa).get(page).content.decode()) for page in pages}
    assert found == dict.fromkeys(pages, True)
    lets(bo, "friends")
    assert not any(address in signed_in(elsa).get(page).content.decode() for page in pages[:3])
    assert [one.watch for one in seen(elsa.pk)] == [""]
    lets(bo, "everyone")
    contact.choose(noor.pk, shows_presence=False, may_challenge="everyone", can_be_found=True)
    assert [one.watch for one in seen(elsa.pk)] == [""]


def test_ones_own_match_with_a_friend_is_none_to_watch(elsa: User, noor: User, are_friends: None) -> None:
    match_of(elsa, noor)
    assert [(one.said, one.watch) for one in seen(elsa.pk)] == [("In a match, AlfaPower", "")]


def _friends_part(page: str) -> str:
    """A page without the best match of the home page."""
    before, _, rest = page.partition('id="tv"')
    return before + rest.partition("</section>")[2]


def test_slow_matches_practice_and_matches_one_is_away_from_are_none(elsa: User, noor: User, are_friends: None) -> None:
    row = sits_at(noor)
    for changed in ({"slow": True}, {"practice": True}, {"one_device": True}, {"status": "over"}):
        Match.objects.filter(pk=row.pk).update(slow=False, practice=False, one_device=False, status="live")
        Match.objects.filter(pk=row.pk).update(**changed)
        assert said(elsa) == {"Noor": "Away"}, changed
    Match.objects.filter(pk=row.pk).update(status="live")
    row.seats.update(away=True)
    assert said(elsa) == {"Noor": "Away"}


def test_who_lets_nobody_see_it_is_away_whatever_they_do(elsa: User, noor: User, are_friends: None) -> None:
    contact.choose(noor.pk, shows_presence=False, may_challenge="everyone", can_be_found=True)
    online.renew([noor.pk])
    sits_at(noor)
    assert said(elsa) == {"Noor": "Away"}
    assert said(noor) == {"Elsa": "Away"}


# R10.6
def test_friends_alone_see_it(bo: User, elsa: User, noor: User, are_friends: None) -> None:
    online.renew([noor.pk, bo.pk])
    profile = reverse("accounts:player", args=[noor.public_id])
    assert "Here now" in signed_in(elsa).get(profile).content.decode()
    assert "Here now" not in signed_in(bo).get(profile).content.decode()
    block(noor.pk, elsa.pk, NOW)
    assert said(elsa) == {}
    assert "Here now" not in signed_in(elsa).get(profile).content.decode()


def test_who_is_here_comes_first_then_who_plays_then_who_is_away() -> None:
    elsa, *others = accounts("Elsa", "Anna", "Bo", "Ilse", "Noor")
    be_friends(elsa, *others)
    anna, _bo, ilse, noor = others
    sits_at(anna)
    online.renew([ilse.pk, noor.pk])
    assert list(said(elsa)) == ["Ilse", "Noor", "Anna", "Bo"]


def test_two_hundred_friends_cost_one_statement_and_one_call_of_the_cache(
    elsa: User, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = crowd(200)
    be_friends(elsa, *others)
    online.renew([other.pk for other in others])
    calls = []
    real = cache.get_many
    monkeypatch.setattr(cache, "get_many", lambda keys: calls.append(len(keys)) or real(keys))
    with django_assert_num_queries(2):  # the friends, and who of them plays
        assert len([one for one in seen(elsa.pk) if one.is_there]) == 200
    assert calls == [200]


def test_who_has_no_friends_costs_one_statement(elsa: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert seen(elsa.pk) == []
