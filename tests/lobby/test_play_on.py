"""Playing on from a turn of a finished match, through the browser's eyes: who finds the way, what comes of it, and what
its pages say and keep to themselves."""

import re

import pytest
from django.test import Client

from bots.services import process_heartbeat
from bots.tasks import analyse
from game.models import Match, PlayedOn, ShareLink
from game.services import replays, sharing
from lobby.services import practice_limit
from tests.bots.practice import make_practice
from tests.bots.states import every_pair
from tests.lobby.conftest import Clock
from tests.support.browsers import signed_in
from tests.support.classic_matches import classic_match
from tests.support.finished_matches import told_before
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.types import Response, certain


@pytest.fixture
def over() -> Match:
    return told_before(seed=3, turns=6)


@pytest.fixture
def astrid(over: Match, clock: Clock) -> Client:
    clock.later(10_000)
    process_heartbeat.leave("here 1", clock.now, 11, 11, 0)
    return signed_in(user_at(over, 0))


def start(client: Client, over: Match, turn: int | str = 2, **changed: str) -> Response:
    return client.post(f"/match/{over.public_id}/play-on/", {"turn": turn, "level": "calm", "pace": "1", **changed})


def made(answer: Response) -> Match:
    assert answer.status_code == 302, answer
    return Match.objects.get(public_id=answer.headers["Location"].split("/")[2])


def test_the_replay_leads_there_at_every_turn_but_the_end(astrid: Client, over: Match) -> None:
    last = certain(replays.replay_of(over)).last
    for turn in range(last):
        page = astrid.get(f"/match/{over.public_id}/replay/?turn={turn}").content.decode()
        assert f'href="/match/{over.public_id}/play-on/?turn={turn + 1}"' in page
        part = astrid.get(f"/match/{over.public_id}/replay/?turn={turn}", headers={"HX-Request": "true"})
        assert f"/match/{over.public_id}/play-on/?turn={turn + 1}" in part.content.decode()
    assert "/play-on/" not in astrid.get(f"/match/{over.public_id}/replay/?turn={last}").content.decode()


