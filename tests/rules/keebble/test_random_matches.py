"""Whole matches played by lot with two to five seats: what never changes does not, and record, replay and fair deal
tell the same match."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.kernel.actions import Abandon, Action, Resign
from game.kernel.variant import Dealt
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.dealing import list_length
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.variant import VARIANT
from tests.support.keebble import rules
from tests.support.players.keebble import act_by_lot
from tests.support.whole_matches import Taken, places_hold, play, told_again
from tests.support.word_lists import CoinLexicon

MOST_STEPS = 400


ALL = list(UPGRADES)
CASES = [
    {"seed": 2, "seats": 4, "upgrades": ALL},
    {"seed": 3, "seats": 5, "upgrades": ALL, "directions": ["right", "left", "down", "up"], "language": "sv"},
    {"seed": 4, "seats": 2, "upgrades": ["powerups", "ominous"], "powerup_limit": 1, "start_board": "empty"},
    {"seed": 5, "seats": 3, "upgrades": ["supercells", "backpacks"], "one_each": True},
    {"seed": 6, "seats": 4, "upgrades": []},
    {"seed": 7, "seats": 5, "upgrades": ALL, "max_rounds": 7, "timeouts_to_forfeit": 1},
    {"seed": 8, "seats": 2, "upgrades": ["ominous"], "max_rounds": 40, "directions": ["up"]},
    {"seed": 9, "seats": 3, "upgrades": ALL, "powerup_points": 0},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case: dict[str, Any]) -> None:
    """K3.1, K3.10, K3.11, K6.2, K6.3, K7.1."""
    dealt, steps, number = play(VARIANT, CoinLexicon(50), act_by_lot, MOST_STEPS, rules, **case)
    assert steps[-1][3].state.over
    for before, seat, action, step in steps:
        holds(before, seat, action, step.state)
    last = steps[-1].step.state
    places_hold(last, [player.score for player in last.players])
    tells_itself_again(dealt, steps, number)


def holds(before: MatchState, seat: int, action: Action, after: MatchState) -> None:
    """What one action may change, whatever it was."""
    assert set(before.gone) <= set(after.gone)
    assert before.board.walls <= after.board.walls
    assert all(one.score <= other.score for one, other in zip(before.players, after.players, strict=True))
    dead = [i for i, cell in enumerate(before.board.cells) if cell.dead]
    assert all(after.board.cells[i] == before.board.cells[i] for i in dead)
    assert len(after.powers) <= after.rules.number("powerup_limit")
    assert not any(player.passes for player in after.players)
    if after.over:
        assert (after.active, after.round, after.next_first) == (
            before.active,
            before.round,
            action_first(before, action),
        )
        return
    assert after.players[after.active].out is None and after.players[after.next_first].out is None
    assert 2 <= len(after.open) <= len(after.options)
    if isinstance(action, Resign | Abandon):
        assert (after.options, after.open, after.board) == (before.options, before.open, before.board)
        return
    assert seat == before.active
    assert all(after.players[out].score == before.players[out].score for out in before.gone)
    if after.round > before.round:
        assert len(before.open) == 2 and after.round == before.round + 1
        assert len(after.options) == list_length(len(after.inside)) and after.active == after.next_first
        assert not (after.last and any(option.kind == kinds.START_PLAYER for option in after.options))
    elif after.gone == before.gone:
        assert len(after.open) == len(before.open) - 1 and after.active == before.next_seat


def action_first(before: MatchState, action: Action) -> int:
    """Who opens the next round once the action is done."""
    taken = before.options[action.option].kind if isinstance(action, Take) else ""
    return before.active if taken == kinds.START_PLAYER else before.next_first


def tells_itself_again(dealt: Dealt, steps: Sequence[Taken], number: bytes) -> None:
    """The record of the match holds, its replay is the match, and all its chance follows from the seed."""
    last, actions = steps[-1].step.state, []
    words: set[str] = set()
    for before, seat, action, step in steps:
        actions.append({"seat": seat, **action.dump()})
        if step.state.round > before.round:
            actions[-1]["drawn"] = [option.dump() for option in step.state.options]
        words |= {word for word, _ in VARIANT.record.step(step)["words"]}
    record = {
        "lexicon": {"words": sorted(words)},
        "players": [f"P{seat}" for seat in range(len(last.players))],
        "actions": actions,
        **VARIANT.record.write_start(last),
    }
    assert [seat.total for seat in VARIANT.seat_totals(last)] == [player.score for player in last.players]
    replay, _, redrawn = told_again(VARIANT, dealt, steps, number, record, shown="options")
    assert replay.steps[-1] == {**replay.steps[-1], **VARIANT.record.step(steps[-1].step)}
    assert redrawn.drawn >= 5 * last.round
