"""Match records: the illustrative ones of every game replay to the letter. How tampered ones are found out is in
tests/rules, with the rules of each game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.dispatch.record_check import verify
from game.games import DEFAULT_VARIANT
from game.variants import VARIANTS
from tests.support import naive, samples
from tests.support.run_length import tries

FOLDER = Path(__file__).parent
FILES = samples.files()
SIBLINGS = sorted(set(VARIANTS) - {DEFAULT_VARIANT})
FEWEST = 6


ALL = [(game, path) for game in ("", *SIBLINGS) for path in samples.files(game)]


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{game}-{path.stem}") for game, path in ALL])
def test_a_record_replays_to_what_is_expected_of_it(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    replay = verify(data["record"])
    assert replay.data() == data["expected"]
    assert replay.difference == ""


@pytest.mark.parametrize("game", ["", *(game for game in SIBLINGS if (FOLDER / game).is_dir())])
def test_of_a_game_that_has_records_there_are_all(game: str) -> None:
    numbers = [int(path.name.split("-")[0]) for path in samples.files(game)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= FEWEST


@pytest.mark.parametrize("hash_seed", ["1", "2"][: tries(1, 2)])
def test_nothing_hangs_on_the_order_of_sets(hash_seed: str) -> None:
    """The same replay in a process whose string hashes differ from those here, and from run to run."""
    code = (
        "import json, sys; from game.dispatch.record_check import replay_record;"
        "print(json.dumps([replay_record(json.load(open(path))['record']) for path in sys.argv[1:]]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *map(str, FILES)],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(FOLDER.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [json.loads(path.read_text())["expected"] for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_naive_agrees_with_the_record(path: Path) -> None:
    story = json.loads(path.read_text(encoding="utf-8"))
    assert naive.replay(story["record"]) == story["expected"]


@pytest.mark.parametrize("drawn", [["J", "J", "U"], ["B", "U"]], ids=["there is one J", "too few"])
def test_naive_takes_no_draws_that_cannot_have_been(drawn: list[str]) -> None:
    record = samples.sample("", "01")
    record["actions"][0]["drawn"] = drawn
    with pytest.raises(naive.ImpossibleChance):
        naive.replay(record)
