"""The page of a match for onlookers: in every game, in both languages, for whom it is open, and that a closed one is
the same whatever the cause."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from common import onlookers
from game.live import onlooker_marks
from game.models import Match
from game.services import watching
from game.variants import VARIANTS
from tests.secrecy.pages import masked
from tests.support.matches import START, UserFactory, make_match, submit, user_at
from tests.support.onlookers import open_to

OF_AN_ANSWER = ("Content-Length", "Expires")
OF_A_HAND = ("rack", "actions", "draft", "preview", "slots", "p-shop", "options", "offers", "ends", "alfa")
"""Ids of what only a player's page has."""


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.services.clock.now_ms", lambda: START + 1_000)
    monkeypatch.setattr("game.match.watch_views.now_ms", lambda: START + 1_000)
    monkeypatch.setattr(onlooker_marks, "OFTEN_SECONDS", 0.0)
    monkeypatch.setattr(watching, "_guard", watching._nobody)  # and as it was, after the test


def page(row: Match, client: Client | None = None, **headers: str) -> str:
    """The page of a match for an onlooker, a visitor's if no client is given."""
    answer = (client or Client()).get(reverse("game:watch", args=[row.public_id]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


# R13.2
@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_game_has_a_page_without_anything_of_a_hand(variant: str, language: str) -> None:
    open_to()
    html = page(make_match(variant=variant), None, **{"accept-language": language})
    assert f'lang="{language}"' in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert not set(OF_A_HAND) & set(ids)
    assert {"board", "card-you", "card-opp", "timer", "facts", "p-turns", "state", "watched-bar", "eyes"} <= set(ids)
    assert len(ids) == len(set(ids))
    assert "Astrid" in html and "Björn" in html
    assert ("You watch." if language == "en" else "Du tittar.") in html
    assert not re.search(r">\s*(You|Du)\s*<", html)


@pytest.mark.parametrize("variant", ["alfapet", "keebble"])
def test_of_three_one_of_whom_has_left_the_others_go_on(variant: str) -> None:
    open_to()
    row = make_match(variant=variant, players=("Astrid", "Elsa", "Ida"), turn_seconds=None)
    submit(row, 0, START + 500, do="resign")
    html = page(row)
    assert "You see what all players see: no hands, no talk." in html and 'class="overcard"' not in html
    assert html.count("has left") + html.count("Has left") + html.count("Left") >= 1
    assert watching.may_watch(Match.objects.get(pk=row.pk), None)


def test_the_first_mover_is_green_and_the_second_violet() -> None:
    open_to()
    row = make_match()
    first, second = user_at(row, 0).display_name, user_at(row, 1).display_name
    html = page(row)
    you, opp = (re.search(rf'<article class="pcard seat-{side}".*?</article>', html, re.S) for side in ("you", "opp"))
    assert you and first in you[0] and opp and second in opp[0]


def test_a_slow_match_says_that_it_may_take_days() -> None:
    open_to()
    assert "The next turn may take days." in page(make_match(turn_seconds=86_400, reserve_hours=0))


def test_a_link_tells_a_messenger_who_plays_and_search_engines_are_kept_away() -> None:
    open_to()
    row = make_match(variant="classic")
    address = reverse("game:watch", args=[row.public_id])
    answer = Client().get(address)
    html = answer.content.decode()
    told = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', html))
    assert told["og:title"] in ("Astrid against Björn", "Björn against Astrid")
    assert re.search(r"<title>\s*" + told["og:title"], html) and told["og:description"] == "Classic"
    assert told["og:url"].endswith(address) and told["og:image"].endswith("touch-icon.png")
    assert answer["X-Robots-Tag"] == Client().get("/watch/AAAAAAAAAAAA/")["X-Robots-Tag"] == "noindex"


def test_a_visitor_gets_no_session() -> None:
    open_to()
    client = Client()
    page(make_match(), client)
    assert "sessionid" not in client.cookies


def test_a_player_is_led_to_the_own_page() -> None:
    open_to()
    row, client = make_match(), Client()
    client.force_login(user_at(row, 1))
    answer = client.get(reverse("game:watch", args=[row.public_id]))
    assert answer.status_code == 302 and answer["Location"] == reverse("game:match", args=[row.public_id])


def closed_for(row: Match | None, user: object = None) -> tuple[int, str, str]:
    """Status, headers and body of the page for whom it is not open, but for its length, in which the match is named,
    and the second of the answer."""
    client = Client()
    if user is not None:
        client.force_login(user)  # type: ignore[arg-type]
    public_id = row.public_id if row is not None else "AAAAAAAAAAAA"
    answer = client.get(reverse("game:watch", args=[public_id]))
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(answer.items()) if name not in OF_AN_ANSWER)
    body = answer.content.decode().replace(public_id, "…")
    return answer.status_code, headers, masked(body)


def over() -> Match:
    """A match that has ended."""
    row = make_match()
    submit(row, 0, START + 500, do="resign")
    return row


# R13.3
def test_all_causes_of_a_closed_match_are_the_same_page() -> None:
    stranger = UserFactory.create()
    open_to(lambda match, user_id: False)
    shut, practice = make_match(), make_match()
    Match.objects.filter(pk=practice.pk).update(practice=True)
    causes = [shut, practice, over(), None]
    for user in (None, stranger):
        found = [closed_for(row, user) for row in causes]
        assert found[0][0] == 404 and "This match is not open to you" in found[0][2]
        for other in found[1:]:
            assert other == found[0]


# R13.1
def test_practice_ended_and_lone_matches_are_open_to_nobody_whatever_the_switches_say() -> None:
    open_to()
    practice, alone = make_match(), make_match(variant="alfapet", players=("Astrid",))
    Match.objects.filter(pk=practice.pk).update(practice=True)
    for row in (practice, alone, over()):
        assert closed_for(row)[0] == 404
    row = make_match()
    assert not watching.may_watch(row, user_at(row, 0).pk) and watching.may_watch(row, UserFactory.create().pk)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_all_that_is_pushed_has_its_place_on_the_page(variant: str) -> None:
    open_to()
    row = make_match(variant=variant)
    there = set(re.findall(r'\bid="([^"]+)"', page(row)))
    _, pushed = panels(row, Client(), browser="one")
    assert {found for found in re.findall(r'hx-swap-oob="true"[^>]*? id="([^"]+)"', pushed)} <= there
    assert set(re.findall(r'\bid="([^"]+)"', pushed)) <= there


def panels(row: Match, client: Client, **asked: str) -> tuple[int, str]:
    """What a page without a socket is answered."""
    answer = client.get(reverse("game:watch-panels", args=[row.public_id]), asked)
    return answer.status_code, answer.content.decode()


# R13.4
def test_a_page_without_a_socket_asks_and_is_counted_once() -> None:
    open_to()
    row, client = make_match(), Client()
    mark = re.search(r'data-screen="([^"]+)"', page(row, client))
    assert mark
    for browser in ("one", "one", "two"):
        status, html = panels(row, client, browser=browser)
        assert status == 200 and 'id="board"' in html and 'hx-swap-oob="true" id="eyes"' in html
    assert watching.how_many_watch(row.pk) == 2 and watching.watchers(row.pk) == frozenset()
    status, html = panels(row, client, browser="one", shows=str(row.version), screen=mark[1])
    assert status == 200 and 'id="board"' not in html and 'id="beat"' in html and ">2</span>" in html


def test_a_user_is_named_to_the_apps_above_and_a_player_never_is() -> None:
    open_to()
    row, user, client = make_match(), UserFactory.create(), Client()
    client.force_login(user)
    assert panels(row, client)[0] == 200
    assert watching.watchers(row.pk) == {user.pk}
    player = Client()
    player.force_login(user_at(row, 0))
    assert panels(row, player)[0] == 404
    assert watching.watchers(row.pk) == {user.pk}


# R13.5
def test_the_page_that_saw_the_end_is_shown_how_it_ended_and_no_hand() -> None:
    open_to()
    row, client = make_match(), Client()
    page(row, client)
    submit(row, 0, START + 500, do="resign")
    status, html = panels(row, client, browser="one")
    assert status == 200 and 'class="overcard"' in html and "conceded the match" in html
    assert 'id="rack"' not in html and 'id="fs"' not in html
    open_to(lambda match, user_id: False)
    assert panels(row, client, browser="one") == (404, "")


def test_the_replay_is_open_after_the_end_to_whom_the_players_let_in_then() -> None:
    open_to()
    row = make_match()
    address = reverse("game:watch-replay", args=[row.public_id])
    assert Client().get(address).status_code == 404
    submit(row, 0, START + 500, do="resign")
    html = Client().get(address).content.decode()
    assert "Astrid" in html and "conceded the match" in html and "/match/" not in html and 'property="og:' not in html
    player = Client()
    player.force_login(user_at(row, 0))
    assert player.get(address)["Location"] == reverse("game:replay", args=[row.public_id])
    open_to(lambda match, user_id: False)
    assert Client().get(address).status_code == 404


def test_the_players_page_says_how_many_watch_and_nothing_for_nobody() -> None:
    open_to()
    row, player = make_match(), Client()
    player.force_login(user_at(row, 0))
    address = reverse("game:match", args=[row.public_id])
    assert 'id="eyes"></span>' in player.get(address).content.decode()
    panels(row, Client(), browser="one")
    assert '<span aria-hidden="true">1</span>' in player.get(address).content.decode()


@pytest.mark.parametrize("kind", [{}, {"practice": True}, {"one_device": True}])
def test_panels_have_the_number_where_their_page_has_a_place_for_it(kind: dict[str, bool]) -> None:
    row, player = make_match(), Client()
    Match.objects.filter(pk=row.pk).update(**kind or {"practice": False})
    player.force_login(user_at(row, 0))
    whole = player.get(reverse("game:match", args=[row.public_id])).content.decode()
    polled = player.get(reverse("game:panels", args=[row.public_id])).content.decode()
    assert ('id="eyes"' in whole, 'id="eyes"' in polled) == (not kind, not kind)


def test_a_process_that_is_gone_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    onlookers.keep("here", {1: {7: None, 8: 5}})
    onlookers.keep("there", {1: {8: 5, 9: None}, 2: {1: None}})
    assert onlookers.of([1, 2, 3]) == {1: (3, {5}), 2: (1, frozenset()), 3: (0, frozenset())}
    onlookers.keep("there", {})
    assert onlookers.of([1, 2])[1].how_many == 2 and 2 not in onlookers.all_of_them()