def test_the_analysis_leads_there_from_the_turn_it_shows(
    astrid: Client, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    every_pair(monkeypatch)
    astrid.get(f"/match/{over.public_id}/analysis/card")
    analyse(over.pk)
    page = astrid.get(f"/match/{over.public_id}/analysis/?turn=3").content.decode()
    assert f'href="/match/{over.public_id}/play-on/?turn=3"' in page


def test_the_page_says_whose_place_it_is_and_offers_the_bots(astrid: Client, over: Match) -> None:
    page = astrid.get(f"/match/{over.public_id}/play-on/?turn=2").content.decode()
    assert "Play on from turn 2" in page and page.count('name="level"') == 5
    assert f"You take the place of {user_at(over, 1).display_name}" in re.sub(r"\s+", " ", page)
    assert "Bots are resting" not in page


def test_without_bots_it_says_so_before_it_begins(over: Match, clock: Clock) -> None:
    page = signed_in(user_at(over, 0)).get(f"/match/{over.public_id}/play-on/?turn=2").content.decode()
    assert "Bots are resting" in page and re.search(r"<button[^>]+disabled", page)


def test_the_match_says_where_it_comes_from_and_leads_back(astrid: Client, over: Match) -> None:
    row = made(start(astrid, over, level="sharp", pace="0"))
    assert (row.practice, row.rated, row.at_once) == (True, False, True)
    assert row.seats.get(bot="sharp").name == "Volt (bot)"
    page = astrid.get(f"/match/{row.public_id}/").content.decode()
    assert "Played on from turn 2" in page and "Astrid" in page and "Björn" in page
    assert f'href="/match/{over.public_id}/replay/?turn=1"' in page
    assert astrid.get(f"/match/{over.public_id}/replay/?turn=1").status_code == 200


def test_pressed_twice_it_is_one_match(astrid: Client, over: Match) -> None:
    first, second = made(start(astrid, over)), made(start(astrid, over))
    assert first == second and PlayedOn.objects.count() == 1
    assert made(start(astrid, over, level="sharp")) != first
    submit(first, state_of(first).active, at=START + 10**8, do="pass")
    assert made(start(astrid, over)) != first


def test_no_more_are_begun_than_bots_can_think_about(astrid: Client, over: Match) -> None:
    user = certain(over.seats.get(user__isnull=False, user_id=int(astrid.session["_auth_user_id"])).user)
    for _ in range(practice_limit.MOST_OF_A_GUEST - 1):
        make_practice(user=user)
    first = made(start(astrid, over))
    assert made(start(astrid, over)) == first  # the same, which there is already
    answer = start(astrid, over, level="sharp")
    assert answer.status_code == 409 and "matches with bots running" in answer.content.decode()
    assert PlayedOn.objects.count() == 1


@pytest.mark.parametrize("turn", ["0", "-1", "", "x", "9999", "123456", "²"])
def test_a_turn_that_there_is_not_is_said(astrid: Client, over: Match, turn: str) -> None:
    answer = start(astrid, over, turn=turn)
    assert answer.status_code == 409 and "The match has no such turn." in answer.content.decode()
    assert not PlayedOn.objects.exists()


def test_only_who_may_see_the_match_and_only_when_it_is_over(client: Client, astrid: Client, over: Match) -> None:
    running = make_match(turn_seconds=None)
    for who, row in ((client, over), (signed_in(user_at(running, 0)), over), (signed_in(user_at(running, 0)), running)):
        assert who.get(f"/match/{row.public_id}/play-on/?turn=1").status_code == 404
        assert start(who, row).status_code == 404
    assert start(astrid, over, level="nobody").status_code == 400
    Match.objects.filter(pk=over.pk).update(variant="alfapet")
    answer = start(astrid, over)
    assert answer.status_code == 409 and "Matches of this game cannot be played on." in answer.content.decode()
    assert not PlayedOn.objects.exists()


def test_a_shared_link_leads_there_and_hides_the_names_it_hides(client: Client, astrid: Client, over: Match) -> None:
    link = ShareLink.objects.create(match=over, user_id=user_at(over, 0).pk, hides_names=True)
    page = client.get(f"/shared/{link.token}/replay/?turn=1").content.decode()
    assert f'href="/shared/{link.token}/play-on/?turn=2"' in page
    address = f"/shared/{link.token}/play-on/"
    found = client.get(f"{address}?turn=2")
    assert "Player 2" in found.content.decode() and found.headers["X-Robots-Tag"] == "noindex"
    row = made(client.post(address, {"turn": "2", "level": "calm"}))
    page = client.get(f"/match/{row.public_id}/").content.decode()
    assert f"/shared/{link.token}/replay/?turn=1" in page and "Player 1" in page
    assert over.public_id not in page and "Astrid" not in page
    sharing.revoke(over, user_at(over, 0).pk)
    page = client.get(f"/match/{row.public_id}/").content.decode()
    assert "Played on from turn 2 of another match" in page and link.token not in page


def test_its_end_page_offers_ordinary_practice_and_neither_record_nor_proof(astrid: Client, over: Match) -> None:
    row = made(start(astrid, over))
    submit(row, state_of(row).active, at=START + 10**8, do="resign")
    end = astrid.get(f"/match/{row.public_id}/").content.decode()
    assert "Played on from turn 2" in end and "no record of its own" in end and "Download match" not in end
    for part in ("record", "gcg"):
        answer = astrid.get(f"/match/{row.public_id}/{part}")
        assert answer.status_code == 404 and "no record of its own" in answer.content.decode()
    fair = astrid.get(f"/match/{row.public_id}/fair/").content.decode()
    assert "There is no proof for this match." in fair and "data-fair-check" not in fair and "Seed" not in fair
    assert astrid.get(f"/match/{row.public_id}/replay/?turn=1").status_code == 200
    assert astrid.get(f"/match/{row.public_id}/analysis/").status_code == 200
    card = astrid.get(f"/rematch/{row.public_id}/", headers={"HX-Request": "true"}).content.decode()
    assert f"/practice/again/{row.public_id}" in card
    answer = astrid.post(f"/practice/again/{row.public_id}")
    assert answer.headers["Location"] == "/practice/starting"
    token = sharing.share(Match.objects.get(pk=row.pk), user_at(row, state_of(row).active).pk, hides_names=False).token
    shown = Client().get(f"/shared/{token}/").content.decode()
    assert "Played on from turn 2 of another match" in shown and over.public_id not in shown


def test_what_it_began_with_is_on_none_of_its_pages(astrid: Client, over: Match) -> None:
    row = made(start(astrid, over))
    state = state_of(row)
    hidden = "".join(state.players[1 - state.active].hand)
    for part in ("", "panels"):
        page = astrid.get(f"/match/{row.public_id}/{part}").content.decode()
        assert PlayedOn.objects.get().position not in page and hidden not in page and "".join(state.bag) not in page


def test_classic_is_played_on_too(clock: Clock) -> None:
    row = classic_match(3)
    submit(row, state_of(row).active, START + 1_000, do="pass")
    submit(row, 0, START + 2_000, do="resign")
    client = signed_in(user_at(row, 0))
    new = made(start(client, row, turn=2))
    assert new.variant == "classic" and state_of(new).active == 1
    page = client.get(f"/match/{new.public_id}/").content.decode()
    assert "Played on from turn 2" in page and 'data-open="coach"' in page
