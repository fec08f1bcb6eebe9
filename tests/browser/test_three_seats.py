"""Three browsers at a game that `manage.py new_game` has written: a room, a match that one leaves and the others play
on, and its end.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Site, running
from tests.browser.players import Opened, Player, arrive, create_room, on_turn
from tests.browser.test_match import verified
from tests.support.made_database import FILE
from tests.support.sources_copy import copy_sources
from tests.support.timeouts import wait_until
from tests.support.types import certain

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has the game beside its own; without a clock, which would not wait for a slow machine."""
    sources = tmp_path_factory.mktemp("sources")
    copy_sources(sources)
    call_command("new_game", "trio", into=sources / "game" / "variants")
    rules = sources / "game" / "variants" / "trio" / "rules" / "variant.py"
    text = rules.read_text().replace("(LANGUAGE, TURN_SECONDS", "(LANGUAGE, replace(TURN_SECONDS, default=None)")
    rules.write_text(text.replace("from game", "from dataclasses import replace\n\nfrom game", 1))
    with running(sources) as started:
        yield started


@pytest.fixture
def three(open_page: Opened) -> list[Page]:
    """The pages of three people; any console error fails the test."""
    return [open_page(device) for device in (DESKTOP, PHONE, DESKTOP)]


def meet(host: Page, *guests: Page) -> list[Player]:
    """A room of four for the game, of whom three come and play; the players in turn order."""
    code = create_room(host)
    host.locator("#game-trio").click()
    host.get_by_role("button", name="4", exact=True).click()
    for guest in guests:
        guest.goto("/")
        guest.locator("[data-code] input").fill(code)
        guest.get_by_role("button", name="Join").click()
        expect(guest.locator("#room-seats")).to_contain_text("you")
    expect(host.locator(".seatrow .avatar:not(.avatar--free)")).to_have_count(3)
    expect(host.locator("#ready")).to_be_disabled()
    host.get_by_role("button", name="Play with those who are here").click()
    for page in (host, *guests):
        page.locator("#ready:enabled").click()
    for page in (host, *guests):
        arrive(page, "#state")
    return sorted((Player(page) for page in (host, *guests)), key=lambda player: int(player.state("seat")))


def first_word(players: list[Player]) -> list[Player]:
    """Somebody lays the first word, after swaps where there is none; the players in turn order from that one on."""
    for turn in range(30):
        player, *others = players[turn % 3 :] + players[: turn % 3]
        on_turn(player)
        if move := player.best_move(limit=6):
            player.play(move)
            return [player, *others]
        player.exchange(5)
    raise AssertionError("no word in thirty hands")


def test_three_play_one_leaves_and_two_play_on_to_the_end(three: list[Page], site: Site, tmp_path: Path) -> None:
    first, second, third = first_word(meet(*three))
    expect(first.page.locator(".pcard")).to_have_count(3)
    on_turn(second)
    turn = int(second.state("turn"))
    second.exchange(5)
    expect(first.page.locator("#told")).to_contain_text("swapped 5 tiles")
    on_turn(third)
    third.resign()

    expect(first.page.locator(f'#state[data-mine="1"][data-turn="{turn + 2}"]')).to_have_count(1)
    for player in (first, second):
        expect(player.page.locator(".pcard", has_text="Has left")).to_have_count(1)
    expect(third.page.locator("#readout")).to_contain_text("You have left. The others play on.")
    third.page.goto("/")
    expect(third.page.locator("body")).not_to_contain_text("Continue")
    third.page.go_back()

    seat = int(first.state("seat"))
    for player in (first, second, first):
        on_turn(player)
        player.pass_turn()
    on_turn(second)
    second.press("pass")
    arrive(first.page, ".verdict")
    record = verified(site, first, tmp_path)
    points = record["result"]["totals"][seat]
    assert sorted(record["result"]["totals"]) == [0, 0, points] and record["result"]["places"][seat] == 1
    said = ((f"You win by {points}", points, "1"), (f"wins by {points}", 0, "2"), (f"wins by {points}", 0, "3"))
    for player, (headline, total, place) in zip((first, second, third), said, strict=True):
        arrive(player.page, ".verdict")
        expect(player.page.locator("h1#v")).to_contain_text(headline)
        expect(player.page.locator("#total-you")).to_have_text(str(total))
        expect(player.page.locator("#place-you")).to_have_text(place)
        expect(player.page.locator("#rank")).to_contain_text("Custom matches are not ranked.")


def test_one_leaves_and_closes_the_page_and_the_others_play_on_to_the_end(three: list[Page], site: Site) -> None:
    first, second, third = meet(*three)
    third.resign()
    expect(first.page.locator(".pcard", has_text="Has left")).to_have_count(1)
    seat = int(third.state("seat"))
    third.page.close()
    database = sqlite3.connect(site.data / FILE)
    gone = f"SELECT seat FROM game_seatrow WHERE away AND seat = {seat}"  # as soon as the lease of the page has lapsed
    wait_until(lambda: database.execute(gone).fetchall(), "the page is missed")
    database.close()

    for player in (first, second):
        assert certain(player.page.reload()).status == 200
        arrive(player.page, "#state")
    for player in (first, second, first, second):
        on_turn(player)
        player.press("pass")
    for player in (first, second):
        arrive(player.page, ".verdict")
        expect(player.page.locator("main")).to_contain_text("Everybody passed")
    assert "Traceback" not in site.server.output


def test_the_replay_the_statistics_and_a_rematch_of_who_stay(three: list[Page]) -> None:
    first, second, third = meet(*three)
    first.exchange(2)
    second.resign()
    for player in (third, first, third):
        on_turn(player)
        player.pass_turn()
    on_turn(first)
    first.press("pass")
    for player in (first, second, third):
        arrive(player.page, ".verdict")

    first.page.locator("#replay-first").click()
    expect(first.page.locator("#moment")).to_have_attribute("data-number", "0")
    expect(first.page.locator("#moment .smallhand")).to_have_count(3)

    before = first.page.url
    first.page.locator("#rematch-yes").click()
    second.page.locator("#rematch").get_by_role("button", name="Not now").click()
    third.page.locator("#rematch").get_by_role("button", name="Accept").click()
    for player in (first, third):
        expect(player.page).not_to_have_url(before)
        arrive(player.page, "#state")
        expect(player.page.locator(".pcard")).to_have_count(2)

    expect(second.page.locator("#rematch")).to_contain_text("The others play again without you.")

    page = second.page
    page.get_by_role("link", name="Statistics").first.click()
    page.goto(f"{page.url}?game=trio")
    wait_until(lambda: page.reload() and page.locator("#figures .metrics").count(), "the match counts")
    expect(page.locator("#figures .metrics")).to_contain_text("0 won, 1 lost")
    expect(page.locator("#figures")).to_contain_text("Everybody passed")
