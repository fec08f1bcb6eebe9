"""The tournament: goes on where it stopped, exchanges seats, and says how sure it is."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from django.core.management import call_command

from bots.engine import bot_matches
from bots.engine.bot_matches import Played
from bots.levels import Level
from bots.management.commands.bot_tournament import interval
from dictionary import api as dictionary
from dictionary.lexicon import Lexicon

Seen: TypeAlias = list[tuple[Any, ...]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Seen:
    seen: Seen = []

    def play(game: str, levels: Sequence[Level], lexicon: Lexicon, settings: dict[str, Any], seed: int) -> Played:
        seen.append((*(level.key for level in levels), seed))
        stronger = max(range(len(levels)), key=lambda seat: levels[seat].order)
        totals = tuple(10 if seat == stronger else 0 for seat in range(len(levels)))
        return Played(stronger, "bag_empty", totals, 20, ({},) * len(levels))

    monkeypatch.setattr(bot_matches, "play_match", play)
    monkeypatch.setattr(dictionary, "current", lambda language: SimpleNamespace(name=language))
    return seen


def test_each_deal_is_played_from_both_seats(played: Seen, tmp_path: Path) -> None:
    call_command("bot_tournament", tmp_path / "results", matches=2)
    assert ("calm", "easygoing", 0) in played and ("easygoing", "calm", 0) in played
    assert len(played) == 8


def test_at_a_larger_table_the_higher_level_plays_a_deal_from_every_seat(played: Seen, tmp_path: Path) -> None:
    call_command("bot_tournament", tmp_path / "results", matches=3, seats=3)
    mine = [seats for seats in played if set(seats[:3]) == {"calm", "easygoing"}]
    assert [seats.index("easygoing") for seats in mine] == [0, 1, 2] and {seats[3] for seats in mine} == {0}


def test_it_goes_on_where_it_stopped_also_after_half_a_line(
    played: Seen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results"
    call_command("bot_tournament", file, matches=2)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:5]) + "\n")
    played.clear()
    call_command("bot_tournament", file, matches=2)
    before, after = (sorted(map(json.loads, text), key=str) for text in (lines, file.read_text().splitlines()))
    assert len(played) == 3 and before == after
    assert "| sharp – keen | 2 | 100% | 34%–100% | +10 |" in capsys.readouterr().out


@pytest.mark.parametrize(("won", "played_in_all", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278)])
def test_the_interval_is_wilsons(won: int, played_in_all: int, low: float, high: float) -> None:
    assert interval(won, played_in_all) == pytest.approx((low, high), abs=0.001)
