"""I12: the same match on any machine: another hash seed, locale or time zone changes nothing.

`python -m tests.model.test_purity` plays a few matches and prints the digest of all their steps.
"""

import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.timeouts import HANGING

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
    {"PYTHONHASHSEED": "77", "LC_ALL": "sv_SE.ISO-8859-1", "TZ": "Pacific/Chatham", "PYTHONUTF8": "1"},
]


def digest_of_some_matches() -> str:
    """Four matches played by numbers, each step of each in one sum."""
    from tests.model.setups import Setup
    from tests.model.world import World
    from tests.support.players.alfapower import Player
    from tests.support.word_lists import CoinLexicon

    total = hashlib.sha256()
    for match in range(4):
        items = ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"]
        settings = {"items": items, "prices": dict.fromkeys(items, 1), "board_size": 11, "alfa_trigger": 2}
        settings["language"] = "sv" if match % 2 else "en"
        world = World(Setup(settings, None, None, bytes([match]) * 32, CoinLexicon(80, match)), Counter())
        for number in range(60):
            player = Player(random.Random(number), world.naive, times_out=False)
            if not world.over:
                world.act(player.use() if number % 3 == 0 else player.play())
            total.update(f"{world.text}{[event.data() for event in world.log[-1].events]}".encode())
    return total.hexdigest()


@pytest.mark.parametrize("surroundings", ELSEWHERE, ids=lambda env: env["LC_ALL"])
@pytest.mark.long
def test_the_same_match_elsewhere(surroundings: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tests.model.test_purity"]
    told = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **surroundings}, capture_output=True, text=True, timeout=HANGING
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == digest_of_some_matches()


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(digest_of_some_matches())
