"""The process of bots: it acts by the players' door, takes its time, and a turn that fails holds no match."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from bots import runner as running
from bots.management.commands import bots as bots_command
from bots.pace import LONGEST_MS, SHORTEST_MS, pause_ms
from bots.rules import Pass, Place, Placed
from bots.runner import PASSES_AFTER_MS, Runner
from bots.turn_in_progress import Note, Underway
from game import api as game
from game.bot_seats import BotSight
from game.match.parsing import Message
from game.models import LogEntry, Match
from game.services import play, settlement
from tests.bots.practice import bot_due, make_practice
from tests.support.matches import START
from tests.support.types import certain

pytestmark = pytest.mark.django_db

MINUTE = 60_000
LATER = START + LONGEST_MS


class Clock:
    def __init__(self, now: int) -> None:
        self.now = now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(LATER)
    monkeypatch.setattr(game, "now_ms", lambda: clock.now)
    return clock


@pytest.fixture
def note(tmp_path: Path) -> Note:
    return Note(tmp_path / "bots" / "1.json")


@pytest.fixture
def row() -> Match:
    """A practice match in which the bot begins."""
    return make_practice()


def passing(sight: BotSight) -> Pass:
    return Pass()


def crashing(sight: BotSight) -> NoReturn:
    raise ZeroDivisionError


def nonsense(sight: BotSight) -> Place:
    return Place((Placed(0, 0, "?", "A"),))


def no_word(sight: BotSight) -> Place:
    """Tiles of the hand through the middle that spell nothing: two of the rarest."""
    tiles = sorted((tile for tile in sight.view.hand if tile.letter), key=lambda tile: -tile.value)[:2]
    middle = sight.view.size // 2
    return Place(tuple(Placed(middle, middle + n, tile.tile) for n, tile in enumerate(tiles)))


def test_a_bot_acts_as_a_player_does_and_only_on_its_turn(row: Match, clock: Clock, note: Note) -> None:
    assert Runner(passing, note, clock.now).step(clock.now) == 1
    entry = certain(LogEntry.objects.filter(match=row).last())
    assert (entry.seat, entry.action, entry.nonce) == (0, '{"do":"pass"}', "bot-1")
    assert not bot_due(row)
    assert Runner(passing, note, clock.now).step(clock.now + MINUTE) == 0


def test_what_it_sees_is_the_view_of_its_seat(row: Match, clock: Clock, note: Note) -> None:
    seen = []
    Runner(lambda sight: seen.append(sight) or Pass(), note, clock.now).step(clock.now)
    [sight] = seen
    assert (sight.seat, sight.level, sight.view.viewer) == (0, "calm", 0)
    assert sight.lexicon == (row.lexicon_name, row.lexicon_version) and not sight.view.hands


def test_it_takes_the_time_of_a_person_unless_asked_not_to(row: Match, clock: Clock, note: Note) -> None:
    early = START + pause_ms(row.pk, 1) - 1
    assert SHORTEST_MS <= pause_ms(row.pk, 1) <= LONGEST_MS
    bots = Runner(passing, note, early)
    assert bots.step(early) == 0
    game.set_at_once(row.pk, True)
    assert bots.step(early) == 1


@pytest.mark.parametrize("think", [crashing, nonsense, no_word])
def test_a_turn_that_fails_is_counted_and_passed_a_minute_later(
    row: Match, clock: Clock, note: Note, caplog: pytest.LogCaptureFixture, think: Callable[..., Any]
) -> None:
    bots = Runner(think, note, clock.now)
    with caplog.at_level(logging.ERROR):
        bots.step(clock.now)
    assert bots.faults == 1 and f"match {row.pk}" in caplog.text
    clock.now += PASSES_AFTER_MS - 1
    assert bots.step(clock.now) == 0 and bot_due(row)
    clock.now += 1
    assert bots.step(clock.now) == 1 and not bot_due(row)
    assert bots.faults == 1


def test_where_a_clock_runs_a_failed_turn_is_left_to_it(clock: Clock, note: Note) -> None:
    row = make_practice(begins="bot", turn_seconds=90)
    bots = Runner(crashing, note, clock.now)
    bots.step(clock.now)
    clock.now += PASSES_AFTER_MS + 1_000
    assert bots.step(clock.now) == 0
    settlement.enforce(row.pk, START + 94_000)
    assert not bot_due(row)
    assert [entry.action for entry in LogEntry.objects.filter(match=row)][-1] == '{"do":"timeout"}'


def test_a_turn_whose_process_was_killed_is_tried_once_more(row: Match, clock: Clock, note: Note) -> None:
    note.begin(Underway(row.pk, 1))
    noted: list[Any] = []

    def killed(sight: BotSight) -> Pass:
        noted.append(note.left_behind())
        return Pass()

    assert Runner(killed, note, clock.now).step(clock.now) == 1
    assert noted == [(Underway(row.pk, 1), 2)]


def test_a_turn_that_has_ended_two_processes_is_not_taken_up_again(row: Match, clock: Clock, note: Note) -> None:
    note.begin(Underway(row.pk, 1), 1)
    thought: list[BotSight] = []
    bots = Runner(lambda sight: thought.append(sight) or Pass(), note, clock.now)
    assert bots.step(clock.now) == 0 and not thought and bots.faults == 1
    clock.now += PASSES_AFTER_MS
    assert bots.step(clock.now) == 1 and not thought


def test_one_bad_match_holds_up_no_other(clock: Clock, note: Note) -> None:
    bad, good = make_practice(begins="bot"), make_practice(begins="bot")

    def think(sight: BotSight) -> Pass:
        if game.bot_turns(2)[0].match_id == bad.pk and not thought:
            thought.append(sight)
            raise ValueError
        return Pass()

    thought: list[BotSight] = []
    assert Runner(think, note, clock.now).step(clock.now) == 1
    assert bot_due(bad) and not bot_due(good)


def test_two_processes_act_once(row: Match, clock: Clock, note: Note) -> None:
    sight = certain(game.bot_sight(row.pk, clock.now))
    assert not game.bot_act(row.pk, sight, Pass(), clock.now).code
    assert not game.bot_act(row.pk, sight, Pass(), clock.now).code
    assert LogEntry.objects.filter(match=row).count() == 2


def test_thinking_without_end_ends_the_process(clock: Clock, note: Note, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Runner(passing, note, clock.now)
    assert not bots.hangs()
    bots.begun_at = 0.0
    monkeypatch.setattr("time.monotonic", lambda: running.HANGS_SECONDS + 0.1)
    assert bots.hangs()


def test_the_note_is_empty_after_each_turn(row: Match, clock: Clock, note: Note) -> None:
    Runner(passing, note, clock.now).step(clock.now)
    assert note.left_behind() is None
    note.begin(Underway(row.pk, 3))
    assert note.left_behind() == (Underway(row.pk, 3), 1)
    note.file.write_text("{")
    assert note.left_behind() is None


def test_practice_is_never_rated_and_nobody_is_missed(clock: Clock) -> None:
    row = make_practice(begins="person")
    assert row.practice and not row.rated
    week = START + 7 * 24 * 60 * MINUTE
    assert settlement.sweep(week) == 0
    assert Match.objects.get(pk=row.pk).status == Match.Status.LIVE
    game_seat = certain(game.practice_seat(row.public_id, certain(row.seats.get(bot="").user_id)))
    assert (game_seat.level, game_seat.over) == ("calm", False)
    play.submit(row.pk, 0, Message(Pass(), "nonce-of-a-person", 1), week)
    assert bot_due(row)


def test_it_waits_for_a_database_that_is_away_at_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither ends nor makes anything until the word lists in force are known."""
    answers: list[list[str] | OperationalError] = [OperationalError("starting up"), OperationalError("refused"), ["en"]]

    def lists() -> list[str]:
        answer = answers.pop(0)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    made = Mock(return_value=Mock(stdout=[], wait=lambda: 0))
    monkeypatch.setattr(bots_command, "_lists_in_force", lists)
    monkeypatch.setattr("subprocess.Popen", made)
    monkeypatch.setattr(bots_command, "DATABASE_EVERY_SECONDS", 0)
    command = bots_command.Command()
    command.ended, command.parent, command.done = threading.Event(), 0, 0
    command._prepare()
    assert (command.lists, made.call_count, answers) == (["en"], 1, [])
