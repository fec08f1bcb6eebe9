"""Glicko-2 against its author's worked example, and against what must hold of any rating."""

import pytest

from accounts.ranking.glicko import PERIOD_MS, Skill, idle, update

YEAR_MS = 365 * 24 * 60 * 60 * 1000


def test_glickmans_example() -> None:
    """The paper prints 1464.06, 151.52 and 0.05999, with its intermediate figures rounded."""
    met = [(Skill(1400, 30), 1), (Skill(1550, 100), 0), (Skill(1700, 300), 0)]
    after = update(Skill(1500, 200, 0.06), met)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.059996, abs=1e-6)


@pytest.mark.parametrize("level", [-900, 700, 1300])
@pytest.mark.parametrize("matches", [1, 10])
def test_only_differences_of_ratings_matter(level: int, matches: int) -> None:
    """The same results a few hundred points higher or lower are worth the same, volatility included."""
    here = update(Skill(1500, 80), [(Skill(1800, 60), 1)] * matches)
    there = update(Skill(1500 + level, 80), [(Skill(1800 + level, 60), 1)] * matches)
    assert there.rating - level == pytest.approx(here.rating, abs=1e-6)
    assert (there.deviation, there.volatility) == pytest.approx((here.deviation, here.volatility), abs=1e-9)


def test_who_is_less_sure_moves_more_and_becomes_surer() -> None:
    new, known = Skill(), Skill(1500, 60)
    won, lost = update(new, [(known, 1)]), update(known, [(new, 0)])
    assert won.rating - 1500 > 10 * (1500 - lost.rating) > 0
    assert won.deviation < new.deviation


def test_a_deviation_grows_while_nothing_is_played_up_to_that_of_a_newcomer() -> None:
    known = Skill(1620, 60)
    assert idle(known, 0) == idle(known, -5) == known
    year = idle(known, YEAR_MS)
    assert year.rating == 1620 and 105 < year.deviation < 110
    assert idle(idle(known, PERIOD_MS), PERIOD_MS).deviation == pytest.approx(idle(known, 2 * PERIOD_MS).deviation)
    assert idle(known, 1000 * YEAR_MS).deviation == idle(Skill(), YEAR_MS).deviation == 350


@pytest.mark.parametrize("gap", [0, 400, 3000])
@pytest.mark.parametrize("score", [0, 1])
def test_the_search_for_the_volatility_ends_for_every_surprise(gap: int, score: int) -> None:
    for deviation in (30, 350):
        for volatility in (0.02, 0.06, 0.3):
            after = update(Skill(1500 + gap, deviation, volatility), [(Skill(1500, deviation, volatility), score)] * 3)
            assert 0 < after.volatility < 1 and 0 < after.deviation <= 350
