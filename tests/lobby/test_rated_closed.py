"""A player to whom moderators have closed rated play: every way to a rated match is shut with a sentence that says
until when, every unrated one stays open (rules/people.md §7). Races: test_rated_closed_races.py."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Sanction, SanctionKind, User
from accounts.services import sanctions
from game import api as game
from game.models import Match
from lobby.models import Preset, Seeker, SlowSeek
from lobby.services import quick_join, rated_play, rematch, slow_seeks
from tests.lobby.conftest import SLOW as SLOW_TERMS
from tests.lobby.conftest import START, Clock, make_accounts, make_preset, press, wait, waiting_pages
from tests.support.browsers import signed_in
from tests.support.matches import make_match, resigned, user_at
from tests.support.sanctioned import sanctioned
from tests.support.types import certain

SLOW, LIVE = "slow", "quick"


@pytest.fixture(autouse=True)
def _presets() -> None:
    make_preset("slow", **SLOW_TERMS)
    Preset.objects.get_or_create(key="free", defaults={"title_en": "free", "title_sv": "free", "rated": False})


def play(player: User, preset: str, clock: Clock) -> None:
    if preset == SLOW:
        press(player, clock, preset)
    else:
        wait(clock, player, preset=preset)


def close(player: User) -> Sanction:
    return sanctioned(player.pk, SanctionKind.NO_RATED, until=timezone.now() + timedelta(days=3))


# R11.2
@pytest.mark.parametrize("preset", [LIVE, SLOW])
def test_play_says_until_when_and_takes_no_place(astrid: User, clock: Clock, preset: str) -> None:
    made = close(astrid)
    Sanction.objects.update(read_at=timezone.now())
    answer = signed_in(astrid).post(reverse("lobby:seek"), {"preset": preset, "lg": "en"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Rated play is closed to you until" in text and f"{certain(made.until):%Y}" in text
    assert not Seeker.objects.exists() and not SlowSeek.objects.exists()
    play(astrid, "free", clock)
    assert Seeker.objects.exists(), "what is not rated is open"
    sanctions.lift_sanction(made.pk, None)
    play(astrid, preset, clock)


@pytest.mark.parametrize("preset", [LIVE, SLOW])
def test_who_waits_waits_no_longer_and_whom_they_have_met_does(
    people: list[User], clock: Clock, preset: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    astrid, bjorn = people[:2]
    for player in (astrid, bjorn):
        play(player, preset, clock)
    with django_capture_on_commit_callbacks(execute=True):
        close(astrid)
    if preset == LIVE:
        assert [seeker.user for seeker in Seeker.objects.all()] == [bjorn]
        assert certain(quick_join.poll(bjorn.pk, clock.later(1))).stage == "waiting"
    else:
        left = SlowSeek.objects.get()
        assert (left.user, left.comer, left.match) == (bjorn, None, "")


@pytest.mark.parametrize("who", [0, 1])
def test_no_match_is_made_before_the_places_are_given_up(people: list[User], clock: Clock, who: int) -> None:
    """The sanction has committed, and what follows the commit has not run."""
    for player in people[:2]:
        play(player, SLOW, clock)
    close(people[who])
    seek = SlowSeek.objects.get()
    assert slow_seeks.finish(seek.pk, clock.later(10)) == ""
    left = SlowSeek.objects.get()
    assert (left.user, left.comer) == (people[1 - who], None)


def test_nor_in_quick_join_and_the_other_one_waits_on(met: list[User], clock: Clock) -> None:
    close(met[0])
    places = waiting_pages(clock, 8, *met)
    assert not Match.objects.exists()
    assert places[0] is None and certain(places[1]).stage == "waiting"


def test_a_place_in_an_unrated_queue_stays(
    astrid: User, clock: Clock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    play(astrid, "free", clock)
    with django_capture_on_commit_callbacks(execute=True):
        close(astrid)
    assert Seeker.objects.exists()


def test_the_game_makes_no_rated_match_of_theirs_whoever_asks(people: list[User]) -> None:
    make_accounts(*people[:2])

    def is_rated() -> bool:
        entrants = [game.Entrant(player.pk, player.display_name) for player in people[:2]]
        deal = game.open_deal([player.pk for player in people[:2]], START)
        made = game.create_match(
            settings={"language": "en"}, entrants=entrants, starts_at=START, variant="alfapower", preset="quick",
            rated=True, deal=deal,
        )  # fmt: skip
        return Match.objects.get(public_id=made).rated

    assert is_rated()
    made = close(people[0])
    assert not is_rated()
    sanctions.lift_sanction(made.pk, None)
    assert is_rated()


def test_a_rematch_that_would_be_rated_is_closed_and_to_the_other_one_they_have_left() -> None:
    row = make_match(board_size=11, turn_seconds=45)
    Match.objects.filter(pk=row.pk).update(preset="quick", rated=True)
    end = START + 5_000
    resigned(row, at=end)
    first, second = user_at(row, 0), user_at(row, 1)
    make_accounts(first, second)
    close(first)
    standing = [certain(rematch.look(row.public_id, player.pk, end + 1_000)).stage for player in (first, second)]
    assert standing == ["unrated", "gone"]
    assert certain(rematch.propose(row.public_id, first.pk, end + 2_000)).stage == "unrated"
    Sanction.objects.update(read_at=timezone.now())
    text = signed_in(first).get(reverse("lobby:rematch", args=[row.public_id])).content.decode()
    assert "Rated play is closed to you until" in text
    Match.objects.filter(pk=row.pk).update(preset="", rated=False)
    assert certain(rematch.look(row.public_id, first.pk, end + 1_000)).stage == "open", "an unrated one is not"


def test_the_cards_say_so_to_them_alone(astrid: User, bjorn: User) -> None:
    close(astrid)
    Sanction.objects.update(read_at=timezone.now())
    User.objects.update(has_unread_decision=False)
    for address in (reverse("lobby:home"), reverse("lobby:game", args=["alfapower"])):
        page = signed_in(astrid).get(address).content.decode()
        assert "Rated play is closed to you" in page, address
        for browser in (signed_in(bjorn), Client()):
            assert "Rated play is closed" not in browser.get(address).content.decode()
    card = signed_in(astrid).get(reverse("lobby:game", args=["alfapower"])).content.decode()
    assert "disabled" in card.split('value="quick"')[1].split(">")[0]
    assert "disabled" not in card.split('value="free"')[1].split(">")[0]


def test_whoever_asks_about_terms_is_told() -> None:
    assert rated_play.are_rated('{"rated": true, "settings": {}}')
    assert not rated_play.are_rated('{"rated": false, "settings": {"rated": true}}')
