"""Onlookers as they live it: a live match on a phone in Swedish, from its first turn to the replay, with a player who
closes it and opens it again; a slow one by a friend who is one no longer; and the best match on the home page.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.api import now_ms
from game.models import Match
from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site, running
from tests.browser.players import READ_BOARD, Opened, Player, Seated, new_name, on_turn, played
from tests.browser.test_accessibility import findings
from tests.people.players import account, be_friends
from tests.support.browsers import keys_of, signed_in
from tests.support.matches import make_match, submit
from tests.support.types import certain

pytestmark = pytest.mark.long

SWEDISH = "sv-SE"
CLOSED = "Den här matchen är inte öppen för dig"
FOUND_NOTHING = "404"
LIVE: dict[str, Any] = {"rated": True, "turn_seconds": 600}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site where nobody else plays: what may be watched is what these tests begin."""
    with running() as started:
        yield started


def begun(names: tuple[str, str], friends: tuple[str, ...] = (), **given: Any) -> list[str]:
    """A match between new accounts, and `friends` of both: the public id, the sessions of the players and of the
    friends."""
    users = [account(name) for name in names]
    row = make_match(users=users, starts_at=now_ms(), by_lot=False, board_size=15, **given)
    keys = keys_of(row)
    for name in friends:
        friend = account(name)
        for user in users:
            be_friends(friend, user)
        keys.append(signed_in(friend).cookies["sessionid"].value)
    return keys


def is_as(onlooker: Page, player: Player) -> None:
    """The onlooker's page comes to show the turn that the player's shows, and the same board, totals and turns."""
    turns = player.page.locator("#turnlist .turn:not(.is-running)")
    expect(onlooker.locator(f'#state[data-turn="{player.state("turn")}"]')).to_have_count(1)
    assert onlooker.evaluate(READ_BOARD) == player.page.evaluate(READ_BOARD)
    expect(onlooker.locator("#turnlist .turn:not(.is-running)")).to_have_count(turns.count())
    expect(onlooker.locator("#recent .turn")).to_have_count(turns.count())
    mine, theirs = ("you", "opp") if player.state("seat") == "0" else ("opp", "you")
    for here, there in ((mine, "you"), (theirs, "opp")):
        total = certain(player.page.locator(f"#score-{there}").text_content())
        expect(onlooker.locator(f"#score-{here}")).to_have_text(total)


