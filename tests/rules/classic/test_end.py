"""Sections 4 and 5 of docs/rules-classic.md: how a match ends, and what the ranked points make of it."""

from typing import Any

import pytest

from game.dispatch.steps import apply, settle
from game.kernel.actions import Abandon
from game.kernel.chance import NoChance
from game.kernel.match import Env
from game.variants.classic.rules.ending import ranked, totals
from game.variants.classic.rules.state import MatchState
from tests.support.classic import NOW, across, do, scene

CAT = ("CAT", 7, 6, "across")

End = tuple[str, int | None, tuple[int, ...] | None] | None
"""How a match ended: the reason, who won, and the places; None while it runs."""


def ended(state: MatchState) -> End:
    return (state.outcome.reason, state.outcome.winner, state.outcome.places) if state.outcome else None


@pytest.mark.parametrize(
    ("given", "outcome", "sums", "moved"),
    [  # the word laid is CATS, 6 points
        pytest.param({}, ("bag_empty", 0, (1, 2)), [8, -2], [10, -10], id="C4.1 C5.1 one point a tile"),
        pytest.param({"leftover": "value"}, ("bag_empty", 0, (1, 2)), [16, -10], [26, -26], id="C4.1 by value"),
        pytest.param({"scores": (0, 10)}, ("bag_empty", None, (1, 1)), [8, 8], [0, 0], id="C4.5 C5.1 a draw"),
        pytest.param({"scores": (0, 11)}, ("bag_empty", 1, (2, 1)), [8, 9], [-1, 1], id="C4.1 the other wins"),
        pytest.param({"bag": "E"}, None, [6, 0], [0, 0], id="C4.1 a tile left in the bag"),
        pytest.param({"hand": "SE"}, None, [6, 0], [0, 0], id="C4.1 a tile left in the hand"),
    ],
)
def test_the_last_tile(given: dict[str, Any], outcome: End, sums: list[int], moved: list[int]) -> None:
    result = do(scene(CAT, **({"hand": "S", "other": "Q?", "bag": ""} | given)), "place", tiles=across("S", 7, 9))
    assert ended(result.state) == outcome
    assert [total.total for total in totals(result.state)] == sums
    assert ranked(result.state) == moved


@pytest.mark.parametrize(
    ("name", "given", "outcome"),
    [
        pytest.param("pass", {}, None, id="C4.2 the first pass"),
        pytest.param("pass", {"passes": (1, 0)}, ("conceded", 1, (2, 1)), id="C4.2 the second"),
        pytest.param("timeout", {"passes": (1, 0)}, ("conceded", 1, (2, 1)), id="C4.2 a timeout counts as a pass"),
        pytest.param("pass", {"passes": (1, 0), "passes_to_end": 3}, None, id="C4.2 set to three"),
        pytest.param("pass", {"passes": (1, 1)}, ("conceded", 1, (2, 1)), id="C4.4 tiles in the bag"),
        pytest.param("pass", {"passes": (0, 1), "bag": ""}, None, id="C4.4 not the pass that would lose"),
        pytest.param("pass", {"passes": (1, 0), "bag": ""}, None, id="C4.8 the other still lays"),
        pytest.param("timeout", {"passes": (1, 0), "bag": ""}, None, id="C4.8 a timeout, the other still lays"),
        pytest.param("pass", {"passes": (5, 0), "bag": ""}, None, id="C4.8 and on"),
        pytest.param(
            "pass", {"passes": (1, 0), "bag": "", "empty_bag_concedes": True}, ("conceded", 1, (2, 1)),
            id="C4.8 by the setting",
        ),
        pytest.param(
            "timeout", {"passes": (4, 0), "timeouts": (1, 0), "bag": "", "timeouts_to_forfeit": 2},
            ("forfeited", 1, (2, 1)), id="C4.3 with an empty bag too",
        ),
        pytest.param("pass", {"passes": (1, 2), "bag": ""}, ("stalled", None, (1, 1)), id="C4.4 the other long since"),
        pytest.param(
            "pass", {"passes": (1, 1), "bag": "", "empty_bag_concedes": True}, ("stalled", None, (1, 1)),
            id="C4.4 by the setting too",
        ),
        pytest.param("pass", {"passes": (1, 1), "bag": ""}, ("stalled", None, (1, 1)), id="C4.4 C4.5 both stopped"),
        pytest.param(
            "timeout", {"passes": (1, 1), "bag": "", "scores": (3, 2)}, ("stalled", 0, (1, 2)), id="C4.4 by totals"
        ),
        pytest.param(
            "timeout", {"passes": (1, 1), "timeouts": (1, 0), "bag": "", "timeouts_to_forfeit": 2},
            ("forfeited", 1, (2, 1)), id="C4.3 a forfeit comes first",
        ),
        pytest.param("timeout", {"timeouts_to_forfeit": 1}, ("forfeited", 1, (2, 1)), id="C4.3 the first timeout"),
        pytest.param("resign", {"scores": (9, 1)}, ("resigned", 1, (2, 1)), id="C4.6 though ahead"),
    ],
)  # fmt: skip
def test_stopping(name: str, given: dict[str, Any], outcome: End) -> None:
    result = do(scene(CAT, **given), name)
    assert ended(result.state) == outcome
    if name == "pass":
        assert result.events[0].public == {"conceded": outcome is not None and outcome[0] == "conceded"}


@pytest.mark.parametrize(
    ("everyone", "outcome"), [(False, ("abandoned", 0, (1, 2))), (True, ("abandoned", None, None))]
)
def test_staying_away(everyone: bool, outcome: End) -> None:  # C4.6
    after = apply(scene(), 1, Abandon(everyone), Env(NOW, frozenset(), NoChance())).state
    assert ended(after) == outcome
    assert ranked(after) == [0, 0]


@pytest.mark.parametrize(
    ("name", "fields", "counts"),
    [
        pytest.param("place", {"tiles": across("CAT", 7, 6)}, (0, 0), id="C4.7 a word"),
        pytest.param("swap", {"tiles": ["C"]}, (0, 0), id="C4.7 a swap"),
        pytest.param("pass", {}, (2, 0), id="C4.7 a pass"),
        pytest.param("timeout", {}, (2, 2), id="C4.7 a timeout"),
    ],
)
def test_the_counters(name: str, fields: dict[str, Any], counts: tuple[int, int]) -> None:
    given: dict[str, Any] = {"passes": (1, 1), "timeouts": (1, 1), "passes_to_end": 9, "timeouts_to_forfeit": 9}
    after = do(scene(**given), name, **fields).state
    assert (after.players[0].passes, after.players[0].timeouts) == counts
    assert (after.players[1].passes, after.players[1].timeouts) == (1, 1)


@pytest.mark.parametrize(
    ("scores", "moved"),
    [
        pytest.param((10, 30), [-20, 20], id="C5.2 behind"),
        pytest.param((30, 30), [0, 0], id="C5.2 level"),
        pytest.param((40, 30), [0, 0], id="C5.2 ahead"),
    ],
)
def test_leaving_early(scores: tuple[int, int], moved: list[int]) -> None:
    after = do(scene(scores=scores), "resign").state
    assert ranked(after) == moved and [total.total for total in totals(after)] == list(scores)


def test_time_alone_plays_it_to_the_end() -> None:
    state, reasons = scene(timeouts_to_forfeit=2, passes_to_end=9), []
    for settled in settle(state, NOW + 10_000_000, acting=False):
        state = settled.step.state
        reasons.append(type(settled.action).__name__)
    assert ended(state) == ("forfeited", 1, (2, 1)) and reasons == ["Timeout"] * 3
    assert state.deadline is None and state.over
