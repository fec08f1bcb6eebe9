"""A browser that is closed, and one that comes back: what the other one sees meanwhile, and how it ends."""

import pytest

from tests.production.absences import AWAY, TURN_SECONDS, WINDOW, Absences

pytestmark = pytest.mark.needs_browser
LEASE = 9
LATE = 20  # seconds; pages of other tests are drawn on the same processors, and gaps of the pulse are given back


@pytest.fixture
def over(absences: Absences) -> Absences:
    absences.join(2 * WINDOW)
    assert not absences.is_alive() and absences.failed == "" and absences.wrong == []
    return absences


def test_whoever_stays_away_for_five_minutes_has_lost(over: Absences) -> None:
    seen = over.seen
    assert "You win" in seen.verdict, seen.verdict
    taken = seen.ended - seen.closed
    assert WINDOW <= taken <= WINDOW + LEASE + LATE
    # The count-down said so from the beginning: each look names the same moment.
    promised = [moment + left for moment, left in seen.counted]
    assert len(promised) > 10 and max(promised) - min(promised) < LATE
    assert abs(seen.ended - promised[0]) < LATE


def test_whoever_comes_back_after_two_minutes_finds_board_hand_and_clock(over: Absences) -> None:
    seen = over.returned
    assert seen.told_away and seen.told_back
    for key in ("board", "hand", "mine", "scores"):
        assert seen.after[key] == seen.before[key], key
    assert any("." not in row or row.strip(".") for row in seen.after["board"]), "nothing was played"
    # The clock of the turn ran on, and both pages show the same. A gap of the pulse on a busy machine is given back.
    assert seen.after["seconds"] < TURN_SECONDS - AWAY + LATE
    assert abs(seen.before["seconds"] - seen.after["seconds"] - seen.away) < LATE
    assert abs(seen.after["seconds"] - seen.of_the_other["seconds"]) <= 2