def listening(page: Page) -> list[str]:
    """The frames of all sockets of the page from now on."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    return frames


def lets(page: Page, whom: str) -> None:
    """A player chooses by the eye in the bar who may watch this match; it is kept when the form has come back."""
    if not page.locator("#d-watching").is_visible():
        page.locator(".eyesbtn").click()
    with page.expect_response(lambda answer: answer.url.endswith("/who") and answer.request.method == "POST"):
        page.locator("#d-watching label", has_text=whom).click()


def test_a_live_match_is_watched_closed_opened_and_seen_to_its_end(
    site: Site, seat_at: Seated, open_page: Opened, wrong: list[str]
) -> None:
    names = new_name("Astrid"), new_name("Elsa")
    begun_match = site.inside(begun, names, **LIVE)
    public_id = begun_match[0]
    players = seat_at(begun_match, (DESKTOP, PHONE))
    desk, phone = (player.page for player in players)
    onlooker = open_page(PHONE, SWEDISH)
    frames = listening(onlooker)
    onlooker.goto(f"/watch/{public_id}/")
    expect(onlooker.locator("#watched-bar")).to_contain_text("Du tittar.")
    expect(onlooker.get_by_role("heading", level=1)).to_have_text(f"{names[0]} mot {names[1]}, du tittar")
    expect(onlooker).to_have_title(re.compile(f"^{names[0]} spelar"))
    for page in (desk, phone):
        expect(page.locator(".eyesbtn span[aria-hidden=true]")).to_have_text("1")  # by the socket

    desk.locator("#tab-talk").click()
    said = desk.locator("#p-talk [data-say]").first
    spoken = certain(said.text_content()).strip()
    said.click()
    expect(desk.locator("#p-talk [data-line]")).to_have_count(1)
    move = players[0].find_move()
    players[0].lay(move)  # a draft, which the site keeps
    expect(players[0].pending()).to_have_count(len(move))
    expect(onlooker.locator("#board .tile")).to_have_count(0)
    played(players[0])
    is_as(onlooker, players[0])
    expect(onlooker.locator("#board .tile")).to_have_count(len(move))
    expect(onlooker.locator("#timer")).to_contain_text(names[1])
    on_turn(players[1])
    players[1].play(players[1].find_move())
    is_as(onlooker, players[1])
    expect(onlooker.locator("#timer")).to_contain_text(names[0])
    on_turn(players[0])
    players[0].buy("swap")
    players[0].use("swap")
    players[0].pass_turn()
    is_as(onlooker, players[0])

    assert findings(onlooker) == []
    shown = onlooker.content() + "".join(frames)
    found = [word for word in ("data-ri=", 'id="rack"', "data-line", spoken) if word in shown]
    assert (len(frames) >= 4, found) == (True, [])

    lets(desk, "Friends")
    expect(onlooker.get_by_role("heading", level=1)).to_have_text(CLOSED)
    assert findings(onlooker) == []
    lets(desk, "Everyone")
    desk.keyboard.press("Escape")
    onlooker.goto(f"/watch/{public_id}/")
    is_as(onlooker, players[0])
    players[1].resign()
    over = onlooker.locator(".overcard")
    expect(over.get_by_role("heading")).to_contain_text(names[0])
    expect(onlooker.locator('#state[data-phase="over"]')).to_have_count(1)
    assert findings(onlooker) == []
    over.get_by_role("link", name="Repris").click()
    onlooker.wait_for_url(re.compile(f"/watch/{public_id}/replay/$"))
    expect(onlooker.locator(".replay")).to_be_visible()
    wrong[:] = [told for told in wrong if FOUND_NOTHING not in told]  # of the page that was closed, as it is meant


def test_who_is_a_friend_no_longer_is_shut_out_and_so_is_who_is_blocked(
    site: Site, open_page: Opened, wrong: list[str]
) -> None:
    names, friends = (new_name("Greta"), new_name("Holger")), (new_name("Ida"), new_name("Bo"))
    public_id, first, second, *theirs = site.inside(begun, names, friends, **SLOW)
    watching = []
    for key in theirs:
        page = open_page(DESKTOP, session=key)
        page.goto("/watch/")  # a slow match takes days, so the page of friends does not say where they are
        assert findings(page) == []
        page.locator(f"#wl-{public_id}").click()
        expect(page.locator("#watched-bar")).to_contain_text("You watch a slow match.")
        watching.append(page)
    player = open_page(DESKTOP, session=first, at=f"/match/{public_id}/")
    expect(player.locator(".eyesbtn span[aria-hidden=true]")).to_have_text("2")
    player.locator(".eyesbtn").click()
    for friend in friends:
        expect(player.locator("#d-watching")).to_contain_text(friend)

    for page, friend, act in zip(watching, friends, ("Leave as a friend", "Block"), strict=True):
        player.goto("/friends/")
        player.get_by_role("link", name=friend).first.click()
        player.get_by_label(f"More about {friend}").click()
        player.get_by_role("button", name=act).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("This match is not open to you")
        page.get_by_role("link", name="Matches to watch").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Matches to watch")
        expect(page.locator(f"#wl-{public_id}")).to_have_count(0)
    wrong[:] = [told for told in wrong if FOUND_NOTHING not in told]


LOOKS = "() => document.dispatchEvent(new Event('visibilitychange'))"
"""What asks again and again asks at once, as when a page comes to the front."""


def passes(public_id: str, seat: int) -> None:
    """The seat on turn passes."""
    assert not submit(Match.objects.get(public_id=public_id), seat, now_ms(), do="pass").code


def concedes(public_id: str) -> None:
    """The first seat gives up."""
    assert not submit(Match.objects.get(public_id=public_id), 0, now_ms(), do="resign").code


def test_the_home_page_follows_the_best_match_without_a_socket(site: Site, open_page: Opened) -> None:
    site.inside(Match.objects.update, status=Match.Status.OVER)
    one, other = (site.inside(begun, (new_name("Tove"), new_name("Olof")), **LIVE)[0] for _ in range(2))
    visitor = open_page(DESKTOP)
    frames, sockets = listening(visitor), []
    visitor.on("websocket", lambda socket: sockets.append(socket.url))
    visitor.goto("/")
    card = visitor.locator("#tv-in")
    expect(card).to_have_attribute("href", f"/watch/{one}/")
    expect(card).to_contain_text("turn 1")
    assert findings(visitor) == []
    site.inside(passes, one, 0)
    visitor.evaluate(LOOKS)
    expect(card).to_contain_text("turn 2")
    site.inside(concedes, one)
    visitor.evaluate(LOOKS)
    expect(card).to_have_attribute("href", f"/watch/{other}/")
    site.inside(concedes, other)
    visitor.evaluate(LOOKS)
    expect(visitor.locator("#tv")).to_be_hidden()
    assert not sockets and not frames
