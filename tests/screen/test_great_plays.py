"""Which plays are great, and what a bot's card and the end page say of the moment: by what every seat sees."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from bots.levels import LEVELS
from bots.templatetags.bots import bot_at_the_end, bot_face, bot_says
from game.presentation import endings
from game.presentation.great_plays import great_one, moment_of

LONGEST = 36
"""Letters of a line that stand on a card of the match page."""
MOMENTS = ("start", "own", "other", "won", "lost", "drawn")


def turns(*scores: int | None) -> list[Any]:
    """Receipts in turn order, seats 0 and 1 by turns; None for a turn without a word."""
    return [
        SimpleNamespace(seat=place % 2, words=() if score is None else ("W",), score=score or 0)
        for place, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("receipts", "great"),
    [
        (turns(), "start"),
        (turns(None, None), "start"),
        (turns(10), None),
        (turns(10, 90), None),  # too early to tell
        (turns(10, 10, 10, 20), 1),
        (turns(10, 10, 10, 19), None),
        (turns(10, 10, 10, 20, None), 1),  # a pass after it takes nothing from it
        (turns(10, 10, 10, 20, 12), None),  # the next word does
        (turns(0, 0, 0, 0), None),
        (turns(-5, -5, -5, -1), None),
    ],
)
def test_a_play_is_great_beside_those_before_it(receipts: list[Any], great: int | str | None) -> None:
    assert great_one(receipts) == great


@pytest.mark.parametrize(
    ("great", "seat", "moment"), [(None, 0, ""), ("start", 1, "start"), (0, 0, "own"), (1, 0, "other")]
)
def test_each_card_knows_the_moment_from_its_own_side(great: Any, seat: int, moment: str) -> None:
    assert moment_of(great, seat) == moment


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("key", LEVELS)
def test_every_level_has_a_short_line_of_its_own_for_each_moment(key: str, language: str) -> None:
    with translation.override(language):
        said = {moment: bot_says(LEVELS[key], moment) for moment in MOMENTS}
        others = {bot_says(level, moment) for other, level in LEVELS.items() if other != key for moment in MOMENTS}
    assert len(set(said.values())) == len(MOMENTS) and not others & set(said.values())
    assert all(0 < len(line) <= LONGEST for line in said.values()), said


@pytest.mark.parametrize("key", LEVELS)
def test_every_level_has_three_faces(key: str) -> None:
    assert len({bot_face(LEVELS[key], moment) for moment in ("", "own", "other")}) == 3
    assert bot_face(LEVELS[key], "start") == bot_face(LEVELS[key], "drawn") == bot_face(LEVELS[key], "")


@pytest.mark.parametrize(("outcome", "mood"), [("won", "sad"), ("lost", "glad"), ("drawn", "")])
def test_the_bot_takes_the_end_from_its_own_side(outcome: str, mood: str) -> None:
    said = bot_at_the_end(["Astrid", "Moss (bot)"], outcome)
    assert said["mood"] == mood
    assert said["says"] == getattr(LEVELS["calm"].voice, {"won": "lost", "lost": "won"}.get(outcome, outcome))


@pytest.mark.parametrize(("names", "outcome"), [(["Astrid", "Moss (bot)"], ""), (["Astrid", "Björn"], "won")])
def test_no_bot_speaks_to_a_stranger_nor_where_there_is_none(names: list[str], outcome: str) -> None:
    assert bot_at_the_end(names, outcome) == {}


@pytest.mark.parametrize(
    ("viewer", "winner", "places", "seats", "outcome"),
    [
        (0, 0, (1, 2), 2, "won"),
        (1, 0, (1, 2), 2, "lost"),
        (0, None, (1, 1), 2, "drawn"),
        (2, None, (1, 1, 3), 3, "lost"),
        (0, None, None, 2, ""),  # nobody won
        (0, None, (None, None), 2, ""),
        (None, 0, (1, 2), 2, ""),  # a stranger
        (0, 0, (1,), 1, ""),  # alone
    ],
)
def test_how_it_ended_for_the_viewer(viewer: Any, winner: Any, places: Any, seats: int, outcome: str) -> None:
    view = SimpleNamespace(viewer=viewer, winner=winner, places=places, players=[None] * seats)
    assert endings.outcome(view) == outcome
