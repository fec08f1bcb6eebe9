"""A page that comes back to what it shows already is told so, and nothing is drawn for it; any other gets the whole
screen."""

import re
from functools import cache
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import translation

from benchmarks.load.script import SETTINGS, Step, script
from bots.games import give_up_of
from common import release
from game import unchanged_page
from game.live import panels
from game.live.pieces import Drawn
from game.live.screens import screen_of
from game.models import Match
from game.presentation import PRESENTATIONS
from game.presentation.player_cards import Table
from game.services import clock
from game.services.settle_due import settled
from tests.support.matches import SEED, START, make_match, state_of, submit, user_at
from tests.support.run_length import LONG
from tests.support.sockets import OPEN, open_page
from tests.support.types import certain

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_missed")]
SOON = START + 1000


async def first_frame(row: Match, seat: int, **asked: object) -> str:
    """What a page of the seat is sent first whose address says that."""
    said = "".join(f"&{name}={value}" for name, value in asked.items())
    one = open_page(row, await sync_to_async(user_at)(row, seat), said)
    assert (await one.connect())[0]
    return await one.receive_from()


async def match() -> Match:
    """A match at its third version, with a clock."""
    row = await sync_to_async(make_match)(turn_seconds=60)
    await sync_to_async(submit)(row, 0, do="pass")
    await sync_to_async(submit)(row, 1, do="pass")
    return row


def drawn_anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that are drawn from now on, one a drawing."""
    drawn: list[int] = []
    honest = panels.draw

    def noted(view: Any, table: Table) -> dict[str, Drawn]:
        drawn.append(table.version)
        return honest(view, table)

    monkeypatch.setattr(panels, "draw", noted)
    return drawn


async def test_a_page_that_shows_it_is_told_so_with_its_clock_and_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, drawn = await match(), drawn_anew(monkeypatch)
    frame = await first_frame(row, 0, shows=3, screen=unchanged_page.mark(row.public_id, 0, "en"))
    left = (await sync_to_async(state_of)(row)).deadline - SOON
    assert frame == unchanged_page.beat(3, min(left, 60_000)) and not drawn


async def test_a_page_without_a_clock_is_wound_nothing() -> None:
    row = await sync_to_async(make_match)(turn_seconds=None)
    frame = await first_frame(row, 1, shows=1, screen=unchanged_page.mark(row.public_id, 1, "en"))
    assert frame == unchanged_page.beat(1)


@pytest.mark.parametrize("shows", ["2", "4", "0", "", "³", "-3", "3 ", "9" * 30])
async def test_another_version_brings_the_whole_screen(shows: str) -> None:
    """2: a push was lost. 4: it cannot be."""
    row = await match()
    frame = await first_frame(row, 0, shows=shows, screen=unchanged_page.mark(row.public_id, 0, "en"))
    assert 'id="board"' in frame and 'id="state"' in frame


@pytest.mark.parametrize("of", ["seat", "language", "match", "release", "nobody"])
async def test_a_page_drawn_otherwise_gets_the_whole_screen(monkeypatch: pytest.MonkeyPatch, of: str) -> None:
    """Whoever signs in as the other player in the same browser, a page in the other language, and all pages after a
    change of what they are drawn by."""
    row = await match()
    marks = {
        "seat": unchanged_page.mark(row.public_id, 1, "en"),
        "language": unchanged_page.mark(row.public_id, 0, "sv"),
        "match": unchanged_page.mark("another", 0, "en"),
        "release": unchanged_page.mark(row.public_id, 0, "en"),
        "nobody": "",
    }
    if of == "release":
        monkeypatch.setattr(release, "digest", lambda: "the next")
    assert 'id="board"' in await first_frame(row, 0, shows=3, screen=marks[of])


async def test_while_somebody_is_away_what_counts_down_for_them_is_drawn() -> None:
    row = await match()
    await sync_to_async(row.seats.filter(seat=1).update)(seen_at=START - 10**6)
    version = (await sync_to_async(settled)(row.pk, SOON)).version
    assert version > 3, "the absence is written down"
    frame = await first_frame(row, 0, shows=version, screen=unchanged_page.mark(row.public_id, 0, "en"))
    assert 'id="board"' in frame


async def test_what_happens_next_comes_to_a_page_that_was_told_so() -> None:
    row = await match()
    mark = unchanged_page.mark(row.public_id, 0, "en")
    assert await first_frame(row, 0, shows=3, screen=mark) == unchanged_page.beat(3, 60_000)
    await sync_to_async(submit)(row, 0, do="pass")
    frame = await OPEN[-1].receive_from()
    assert 'data-version="4"' in frame and 'id="board"' in frame, "no drawing of the third is kept here"


def test_the_panels_of_a_page_whose_socket_is_away_are_as_short(client: Client) -> None:
    row = make_match(starts_at=clock.now_ms(), turn_seconds=None)
    client.force_login(user_at(row, 0))
    asked: dict[str, Any] = {"shows": 1, "screen": unchanged_page.mark(row.public_id, 0, "en")}
    path = f"/match/{row.public_id}/panels"
    assert client.get(path, asked).content.decode() == unchanged_page.beat(1)
    for other in ({}, asked | {"shows": 2}, asked | {"screen": "x"}):
        assert 'id="board"' in client.get(path, other).content.decode()


def test_a_page_is_drawn_with_the_mark_that_it_is_known_by(client: Client) -> None:
    row = make_match(starts_at=clock.now_ms())
    client.force_login(user_at(row, 1))
    html = client.get(f"/match/{row.public_id}/").content.decode()
    assert certain(re.search(r'data-screen="([^"]+)"', html))[1] == unchanged_page.mark(row.public_id, 1, "en")


@cache
def steps() -> list[Step]:
    """How a match of this seed begins."""
    return script("alfapower", SEED, 24)


def changed_by_time(row: Match, seat: int) -> set[str]:
    """The panels that are another text nine seconds later."""
    screens = [screen_of(settled(row.pk, SOON), seat, now) for now in (SOON, SOON + 9_000)]
    with translation.override("en"):
        one, other = (panels.render(screen.view, screen.table) for screen in screens)
    return {panel for panel in one if one[panel] != other[panel]}


@pytest.mark.parametrize("variant", PRESENTATIONS)
def test_time_alone_changes_no_panel_but_the_timer(variant: str) -> None:
    """Or a page that is told that nothing is new would show what is old."""
    row = make_match(variant=variant, turn_seconds=60)
    for seat in (0, 1, 0):
        assert changed_by_time(row, seat) == {"timer"}
        active = state_of(row).active
        turn_over = give_up_of(variant)(screen_of(settled(row.pk, SOON), active, SOON).view)
        assert not submit(row, active, **turn_over.dump()).code


def test_nor_in_the_middle_of_a_match() -> None:
    row = make_match(seed=SEED, **SETTINGS)
    for number, (seat, action) in enumerate(steps()):
        assert not submit(row, seat, **action).code
        if LONG or number % 3 == 2:
            assert changed_by_time(row, seat) == {"timer"}
