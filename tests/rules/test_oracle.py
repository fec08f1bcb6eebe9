"""The engine beside the naive one: random whole matches, compared step by step.

`ORACLE_MATCHES=20000 pytest tests/rules/test_oracle.py` plays more than the default; `ORACLE_FIRST` is the
first seed, so that a long run can go where none has been.
"""

import os
from typing import Any

import pytest

from game.dispatch.record_check import replay_record
from tests.support.histogram import EXPECTED, Happenings
from tests.support.random_matches import random_match
from tests.support.run_length import tries

FIRST = int(os.environ.get("ORACLE_FIRST", "0"))
MATCHES = tries(40, 600, "ORACLE_MATCHES")
BATCH = 40


def first_difference(record: dict[str, Any], naive: dict[str, Any], engine: dict[str, Any]) -> str:
    """Where the two part, in words; empty when they agree."""
    for ours, theirs, action in zip(naive["steps"], engine["steps"], record["actions"], strict=False):
        if ours != theirs:
            keys = [key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)]
            lines = [f"  {key}: naive {ours.get(key)!r}, engine {theirs.get(key)!r}" for key in sorted(keys)]
            return "\n".join([f"action {ours['index']}: {action}", *lines])
    if len(naive["steps"]) != len(engine["steps"]):
        return f"naive has {len(naive['steps'])} steps, engine {len(engine['steps'])}"
    keys = [key for key in naive["final"] if naive["final"][key] != engine["final"].get(key)]
    return "\n".join(f"final {key}:\n  naive  {naive['final'][key]}\n  engine {engine['final'][key]}" for key in keys)


@pytest.mark.parametrize("start", range(FIRST, FIRST + MATCHES, BATCH))
def test_engine_and_naive_play_the_same_matches(start: int) -> None:
    for seed in range(start, min(start + BATCH, FIRST + MATCHES)):
        match = random_match(seed)
        engine = replay_record(match["record"])
        difference = first_difference(match["record"], match["expected"], engine)
        assert not difference, f"seed {seed}, settings {match['record']['settings']}\n{difference}"
        assert match["expected"] == engine


@pytest.mark.long
def test_the_generator_reaches_every_corner() -> None:
    happenings = Happenings()
    for seed in range(600):
        random_match(seed, happenings)
    assert EXPECTED - happenings.keys() == set()


def test_a_match_is_its_seed() -> None:
    assert random_match(7) == random_match(7)
    assert random_match(7) != random_match(8)


def test_first_difference_names_action_and_key() -> None:
    match = random_match(3)
    changed = random_match(3)["expected"]
    changed["steps"][4]["coins"][0] += 1
    told = first_difference(match["record"], match["expected"], changed)
    assert told.startswith("action 4:") and "coins: naive" in told
    assert not first_difference(match["record"], match["expected"], match["expected"])
