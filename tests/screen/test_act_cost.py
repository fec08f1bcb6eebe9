"""What the pushes of an applied act cost, counted in bytes to both pages and in panels drawn."""

import statistics

import pytest

from benchmarks.load.script import SETTINGS, script
from game.live import panels, pushes
from game.live.screens import screen_of
from game.services.settlement import settled
from tests.support.matches import SEED, START, make_match, submit

SOON = START + 1000
MOST_BYTES = 6_200
"""5,770 were counted, and some hundred more or less: of words worth the same, another is found in each process."""
MOST_DRAWN = 11


def test_an_act_sends_little_and_draws_few_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median act of a match on 15 × 15 from its fifth on; before there were pieces it sent 118 kB, and drew 19
    panels for each of both."""
    drawn, real = [], panels._draw
    monkeypatch.setattr(panels, "_draw", lambda game, panel, context: drawn.append(panel) or real(game, panel, context))
    panels._drawn.cache_clear()
    row = make_match(seed=SEED, **SETTINGS)
    sent, rendered = [], []
    for seat, action in [(0, None), *script("alfapower", SEED, 30)]:
        if action is not None:
            assert not submit(row, seat, **action).code
        drawn.clear()
        screens = [screen_of(settled(row.pk, SOON), viewer, SOON) for viewer in (0, 1)]
        sent.append(sum(len(pushes.push(one, "en", since=one.table.version - 1).encode()) for one in screens))
        rendered.append(len(drawn) / 2)
    assert statistics.median(sent[5:]) <= MOST_BYTES, sent
    assert statistics.median(rendered[5:]) <= MOST_DRAWN, rendered
