"""Whole matches played by lot: what never changes does not, and record, replay and fair deal tell the same match."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from game.kernel.variant import Dealt
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.ending import totals
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.variant import VARIANT
from tests.support.alfapet import rules
from tests.support.players.alfapet import act_by_lot
from tests.support.types import certain
from tests.support.whole_matches import Taken, drawn_actions, places_hold, play, tiles_of, told_again
from tests.support.word_lists import AllBut

MOST_TURNS = 300


def every_tile(state: MatchState) -> Counter[str]:
    """Black tiles and arrows of the board among them."""
    cells = state.board.cells
    return tiles_of(state) + Counter({"#": sum(cell.black for cell in cells), ">": sum(bool(c.arrow) for c in cells)})


CASES = [
    {"seed": 1, "seats": 2},
    {"seed": 2, "seats": 3, "rack": 6, "theme_words": ["KO", "ÄLV"]},
    {"seed": 3, "seats": 4, "rack": 8, "language": "en", "timeouts_to_forfeit": 2},
    {"seed": 4, "seats": 1, "passes_to_end": 3},
    {"seed": 5, "seats": 4, "board_size": 17},
    {"seed": 6, "seats": 2, "specials": False},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case: dict[str, Any]) -> None:
    dealt, steps, number = play(VARIANT, AllBut(), act_by_lot, MOST_TURNS, rules, **case)
    assert steps[-1][3].state.over
    all_tiles = Counter(dealt.step.state.tileset.bag())
    laid = 0
    for before, seat, action, step in steps:
        after = step.state
        assert every_tile(after) == all_tiles
        assert set(before.gone) <= set(after.gone)
        laid += isinstance(action, Lay)
        if after.over:
            assert after.active == before.active
            continue
        assert after.players[after.active].out is None
        if after.turn > before.turn:
            assert seat == before.active
            seats = len(after.players)
            rounds = [(before.active + 1 + n) % seats for n in range(seats)]
            assert after.active == next(seat for seat in rounds if after.players[seat].out is None)
        else:
            assert after.active == before.active and len(after.gone) == len(before.gone) + 1
    assert laid >= 3
    last = steps[-1].step.state
    places_hold(last, [total.total for total in totals(last)])
    told_again(VARIANT, dealt, steps, number, record_of(dealt, steps))


def record_of(dealt: Dealt, steps: Sequence[Taken]) -> dict[str, Any]:
    """What the record of a match has beside its settings, seed and result."""
    began = dealt.step.state
    names = [f"P{seat}" for seat in range(len(began.players))]
    scored = [event for one in steps for event in one.step.events if event.kind == "words_scored"]
    return {
        "lexicon": {"words": sorted({word[0] for event in scored for word in event.public["words"]})},
        "players": [names[place] for place in certain(dealt.order)],
        "lobby_order": names,
        "hands": [list(player.hand) for player in began.players],
        "actions": drawn_actions(steps),
        **VARIANT.record.write_start(began),
    }
