"""The rematch card through the browser's eyes: what it is sent, where it is led, who gets nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.models import Match
from lobby.models import Rematch
from tests.lobby.conftest import Clock, make_accounts, sit
from tests.support.browsers import signed_in
from tests.support.matches import make_match, resigned, user_at
from tests.support.types import Response

HTMX = {"hx-request": "true"}


@pytest.fixture
def over(clock: Clock) -> Match:
    return resigned(make_match(board_size=11, starts_at=clock.now), at=clock.now)


@pytest.fixture
def astrid(over: Match) -> Client:
    """At the page of seat 0, signed in."""
    return signed_in(user_at(over, 0))


@pytest.fixture
def bjorn(over: Match) -> Client:
    return signed_in(user_at(over, 1))


def card(client: Client, over: Match, shown: str = "") -> Response:
    return client.get(reverse("lobby:rematch", args=[over.public_id]), {"shown": shown} if shown else {}, headers=HTMX)


def press(client: Client, over: Match, button: str) -> Response:
    return client.post(reverse("lobby:answer_rematch", args=[over.public_id, button]), headers=HTMX)


def text(response: Response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_end_page_asks_for_the_card_and_keeps_the_content_policy(over: Match, astrid: Client) -> None:
    page = astrid.get(reverse("game:match", args=[over.public_id])).content.decode()
    assert f'hx-get="{reverse("lobby:rematch", args=[over.public_id])}" hx-trigger="load, poll" data-poll="2"' in page

    shown = card(astrid, over).content.decode()
    assert "style=" not in shown and "<script" not in shown and "csrfmiddlewaretoken" in shown


def test_each_sees_who_will_start_and_what_the_other_does(over: Match, astrid: Client, bjorn: Client) -> None:
    name = user_at(over, 1).display_name
    assert f"Same rules, {name} starts. Both must accept." in text(card(astrid, over))
    assert "Same rules, you start. Both must accept." in text(card(bjorn, over))

    waiting = press(astrid, over, "propose")
    assert f"Waiting for {name} to answer." in text(waiting) and "autofocus" in waiting.content.decode()
    assert 'hx-trigger="poll" data-poll="1"' in waiting.content.decode()
    assert "wants a rematch. Same rules, you start." in text(card(bjorn, over, "open"))
    press(astrid, over, "withdraw")
    assert "has withdrawn the proposal" in text(press(bjorn, over, "accept"))
    press(astrid, over, "propose")
    press(bjorn, over, "decline")
    assert f"{name} said not now." in text(card(astrid, over, "waiting"))


def test_while_nothing_changes_nothing_is_replaced_but_what_moves(
    over: Match, astrid: Client, bjorn: Client, clock: Clock
) -> None:
    card(bjorn, over)
    still = card(astrid, over, "open")
    assert still.headers["HX-Reswap"] == "none" and not still.content.decode().strip()

    press(astrid, over, "propose")
    clock.later(6)
    card(bjorn, over)
    moved = card(astrid, over, "waiting")
    assert moved.headers["HX-Reswap"] == "none"
    assert 'hx-swap-oob="true"><rect width="90"' in moved.content.decode() and "<button" not in moved.content.decode()


def test_the_one_left_alone_is_told(over: Match, astrid: Client, bjorn: Client, clock: Clock) -> None:
    card(bjorn, over)
    clock.later(11)

    alone = card(astrid, over, "open")

    assert f"{user_at(over, 1).display_name} has left. A rematch is no longer possible." in text(alone)
    assert reverse("people:challenge-again", args=[over.public_id]) in alone.content.decode(), "what one can do instead"
    assert "hx-post" not in alone.content.decode()


def test_both_are_counted_in_and_led_to_one_match_from_every_tab(
    over: Match, astrid: Client, bjorn: Client, clock: Clock
) -> None:
    card(astrid, over)
    press(bjorn, over, "propose")
    begun = press(astrid, over, "accept")
    counted = r'<div class="countdown num" id="rematch-moving" aria-hidden="true" ?>3</div>'
    assert re.search(counted, begun.content.decode())
    address = reverse("game:match", args=[Rematch.objects.get().match])

    clock.later(1)
    assert 'hx-swap-oob="true">2</div>' in card(astrid, over, "agreed").content.decode()
    clock.later(1)
    for client in (astrid, bjorn):
        assert card(client, over, "agreed").headers["HX-Redirect"] == address
        assert card(client, over).headers["HX-Redirect"] == address  # a reload, another tab
        assert client.get(address).status_code == 200
    assert press(bjorn, over, "propose").headers["HX-Redirect"] == address

    clock.later(11)
    later = card(astrid, over)
    assert "HX-Redirect" not in later.headers and f'href="{address}"' in later.content.decode()


def test_strangers_visitors_and_unknown_buttons_find_nothing(over: Match, astrid: Client, people: list[User]) -> None:
    for client in (Client(), signed_in(people[0])):
        assert card(client, over).status_code == 404
        assert press(client, over, "propose").status_code == 404
    assert press(astrid, over, "resign").status_code == 404
    for path in ("/rematch/no%00such/", "/rematch/nosuchmatch/", "/rematch/nosuchmatch/propose%00"):
        assert astrid.get(path).status_code == 404
    assert not Rematch.objects.exists()


def test_buttons_are_posts_with_a_token(over: Match, astrid: Client) -> None:
    for button in ("propose", "accept", "withdraw", "decline"):
        assert astrid.get(reverse("lobby:answer_rematch", args=[over.public_id, button])).status_code == 405
    strict = signed_in(user_at(over, 0), enforce_csrf_checks=True)
    assert press(strict, over, "propose").status_code == 403
    assert not Rematch.objects.exists()


def test_the_home_page_lists_what_was_played_and_who_asks(over: Match, astrid: Client, bjorn: Client) -> None:
    Match.objects.filter(pk=over.pk).update(preset="quick")
    live = sit(user_at(over, 0), make_match())

    page = astrid.get(reverse("lobby:home")).content.decode()
    assert page.index("Your turn in 1 match") < page.index("New match") < page.index("Recent matches")
    assert reverse("game:match", args=[over.public_id]) in page and "Lost" in page
    assert "Quick, English." in page and "You " in page and "Wants a rematch" not in page

    live.delete()
    press(bjorn, over, "propose")
    asked = astrid.get(reverse("lobby:home")).content.decode()
    assert "Wants a rematch" in asked and f"Answer {user_at(over, 1).display_name}" in asked
    assert "Wants a rematch" not in bjorn.get(reverse("lobby:home")).content.decode()
    assert "Recent matches" not in Client().get(reverse("lobby:home")).content.decode()


def word(client: Client, shown: str = "", page: str = "/") -> Response:
    """The word every four seconds of a page at `page`, which shows that the match `shown` is asked for again."""
    headers = HTMX | {"hx-current-url": f"http://testserver{page}"}
    return client.get(reverse("lobby:here"), {"shown": shown}, headers=headers)


def test_every_page_says_that_its_player_is_here_and_is_told_who_asks(
    over: Match, astrid: Client, bjorn: Client, clock: Clock
) -> None:
    listens = f'hx-get="{reverse("lobby:here")}" hx-trigger="poll" data-poll="4"'
    assert listens not in bjorn.get(reverse("lobby:home")).content.decode()  # nobody has looked at the result yet
    card(bjorn, over), card(astrid, over)
    for path in (reverse("lobby:home"), reverse("accounts:name"), reverse("game:guide")):
        assert listens in bjorn.get(path).content.decode(), path
    for _ in range(6):
        clock.later(4)
        assert word(bjorn).status_code == 204
        assert "Both must accept." in text(card(astrid, over))

    press(astrid, over, "propose")
    told = word(bjorn)
    assert f"{user_at(over, 0).display_name} wants a rematch." in text(told)
    assert f'href="{reverse("game:match", args=[over.public_id])}"' in told.content.decode()
    assert "wants a rematch." in text(bjorn.get(reverse("game:guide")))
    assert word(bjorn, shown=over.public_id).status_code == 204
    assert word(bjorn, page=reverse("game:match", args=[over.public_id])).status_code == 204  # it says so itself
    press(astrid, over, "withdraw")
    assert "wants" not in text(word(bjorn, shown=over.public_id))

    clock.later(3600)
    assert word(bjorn).status_code == 286 and listens not in bjorn.get(reverse("lobby:home")).content.decode()
    assert word(Client()).status_code == 286 and bjorn.post(reverse("lobby:here")).status_code == 405


def test_an_old_match_has_no_dead_card(over: Match, astrid: Client, clock: Clock) -> None:
    clock.later(601)
    shown = card(astrid, over).content.decode()
    assert "<section" not in shown and 'name="shown" value="past"' in shown


def test_before_accepting_both_read_whether_it_is_ranked(over: Match, astrid: Client, bjorn: Client) -> None:
    assert "It is not ranked." in text(card(astrid, over))
    Match.objects.filter(pk=over.pk).update(rated=True)
    make_accounts(user_at(over, 0), user_at(over, 1))
    assert "It is ranked." in text(card(astrid, over))
    press(astrid, over, "propose")
    assert "It is ranked." in text(card(bjorn, over))


def test_who_plays_already_is_led_to_that_match(over: Match, astrid: Client, bjorn: Client) -> None:
    other = sit(user_at(over, 0), make_match())
    press(bjorn, over, "propose")
    card(astrid, over)
    said = card(astrid, over)
    assert "You are in a match with a clock." in text(said)
    assert reverse("game:match", args=[other.public_id]) in said.content.decode()
    assert "is in another match." in text(card(bjorn, over))
