"""One player, a phone and a desk: a turn prepared on one is there on the other, what collides comes back by name, and
where both lay at once the last change stands and the other is an undo away."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from game.api import now_ms
from game.models import Match, SeatRow
from tests.browser.conftest import CALM, PHONE, SLOW, Site
from tests.browser.players import Player, Seated
from tests.support.matches import submit

DESK = CALM | {"viewport": {"width": 1280, "height": 800}}
SOMEBODY_STIRS = """() => dispatchEvent(
  Object.defineProperty(new Event("pointermove"), "timeStamp", { value: performance.now() + 60_000 }))"""
"""The mouse moves, after a minute in which nothing has."""


class Table:
    """A slow match on whose second seat, which waits, are a phone and a desk."""

    def __init__(self, site: Site, seat_at: Seated) -> None:
        self.site, self.seat_at = site, seat_at
        hands = ("TENSOR?", "AEIDLGM")
        self.public_id, _first, self.key = site.deal(hands=hands, board_size=15, timeouts_to_forfeit=1, **SLOW)
        self.phone, self.desk = self.at(PHONE), self.at(DESK)

    def at(self, device: dict[str, Any], locale: str = "en-GB") -> Player:
        """One more page of the second player's."""
        (player,) = self.seat_at([self.public_id, self.key], [device], locale)
        return player

    def kept(self) -> list[Any]:
        """The tiles that the server has."""
        seat = self.site.inside(SeatRow.objects.get, match__public_id=self.public_id, seat=1)
        tiles: list[Any] = json.loads(seat.draft or '{"tiles": []}')["tiles"]
        return tiles

    def until_kept(self, *letters: str) -> None:
        """Wait until it has exactly these."""
        for _ in range(60):
            if sorted(tile[2] for tile in self.kept()) == sorted(letters):
                return
            self.phone.page.wait_for_timeout(250)
        raise AssertionError(f"{letters} are not kept, but {self.kept()}")

    def other_plays(self, *tiles: tuple[int, int, str]) -> None:
        """The first player's word."""

        def play() -> str:
            row = Match.objects.get(public_id=self.public_id)
            return submit(row, 0, now_ms(), do="place", tiles=[[*tile] for tile in tiles]).code

        assert self.site.inside(play) == ""


@pytest.fixture
def table(site: Site, seat_at: Seated) -> Table:
    return Table(site, seat_at)


@contextmanager
def not_looking(player: Player) -> Iterator[None]:
    """The page does not hear meanwhile what another page has laid."""

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(status=204)
        else:
            route.continue_()

    player.page.route("**/draft", answer)
    yield
    player.page.unroute("**/draft")


def look(player: Player) -> None:
    """The page comes to the front."""
    player.page.evaluate("window.dispatchEvent(new Event('focus'))")


def test_only_what_collides_comes_back_and_every_page_says_which(table: Table) -> None:
    phone, desk = table.phone, table.desk
    for tile, row, col in [("A", 7, 7), ("D", 0, 0), ("L", 7, 8)]:
        phone.place(tile, row, col)
    table.until_kept("A", "D", "L")
    desk.page.evaluate(SOMEBODY_STIRS)
    expect(desk.pending()).to_have_count(3)

    table.other_plays((7, 6, "T"), (7, 7, "E"), (7, 8, "N"))
    said = "Back in your hand: A (H8), L (I8)."
    for player in (phone, desk):
        expect(player.pending()).to_have_count(1)
        expect(player.cell(0, 0).locator(".tile--new")).to_have_count(1)
        expect(player.page.locator("#readout")).to_contain_text(said)
        expect(player.page.locator("#live")).to_contain_text(said)

    late = table.at(DESK, "sv-SE")  # days later, on a page that was not open as it happened
    expect(late.pending()).to_have_count(1)
    said = "Tillbaka på handen: A (H8), L (I8)."
    expect(late.page.locator("#readout")).to_contain_text(said)
    expect(late.page.locator("#live")).to_contain_text(said)
    late.place("E", 6, 6)
    table.until_kept("D", "E")


def test_of_two_that_lay_at_once_the_last_change_stands_and_neither_is_lost_unseen(table: Table) -> None:
    phone, desk = table.phone, table.desk
    with not_looking(desk):
        phone.place("A", 0, 0)
        table.until_kept("A")
        desk.place("E", 2, 2)
        table.until_kept("E")
    readout = desk.page.locator("#readout")
    expect(readout).to_contain_text("You laid other tiles elsewhere.")
    expect(desk.page.locator("#live")).to_contain_text("You laid other tiles elsewhere.")

    look(phone)  # whose tile is not on the board any more, and an undo away
    expect(phone.cell(2, 2).locator(".tile--new")).to_have_count(1)
    expect(phone.pending()).to_have_count(1)
    expect(phone.page.locator("#readout")).to_contain_text("You laid other tiles elsewhere.")
    expect(phone.page.locator("#readout [data-act=undo]")).to_be_visible()

    readout.locator("[data-act=undo]").click()  # the desk shows what the phone had, and the phone will
    expect(desk.cell(0, 0).locator(".tile--new")).to_have_count(1)
    expect(desk.pending()).to_have_count(1)
    table.until_kept("A")
    desk.page.keyboard.press("Control+z")
    expect(desk.cell(2, 2).locator(".tile--new")).to_have_count(1)
    table.until_kept("E")


def test_the_word_played_on_one_takes_nothing_back_on_the_other(table: Table) -> None:
    table.other_plays((7, 6, "T"), (7, 7, "E"), (7, 8, "N"))
    phone, desk = table.phone, table.desk
    phone.place("D", 7, 9)
    table.until_kept("D")
    look(desk)
    expect(desk.pending()).to_have_count(1)
    phone.press("play")
    expect(desk.page.locator('#state[data-mine="0"]')).to_have_count(1)
    expect(desk.pending()).to_have_count(0)
    expect(desk.page.locator("#readout")).not_to_contain_text("hand")
    table.until_kept()
