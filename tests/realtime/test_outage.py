"""After an outage each match has a version of its own, in which only the clocks were put off. Whoever comes for it, as
every page of the site does, is told that and nothing else."""

from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from benchmarks.load.script import SETTINGS
from game import unchanged_page
from game.live import consumers, panels, pushes
from game.live.pieces import Drawn
from game.live.screens import screen_of
from game.models import Match, Outage
from game.services import clock, presence
from game.services.settle_due import settled
from tests.realtime.test_unchanged_page import first_frame, steps
from tests.screen.test_pieces import Shown, is_shown, whole
from tests.support.matches import SEED, START, make_match, submit, user_at
from tests.support.run_length import grid

SOON = START + 1000
BACK = START + 31_000
MOST_BYTES = 3_000
MOST_PANELS = 4


def played(number: int = 12) -> Match:
    """A match in which so much was done."""
    row = make_match(seed=SEED, **SETTINGS)
    for seat, action in steps()[:number]:
        assert not submit(row, seat, **action).code
    return settled(row.pk, SOON)


def after_outages(row: Match, number: int = 1) -> Match:
    """The match after so many times in which nobody could act."""
    for seat in (0, 1):
        presence.touch(row.pk, seat, SOON)
    length = (BACK - SOON) // number
    for nth in range(number):
        Outage.objects.create(from_at=SOON + nth * length, to_at=SOON + (nth + 1) * length)
    later = settled(row.pk, BACK)
    assert later.version == row.version + number
    return later


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The panels that are drawn from now on."""
    found: list[str] = []
    honest = panels._draw

    def noted(game: str, panel: str, context: Mapping[str, Any]) -> Drawn:
        found.append(panel)
        return honest(game, panel, context)

    monkeypatch.setattr(panels, "_draw", noted)
    panels.memory.forget()
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("number", "outages", "is_kept"), grid([0, 1, 12, 16], [1, 2], [True, False]))
def test_a_page_is_told_how_the_clocks_stand_and_nothing_else(
    drawn: list[str], number: int, outages: int, is_kept: bool
) -> None:
    """16: the turn that runs is in the list already, for what was bought in it."""
    row = played(number)
    before = [screen_of(row, viewer, SOON) for viewer in (0, 1)]
    pages = [Shown("\n".join(whole(screen).values())) for screen in before]
    pushes._kept.clear()
    if is_kept:
        for screen in before:
            pushes.push(screen, "en", since=0)
    row = after_outages(row, outages)
    for viewer, page in enumerate(pages):
        screen = screen_of(row, viewer, BACK)
        drawn.clear()
        push = pushes.push(screen, "en", since=before[viewer].table.version)
        assert len(drawn) <= MOST_PANELS and len(push.encode()) <= MOST_BYTES, drawn
        for _ in range(2):  # what came twice changes nothing
            page.take(push)
        is_shown(page, screen)
        assert f"{30 + outages * 5} s were given back" in page.html


@pytest.mark.django_db
def test_what_is_done_next_comes_in_pieces_to_a_page_whose_panels_are_kept() -> None:
    row = played()
    for viewer in (0, 1):
        pushes.push(screen_of(row, viewer, SOON), "en", since=0)
    row = after_outages(row)
    pages = []
    for viewer in (0, 1):
        screen = screen_of(row, viewer, BACK)
        pages.append(Shown("\n".join(whole(screen).values())))
        pushes.push(screen, "en", since=row.version - 1)
    assert not submit(row, screen.view.active, at=BACK, do="pass").code
    for viewer, page in enumerate(pages):
        screen = screen_of(settled(row.pk, BACK), viewer, BACK)
        push = pushes.push(screen, "en", since=screen.table.version - 1)
        assert 'id="board"' not in push
        page.take(push)
        is_shown(page, screen)


@pytest.mark.django_db
def test_where_more_has_come_about_the_screen_is_whole() -> None:
    row = played()
    shows = row.version
    row = after_outages(row)
    screen = screen_of(row, 0, BACK)
    assert 'id="board"' in pushes.push(screen, "en", since=shows - 1)
    assert not submit(row, screen.view.active, at=BACK, do="pass").code
    assert 'id="board"' in pushes.push(screen_of(settled(row.pk, BACK), 0, BACK), "en", since=shows)


@pytest.mark.django_db
def test_a_page_that_asks_by_http_is_told_the_same(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    row = played()
    row = after_outages(row)
    monkeypatch.setattr("game.match.views.now_ms", lambda: BACK)
    mark = unchanged_page.mark(row.public_id, 0, "en")
    client.force_login(user_at(row, 0))
    said = client.get(f"/match/{row.public_id}/panels?shows={row.version - 1}&screen={mark}").content.decode()
    assert said == pushes.put_off(screen_of(row, 0, BACK))
    assert said.count("hx-swap-oob") == len(said.split("\n"))


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_comes_back_is_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (clock, consumers):
        monkeypatch.setattr(module, "now_ms", lambda: BACK)
    row = await sync_to_async(played)()
    row = await sync_to_async(after_outages)(row)
    pushes._kept.clear()
    mark = unchanged_page.mark(row.public_id, 0, "en")
    frame = await first_frame(row, 0, shows=row.version - 1, screen=mark)
    put_off = await sync_to_async(lambda: pushes.put_off(screen_of(row, 0, BACK)))()
    assert frame == put_off
