"""The bot API over real HTTP: the example bot plays a match to the end, and streams begin, beat and end as told."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import data_folder
from tests.support.live_server import Site
from tests.support.timeouts import HANGING, PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SEEDED = """
import json
from accounts.models import User
from accounts.services import bot_accounts, naming
from game.services.clock import now_ms
from lobby.services import rooms
from web_api.services import tokens
made = []
for name in ("Robur", "Verne"):
    user = User(email=name + "@example.org")
    user.set_unusable_password()
    naming.take_name(user, name)
    bot_accounts.become_bot(user.pk)
    made.append((user.pk, tokens.make(user.pk, "test")))
print("MADE", json.dumps([*(token for _, token in made), rooms.create(made[0][0], "en", now_ms())]))
"""


SHORT_WORDS = ("AE", "AN", "AT", "ED", "EN", "ER", "IN", "IT", "LO", "OD", "ON", "OR", "OW", "RE", "TI", "TO")
"""Few enough for a short match, and so common that some hand of the two can begin with one."""


def in_site(folder: Path, script: str) -> str:
    """What a script prints that runs with the database of the site."""
    own = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    own |= {"ALFAPOWER_NO_BOOTSTRAP": "1", "ALFAPOWER_DATA": str(folder)}
    command = [sys.executable, "manage.py", "shell", "-c", script]
    return subprocess.run(command, cwd=ROOT, env=own, check=True, capture_output=True, text=True).stdout


class Programs:
    """A site, two bots with a token each, and a room of the first."""

    def __init__(self, folder: Path) -> None:
        data_folder.lend(folder)
        self.folder = folder
        *self.tokens, self.room = json.loads(in_site(folder, SEEDED).partition("MADE ")[2])
        self.site = Site(folder)

    def ask(self, path: str, token: str) -> Any:
        """The answer of an address, to be read."""
        request = urllib.request.Request(f"{self.site.origin}/api/{path}", headers={"Authorization": f"Bearer {token}"})
        return urllib.request.urlopen(request, timeout=PATIENCE)


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    made = Programs(tmp_path)
    yield made
    made.site.stop()


def test_two_example_bots_play_a_match_to_the_end(programs: Programs, tmp_path: Path) -> None:
    script, words = str(ROOT / "examples" / "bot.py"), tmp_path / "words.txt"
    words.write_text(" ".join(SHORT_WORDS), encoding="utf-8")
    commands = [
        [sys.executable, script, programs.site.origin, token, programs.room, words] for token in programs.tokens
    ]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for command in commands]
    said = [process.communicate(timeout=HANGING)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    events = programs.ask("events", programs.tokens[0])
    ended = next(event for event in map(json.loads, events) if event["type"] == "match_ended")
    events.close()
    state = json.load(programs.ask(f"match/{ended['match']}", programs.tokens[0]))
    assert state["over"] and sorted(state["names"]) == ["Robur (bot)", "Verne (bot)"]
    assert any(cell["letter"] for cell in state["view"]["cells"]), "nobody laid a word"
    whole = [json.loads(line) for line in programs.ask(f"match/{ended['match']}/stream", programs.tokens[0])]
    assert [line["type"] for line in whole] == ["state"]
    assert "Traceback" not in programs.site.output


def test_streams_beat_are_few_and_end_with_their_token(programs: Programs) -> None:
    mine = programs.tokens[0]
    first = programs.ask("events", mine)
    kinds = [json.loads(first.readline())["type"] for _ in range(2)]
    assert kinds == ["room", "heartbeat"]
    others = [programs.ask("events", mine) for _ in range(4)]
    with pytest.raises(urllib.error.HTTPError) as refused:
        programs.ask("events", mine)
    assert (refused.value.code, json.load(refused.value)["code"]) == (429, "too_many_streams")
    assert refused.value.headers["Retry-After"]
    in_site(programs.folder, "from web_api.models import Token; Token.objects.all().delete()")
    for stream in (first, *others):
        assert stream.read() is not None  # the end of the stream
    with pytest.raises(urllib.error.HTTPError) as gone:
        programs.ask("account", mine)
    assert gone.value.code == 401 and "Traceback" not in programs.site.output


def test_the_example_is_as_short_as_is_promised() -> None:
    assert len((ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()) <= 60
