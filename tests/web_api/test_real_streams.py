"""The bot API over real HTTP: the example bot plays a match to the end, and streams begin, beat and end as told."""

import contextlib
import json
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from game.api import Entrant, now_ms
from game.services import matches
from lobby.services import rooms
from tests.support import shared_site
from tests.support.live_server import Site
from tests.support.timeouts import HANGING, PATIENCE, wait_until
from tests.web_api.conftest import Bot
from web_api.models import Token

ROOT = Path(__file__).resolve().parents[2]
SHORT_WORDS = ("AE", "AN", "AT", "ED", "EN", "ER", "IN", "IT", "LO", "OD", "ON", "OR", "OW", "RE", "TI", "TO")
"""Few enough for a short match, and so common that some hand of the two can nearly always begin with one."""


class Programs:
    """Two bots of the site with a token each, and a room of the first."""

    def __init__(self, site: Site, *names: str) -> None:
        with shared_site.database_of(site):
            bots = [Bot(name) for name in names]
            self.room = rooms.create(bots[0].user.pk, "en", now_ms())
        self.site, self.tokens, self.user_ids = site, [bot.token for bot in bots], [bot.user.pk for bot in bots]

    def ask(self, path: str, token: str) -> Any:
        """The answer of an address, to be read."""
        request = urllib.request.Request(f"{self.site.origin}/api/{path}", headers={"Authorization": f"Bearer {token}"})
        return urllib.request.urlopen(request, timeout=PATIENCE)

    def act(self, match: str, token: str, **action: Any) -> Any:
        """What an action came to, done or not."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = json.dumps({"nonce": uuid4().hex, **action}).encode()
        request = urllib.request.Request(f"{self.site.origin}/api/match/{match}/act", body, headers)
        with contextlib.suppress(urllib.error.HTTPError):
            return json.load(urllib.request.urlopen(request, timeout=PATIENCE))


@pytest.fixture
def programs(
    pytestconfig: pytest.Config, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[..., Programs]]:
    """`programs("Robur", "Verne")`: two of the site that this worker's tests share; it knows each name once."""
    site = shared_site.of_this_worker(pytestconfig)
    with django_db_blocker.unblock():
        yield partial(Programs, site)


def words_of(hand: list[dict[str, Any]]) -> list[str]:
    """The short words that the letters of a hand make; an Alfa tile is none yet."""
    letters = [tile["letter"] for tile in hand if not tile["alfa"]]
    return [word for word in SHORT_WORDS if all(letters.count(each) >= word.count(each) for each in word)]


def test_two_example_bots_play_a_match_to_the_end(programs: Callable[..., Programs], tmp_path: Path) -> None:
    table = programs("Robur", "Verne")
    script, words = str(ROOT / "examples" / "bot.py"), tmp_path / "words.txt"
    words.write_text(" ".join(SHORT_WORDS), encoding="utf-8")
    commands = [[sys.executable, script, table.site.origin, token, table.room, str(words)] for token in table.tokens]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for command in commands]
    said = [process.communicate(timeout=HANGING)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    events = table.ask("events", table.tokens[0])
    ended = next(event for event in map(json.loads, events) if event["type"] == "match_ended")
    events.close()
    states = [json.load(table.ask(f"match/{ended['match']}", token)) for token in table.tokens]
    assert [state["over"] for state in states] == [True, True]
    assert sorted(states[0]["names"]) == ["Robur (bot)", "Verne (bot)"]
    # The deal is by lot: where the board stayed empty, neither hand has the letters of a word.
    laid = any(cell["letter"] for cell in states[0]["view"]["cells"])
    assert laid or not any(words_of(state["view"]["hand"]) for state in states), states
    whole = [json.loads(line) for line in table.ask(f"match/{ended['match']}/stream", table.tokens[0])]
    assert [line["type"] for line in whole] == ["state"]
    assert "Traceback" not in table.site.output


def test_streams_beat_are_few_and_end_with_their_token(programs: Callable[..., Programs]) -> None:
    table = programs("Nemo", "Fogg")
    mine = table.tokens[0]
    first = table.ask("events", mine)
    kinds = [json.loads(first.readline())["type"] for _ in range(2)]
    assert kinds == ["room", "heartbeat"]
    others = [table.ask("events", mine) for _ in range(4)]
    with pytest.raises(urllib.error.HTTPError) as refused:
        table.ask("events", mine)
    assert (refused.value.code, json.load(refused.value)["code"]) == (429, "too_many_streams")
    assert refused.value.headers["Retry-After"]
    others.pop().close()

    def opens() -> bool:
        with contextlib.suppress(urllib.error.HTTPError):
            others.append(table.ask("events", mine))
        return len(others) == 4

    wait_until(opens, "a stream in the place of that which was closed", lambda: table.site.output)
    with shared_site.database_of(table.site):
        Token.objects.filter(user_id=table.user_ids[0]).delete()
    for stream in (first, *others):
        assert stream.read() is not None  # the end of the stream
    with pytest.raises(urllib.error.HTTPError) as gone:
        table.ask("account", mine)
    assert gone.value.code == 401 and "Traceback" not in table.site.output


def test_what_a_program_does_not_read_is_not_kept(programs: Callable[..., Programs]) -> None:
    """Every change of a match was kept for it by the process, 26 times what a page may leave unread (security P3)."""
    table = programs("Ahab", "Flint")
    with shared_site.database_of(table.site):
        entrants = [Entrant(user_id, name) for user_id, name in zip(table.user_ids, ("Ahab", "Flint"), strict=True)]
        settings: dict[str, Any] = {"board_size": 19, "turn_seconds": None, "tries_per_turn": 50, "starting_coins": 0}
        with transaction.atomic():
            row = matches.create(
                variant="alfapower", settings=settings, entrants=entrants, starts_at=now_ms() - 1_000, by_lot=False
            )
    stream = socket.create_connection(("127.0.0.1", table.site.port), timeout=PATIENCE)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32_768)
    head = f"GET /api/match/{row.public_id}/stream HTTP/1.0\r\nHost: 127.0.0.1:{table.site.port}\r\n"
    stream.sendall(f"{head}Authorization: Bearer {table.tokens[0]}\r\n\r\n".encode())
    for seat, token in enumerate(table.tokens):
        hand = [tile["letter"] or "e" for tile in json.load(table.ask(f"match/{row.public_id}", token))["view"]["hand"]]
        for word in islice(permutations(hand), 49):
            tiles = [[9, 6 + place, letter] for place, letter in enumerate(word)]
            table.act(row.public_id, token, do="place", turn=seat + 1, tiles=tiles)
        newest = table.act(row.public_id, token, do="pass", turn=seat + 1)["version"]
    with stream, stream.makefile("rb") as lines:
        while lines.readline() != b"\r\n":
            pass
        states = [{"version": 0}]
        while states[-1]["version"] < newest:
            states += [state for state in [json.loads(lines.readline())] if state["type"] == "state"]
    assert newest > 90 and len(states) < newest - 10, (len(states), newest)
    assert "Traceback" not in table.site.output


def test_the_example_is_as_short_as_is_promised() -> None:
    assert len((ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()) <= 60
