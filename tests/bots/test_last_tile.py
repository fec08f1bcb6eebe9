"""A person far ahead, whose last tile fits nowhere, passes while the bot still lays: that concedes nothing, and the
totals decide (R4.40, C4.8)."""

import random
from typing import Any

import pytest

from bots.engine.preparation import Words
from bots.games import decide_of
from bots.levels import LEVELS
from game.dispatch.steps import apply
from game.kernel.actions import Pass
from game.kernel.chance import NoChance
from game.kernel.events import LoggedStep, turn_began
from game.kernel.match import Env
from game.variants import VARIANTS
from tests.bots.states import graph_of
from tests.support import classic, text_boards

WORDS = frozenset(["AT", "ATE", "EAT", "EATS", "ES", "ET", "ETA", "SEAT", "SET", "TA", "TAT", "TE", "TEA", "TEAS"])
MOST_TURNS = 60
BOARD = [*["..........."] * 5, "....TEAS...", *["..........."] * 5]


def ends(**settings: Any) -> dict[str, Any]:
    """Each game just before its end: the person leads by 90 and holds an X and has passed once, the
    bot five tiles that have words."""
    given: dict[str, Any] = {
        "hand": "X",
        "other": "STATE",
        "bag": "",
        "scores": (190, 100),
        "passes": (1, 0),
        **settings,
    }
    return {
        "alfapower": text_boards.scene(" ".join(BOARD), **given),
        "classic": classic.scene(("TEAS", 7, 6, "across"), **given),
    }


def played_out(game: str, state: Any) -> tuple[Any, int]:
    """The match when it is over, and how many passes of the person in a row it then held at most."""
    log, passes = [LoggedStep((turn_began(0, state.turn, None),))], 0
    words = Words(graph_of(WORDS), graph_of(WORDS))
    for _ in range(MOST_TURNS):
        seat = state.active
        view = VARIANTS[game].view(state, seat, log, 0)
        bots = decide_of(game)(view, LEVELS["calm"], words, random.Random(1)) if seat else Pass()
        step = apply(state, seat, bots, Env(0, WORDS, NoChance()))
        state, passes = step.state, max(passes, step.state.players[0].passes)
        log.append(LoggedStep(step.events))
        if state.over:
            return state, passes
    raise AssertionError("a match without end")


@pytest.mark.parametrize("game", ["alfapower", "classic"])
def test_the_leader_passes_to_the_end_and_wins(game: str) -> None:
    over, passes = played_out(game, ends()[game])
    assert (over.outcome.reason in ("bag_empty", "stalled"), over.outcome.winner) == (True, 0)
    assert passes >= 3


@pytest.mark.parametrize("game", ["alfapower", "classic"])
def test_where_passes_concede_the_leader_has_lost(game: str) -> None:
    over, _ = played_out(game, ends(empty_bag_concedes=True)[game])
    assert (over.outcome.reason, over.outcome.winner) == ("conceded", 1)
