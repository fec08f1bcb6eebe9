"""Whole matches played by lot: what never changes does not, and record, story and fair deal tell the same match."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.board import Board
from game.kernel.actions import Action, Timeout
from game.kernel.chance import seat_order
from game.kernel.match import Step
from game.kernel.setting_types import changed_settings
from game.kernel.variant import Dealt
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.ending import totals
from game.variants.flex.rules.settings import SETTINGS
from game.variants.flex.rules.setup import Start
from game.variants.flex.rules.state import MatchState
from game.variants.flex.rules.variant import VARIANT
from tests.support.acts import NOW
from tests.support.flex import rules
from tests.support.naive_crossword import groups
from tests.support.naive_position import lies_of
from tests.support.players.flex import act_by_lot
from tests.support.whole_matches import Taken, drawn_actions, play, tiles_of, told_again
from tests.support.word_lists import AllBut

MOST_TURNS = 200


CASES = [
    {"seed": 1, "begun": Start(creator=None), "layout": "quick11"},
    {"seed": 2, "begun": Start(creator=0), "layout": ["d" * 11] * 11, "flex_turns": 5},
    {"seed": 3, "begun": Start(creator=1), "layout": "blank11", "language": "sv", "loosen_cost": False, "bingo": 0},
    {"seed": 4, "begun": Start(creator=None), "layout": "standard15", "take_cost": False},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case: dict[str, Any]) -> None:
    dealt, steps, number = play(VARIANT, AllBut(), act_by_lot, MOST_TURNS, rules, **case)
    assert steps[-1][3].state.over
    all_tiles = Counter(dealt.step.state.tileset.bag())
    for before, seat, action, step in steps:
        holds(before, seat, action, step)
        assert tiles_of(step.state) == all_tiles
    assert sum(isinstance(action, Arrange) and bool(action.moves) for _, _, action, _ in steps) >= 3
    assert sum(isinstance(action, Arrange) and bool(action.takes) for _, _, action, _ in steps) >= 1
    tells_itself_again(dealt, steps, number)


def holds(before: MatchState, seat: int, action: Action, step: Step[MatchState]) -> None:
    """What is so after every step."""
    after = step.state
    mine, was = after.players[seat], before.players[seat]
    assert groups(lies_of(after.board)) <= 1
    assert all(len(player.hand) == 7 for player in after.players) or not after.bag
    assert len(after.bag) <= len(before.bag)
    if isinstance(action, Arrange):
        assert len(mine.hand) + len(after.bag) < len(was.hand) + len(before.bag)
        assert mine.flexed == was.flexed + bool(action.moves or action.takes)
        assert (after.idle, mine.timeouts) == (0, 0)
    else:
        assert mine.score == was.score and after.board == before.board and after.idle == before.idle + 1
        assert mine.timeouts == (was.timeouts + 1 if isinstance(action, Timeout) else 0)
    left = after.flex_left(seat)
    assert left is None or left >= 0
    assert after.over or (after.active, after.turn) == (1 - seat, before.turn + 1)
    assert after.players[1 - seat] == before.players[1 - seat]


def tells_itself_again(dealt: Dealt, steps: Sequence[Taken], number: bytes) -> None:
    """The record of the match holds, its story is the match, and all its tiles follow from the seed."""
    began, last = dealt.step.state, steps[-1].step.state
    scored = [event for one in steps for event in one.step.events if event.kind == "words_scored"]
    record = {
        "settings": changed_settings(SETTINGS, began.rules),
        "lexicon": {"words": sorted({text for one in steps for text in texts_on(one.step.state.board)})},
        "players": list(seat_order(number, ("Ann", "Bo"))),
        "lobby_order": ["Ann", "Bo"],
        "hands": [list(player.hand) for player in began.players],
        "actions": drawn_actions(steps),
        **VARIANT.record.write_start(began),
    }
    assert record.get("creator") == began.creator and "bag" not in record and scored
    replay, story, _ = told_again(VARIANT, dealt, steps, number, record)
    assert sum(step["turn_score"] for step in replay.steps) == sum(player.score for player in last.players)
    ends = [total.total for total in totals(last)]
    facts = VARIANT.facts(story.steps, NOW)
    assert [(seat.points, seat.total) for seat in facts] == [
        (player.score, total) for player, total in zip(last.players, ends, strict=True)
    ]
    assert sum(seat.turns for seat in facts) == len(steps)
    assert [seat.total for seat in VARIANT.seat_totals(last)] == ends
    assert last.outcome.reason in VARIANT.played_out or last.outcome.reason == "forfeited"


def texts_on(board: Board) -> list[str]:
    """Every word that lies on the board."""
    runs = board.runs_through([i for i, cell in enumerate(board.cells) if cell.letter])
    return ["".join(board.cells[i].letter for i in run) for way in runs for run in way]
