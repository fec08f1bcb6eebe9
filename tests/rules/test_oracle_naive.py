"""The naive engine (tests/support/naive.py) agrees with the twelve illustrative records."""

import json
from pathlib import Path

import pytest

from tests.support import naive

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))


def test_the_records_are_here():
    assert len(RECORDS) >= 13


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_naive_agrees_with_the_record(path):
    story = json.loads(path.read_text(encoding="utf-8"))
    assert naive.replay(story["record"]) == story["expected"]


def test_a_draw_the_bag_cannot_give_is_impossible():
    story = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    story["record"]["actions"][0]["drawn"] = ["J", "J", "U"]  # there is one J
    with pytest.raises(naive.ImpossibleChance):
        naive.replay(story["record"])


def test_a_wrong_number_of_draws_is_impossible():
    story = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    story["record"]["actions"][0]["drawn"].pop()
    with pytest.raises(naive.ImpossibleChance):
        naive.replay(story["record"])
