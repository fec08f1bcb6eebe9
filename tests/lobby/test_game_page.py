"""The page of each game: its presets, bots, ways, how it differs, who is best; and the line about people."""

import re

import pytest
from django.test import Client

from accounts.models import Standing, User
from game import api as game
from game.live import panels
from lobby import people_line
from lobby.game_page import seats_said
from lobby.models import LastMeeting, Preset
from tests.lobby.conftest import GAMES, START, Clock, until_made

HOUR = 3_600_000


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("variant", GAMES)
def test_every_game_has_its_page_in_the_same_order(client: Client, variant: str, language: str) -> None:
    page = client.get(f"/play/{variant}/", headers={"accept-language": language}).content.decode()
    order = [page.index(f'id="{part}"') for part in ("gp-play", "gp-bots", "gp-diff", "gp-room")]
    assert order == sorted(order)
    offered = re.findall(r'<button class="btn[^"]*" name="preset" value="([\w-]+)"', page)
    assert offered == list(Preset.objects.filter(variant=variant).values_list("key", flat=True))
    has_pictures = panels.template_of(variant, "front/differs") is not None
    assert page.count('<li class="card pic">') == (3 if has_pictures else 0)
    assert ("What is different" in page or "Vad som är annorlunda" in page) is has_pictures
    tabs = re.findall(r'href="/play/(\w+)/"\s*(aria-current="page")?', page.partition("gp__other")[2][:1500])
    assert [key for key, _here in tabs] == GAMES and [key for key, here in tabs if here] == [variant]
    guide = "/guide/" if variant == game.DEFAULT_VARIANT else f"/guide/{variant}/"
    assert f'class="linkbtn" href="{guide}"' in page
    assert "style=" not in page and page.count("btn--play") == 1


@pytest.mark.parametrize(
    ("variant", "ways"),
    [
        ("alfapower", set()),
        ("classic", set()),
        ("alfapet", {"/one-device/alfapet/", "/alone/alfapet/"}),
        ("keebble", {"/one-device/keebble/", "/paper/keebble/"}),
    ],
)
def test_a_game_has_the_ways_of_its_own_and_no_others(client: Client, variant: str, ways: set[str]) -> None:
    page = client.get(f"/play/{variant}/").content.decode()
    assert {link for link in re.findall(r'href="(/(?:one-device|alone|paper)/\w+/)', page)} == ways


@pytest.mark.parametrize("name", ["chess", "ALFAPOWER", "classic2"])
def test_a_game_that_is_not_here_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/play/{name}/").status_code == 404


@pytest.mark.parametrize("variant", GAMES)
def test_a_room_begins_with_the_game_of_the_page(client: Client, variant: str) -> None:
    page = client.get(f"/play/{variant}/").content.decode()
    assert f'<input type="hidden" name="game" value="{variant}">' in page
    room = client.post("/custom/new", {"game": variant})["Location"]
    shown = client.get(room).content.decode()
    assert shown.count('aria-pressed="true"') >= 0 and f'value="{variant}"' in shown
    assert client.post("/custom/new", {"game": "chess"}).status_code == 404


def test_the_best_three_and_ones_own_place(client: Client, clock: Clock, people: list[User]) -> None:
    for points, player in enumerate(people):
        User.objects.filter(pk=player.pk).update(is_guest=False)
        Standing.objects.create(
            user=player, variant="classic", language="", span="all", period="", points=100 * points, listed=True
        )
    client.force_login(people[0])
    page = client.get("/play/classic/").content.decode().partition('id="gp-top"')[2]
    names = re.findall(r"<bdi>([^<]+)</bdi>", page.partition("</ol>")[0])
    assert names == ["David", "Clara", "Björn", "Astrid"]
    assert "top3__me" in page and "top3__me" not in Client().get("/play/classic/").content.decode()


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (0, "Last match: just now."),
        (59_999, "Last match: just now."),
        (60_000, "Last match: 1 min ago."),
        (12 * 60_000, "Last match: 12 min ago."),
        (HOUR, "Last match: 1 h ago."),
        (24 * HOUR - 1, "Last match: 23 h ago."),
        (24 * HOUR, ""),
        (None, ""),
        (-5, "Last match: just now."),
    ],
)
def test_how_long_ago_is_said_up_to_a_day(ago: int | None, said: str) -> None:
    assert people_line.last_in_words(None if ago is None else START - ago, START) == said


@pytest.mark.parametrize(
    ("waiting", "said"), [(0, "Nobody is waiting."), (1, "1 is waiting. You start"), (2, "2 are waiting. You start")]
)
def test_one_line_says_who_waits(waiting: int, said: str) -> None:
    LastMeeting.objects.create(variant="flex", met_at=START - HOUR)
    line = people_line.line_of("flex", waiting, START)
    assert line.said.startswith(said) and line.is_waiting is (waiting > 0)
    assert line.last == ("" if waiting else "Last match: 1 h ago.")


def test_a_meeting_is_noted(
    met: list[User], clock: Clock, made: list[object], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        until_made(clock, *met)
    assert LastMeeting.objects.get().variant == game.DEFAULT_VARIANT


@pytest.mark.parametrize(
    ("seats", "said"), [((2,), "2 players"), ((1, 2, 3, 4), "1 to 4 players"), ((2, 3, 4, 5), "2 to 5 players")]
)
def test_numbers_of_players_in_words(seats: tuple[int, ...], said: str) -> None:
    assert seats_said(seats) == said
