"""An account by which a program plays is none of ranked play, and nobody's seat becomes a program's unsaid."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import RankChange, RatedMatch, Standing, User
from accounts.services import ranking
from accounts.services.bot_accounts import CannotBeBot, become_bot
from game.models import Match
from game.services.clock import now_ms
from lobby.models import Seeker
from lobby.services import rooms
from lobby.services.quick_join import poll, queue, seek
from tests.accounts.conftest import match_of, sign_in, who
from tests.accounts.ranking import ended, verdict
from tests.support.matches import START, submit
from tests.support.types import certain


@pytest.fixture
def robur(elsa: User) -> User:
    """Elsa's account, which is a bot's by now."""
    become_bot(elsa.pk)
    elsa.refresh_from_db()
    return elsa


def test_a_place_in_quick_join_is_given_up_by_who_becomes_a_bot(elsa: User, ebba: User) -> None:
    now = now_ms()
    for user in (elsa, ebba):
        seek(user.pk, queue("quick", "en"), now)
        poll(user.pk, now)
    assert certain(poll(elsa.pk, now + 1_000)).stage == "found"
    rooms.create(elsa.pk, "en", now)

    become_bot(elsa.pk)

    assert not Seeker.objects.filter(user=elsa).exists() and rooms.rooms_of(elsa.pk, now) == []
    assert certain(poll(ebba.pk, now + 2_000)).stage == "waiting" and poll(elsa.pk, now + 2_000) is None


def test_who_may_not_become_a_bot_keeps_the_place(elsa: User) -> None:
    seek(elsa.pk, queue("quick", "en"), now_ms())
    match_of(elsa)
    with pytest.raises(CannotBeBot, match="playing"):
        become_bot(elsa.pk)
    assert Seeker.objects.filter(user=elsa).exists()


def test_a_match_that_begins_with_a_bot_after_all_is_unranked(elsa: User, ebba: User) -> None:
    """Were a bot to stand in the queue, by whatever door."""
    now = now_ms()
    for user in (elsa, ebba):
        seek(user.pk, queue("quick", "en"), now)
    User.objects.filter(pk=elsa.pk).update(is_bot=True)
    for second in range(20):
        places = [poll(user.pk, now + 1_000 * second) for user in (elsa, ebba)]
        assert not any(place.rated for place in places if place and place.opponent)
        if Match.objects.exists():
            break
    assert not Match.objects.get().rated


def test_a_rated_match_of_a_bot_counts_for_nobody_and_no_board_lists_one(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn)
    assert Standing.objects.filter(user=bjorn, listed=True).exists()
    bjorn.is_bot = True
    bjorn.save(update_fields=["is_bot"])
    assert not Standing.objects.filter(user=bjorn, listed=True).exists()

    row = ended(astrid, bjorn)

    assert verdict(row) == "unranked" and RankChange.objects.count() == 2 and RatedMatch.objects.count() == 2
    ranking.make_void(RankChange.objects.latest("pk").rated_match_id, START, "and again")
    ranking.reinstate(RankChange.objects.latest("pk").rated_match_id, "and again")
    assert set(Standing.objects.filter(listed=True).values_list("user", flat=True)) == {astrid.pk}


def test_a_guest_takes_no_place_in_the_lobby_to_a_bots_account(client: Client, guest: User, robur: User) -> None:
    seek(guest.pk, queue("quick", "en"), now_ms())
    rooms.create(guest.pk, "en", now_ms())

    sign_in(client)

    assert who(client) == robur
    assert not Seeker.objects.exists()
    assert [rooms.rooms_of(user.pk, now_ms()) for user in (guest, robur)] == [[], []]


def test_a_guests_seats_never_become_a_programs(client: Client, guest: User, robur: User) -> None:
    running, over = match_of(guest), match_of(guest)
    submit(over, 0, at=now_ms(), do="resign")

    page = client.get(sign_in(client)["Location"]).content.decode()

    assert "what you had as a guest was not taken over" in page
    assert set(guest.seats.values_list("match_id", flat=True)) == {running.pk, over.pk}
    assert not robur.seats.exists()
    assert client.get(reverse("game:match", args=[running.public_id])).status_code == 404
