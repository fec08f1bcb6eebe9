"""Time takes effect whoever looks, however late and however often."""

import pytest

from game.services import settle_due
from tests.support.matches import START, make_match, state_of

DEADLINE = START + 60_000


def test_the_sweep_waits_for_grace_and_slack() -> None:
    row = make_match()
    assert settle_due.sweep(DEADLINE + 2_999) == 0
    assert settle_due.sweep(DEADLINE + 3_000) == 1
    state = state_of(row)
    assert (state.turn, state.active, state.deadline) == (2, 1, DEADLINE + 3_000 + 60_000)


@pytest.mark.parametrize("looks", [[10**9], [70_000, 10**9], [63_000, 63_000, 126_000, 189_000, 252_000, 10**9]])
def test_how_often_anybody_looks_changes_nothing(looks: list[int]) -> None:
    row = make_match()
    for later in looks:
        settle_due.sweep(START + later)
    state = state_of(row)
    row.refresh_from_db()
    assert (state.outcome.reason, state.outcome.winner) == ("forfeited", 1)
    assert [entry.at for entry in row.log.filter(seq__gt=1)] == [DEADLINE + n * 63_000 for n in range(5)]
    assert row.finished_at == DEADLINE + 4 * 63_000


def test_an_untimed_match_is_never_due() -> None:
    row = make_match(turn_seconds=None)
    assert settle_due.sweep(START + 10**12) == 0
    assert state_of(row).turn == 1
