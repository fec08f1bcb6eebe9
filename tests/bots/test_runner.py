"""The process of bots: it acts by the players' door, takes its time, and a turn that fails holds no match."""

import logging
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.db import OperationalError

from bots import runner as running
from bots.pace import LONGEST_MS, SHORTEST_MS, pause_ms
from bots.rules import Pass, Place, Placed
from bots.runner import PASSES_AFTER_MS, Runner
from game import api as game
from game.api.bot_seats import BotSight
from game.models import LogEntry, Match
from game.services import bot_turns, play, settle_due
from game.services.player_messages import Message
from tests.bots.practice import bot_due, make_practice
from tests.support.matches import START, UserFactory
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


NAME = "machine 1"
LANGUAGES = ["en", "sv"]


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


def test_a_bot_acts_as_a_player_does_and_only_on_its_turn(row: Match, clock: Clock) -> None:
    assert Runner(passing, NAME).step(clock.now) == 1
    entry = certain(LogEntry.objects.filter(match=row).last())
    assert (entry.seat, entry.action, entry.nonce) == (0, '{"do":"pass"}', "bot-1")
    assert not bot_due(row)
    assert Runner(passing, NAME).step(clock.now + MINUTE) == 0


def test_what_it_sees_is_the_view_of_its_seat(row: Match, clock: Clock) -> None:
    seen = []
    Runner(lambda sight: seen.append(sight) or Pass(), NAME).step(clock.now)
    [sight] = seen
    assert (sight.seat, sight.level, sight.view.viewer) == (0, "calm", 0)
    assert sight.lexicon == (row.lexicon_name, row.lexicon_version) and not sight.view.hands


def test_it_takes_the_time_of_a_person_unless_asked_not_to(row: Match, clock: Clock) -> None:
    early = START + pause_ms(row.pk, 1) - 1
    assert SHORTEST_MS <= pause_ms(row.pk, 1) <= LONGEST_MS
    bots = Runner(passing, NAME)
    assert bots.step(early) == 0
    game.set_at_once(row.pk, True)
    assert bots.step(early) == 1


@pytest.mark.parametrize("think", [crashing, nonsense, no_word])
def test_a_turn_that_fails_is_counted_and_passed_a_minute_later(
    row: Match, clock: Clock, caplog: pytest.LogCaptureFixture, think: Callable[..., Any]
) -> None:
    bots = Runner(think, NAME)
    with caplog.at_level(logging.ERROR):
        bots.step(clock.now)
    assert bots.faults == 1 and f"match {row.pk}" in caplog.text
    clock.now += PASSES_AFTER_MS - 1
    assert bots.step(clock.now) == 0 and bot_due(row)
    clock.now += 1
    assert bots.step(clock.now) == 1 and not bot_due(row)
    assert bots.faults == 1


def test_where_a_clock_runs_a_failed_turn_is_left_to_it(clock: Clock) -> None:
    row = make_practice(begins="bot", turn_seconds=90)
    bots = Runner(crashing, NAME)
    bots.step(clock.now)
    clock.now += PASSES_AFTER_MS + 1_000
    assert bots.step(clock.now) == 0
    settle_due.enforce(row.pk, START + 94_000)
    assert not bot_due(row)
    assert [entry.action for entry in LogEntry.objects.filter(match=row)][-1] == '{"do":"timeout"}'


def thinking_of(thought: list[int], then: Callable[[], object] = lambda: None) -> Callable[[BotSight], Pass]:
    """What notes of which matches it thinks, does `then`, and passes."""

    def think(sight: BotSight) -> Pass:
        thought.append(sight.match_id)
        then()
        return Pass()

    return think


def killed(clock: Clock, name: str = NAME) -> None:
    """A process of bots begins, and is killed while it thinks about the turn that waits."""
    bot_turns.free(name)
    [turn] = bot_turns.waiting(clock.now, 1, LANGUAGES)
    assert bot_turns.claim(turn, name, clock.now)


def test_a_turn_whose_process_was_killed_is_tried_once_more(
    row: Match, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    killed(clock)
    thought: list[int] = []
    assert Runner(thinking_of(thought), NAME).step(clock.now) == 1
    assert thought == [row.pk] and "the process before this one ended" in caplog.text


def test_a_turn_that_has_ended_two_processes_is_not_taken_up_again(row: Match, clock: Clock) -> None:
    killed(clock)
    killed(clock)
    thought: list[int] = []
    bots = Runner(thinking_of(thought), NAME)
    assert bots.step(clock.now) == 0 and not thought and bots.faults == 1
    clock.now += PASSES_AFTER_MS
    assert bots.step(clock.now) == 1 and not thought


def test_another_process_takes_over_when_the_claim_has_lapsed(row: Match, clock: Clock) -> None:
    killed(clock, "machine 2")
    thought: list[int] = []
    bots = Runner(thinking_of(thought), NAME)
    assert bots.step(clock.now + bot_turns.CLAIMED_FOR - 1) == 0
    assert bots.step(clock.now + bot_turns.CLAIMED_FOR) == 1 and thought == [row.pk]
    assert bot_turns.CLAIMED_FOR > running.HANGS_SECONDS * 1000


def test_two_processes_think_about_no_turn_twice(clock: Clock) -> None:
    rows = [make_practice() for _ in range(6)]
    thought: list[int] = []
    other = Runner(thinking_of(thought), "machine 2")
    assert Runner(thinking_of(thought, lambda: other.step(clock.now)), NAME).step(clock.now) == 1
    assert sorted(thought) == [row.pk for row in rows] and not any(map(bot_due, rows))


def test_a_match_waits_until_all_is_made_for_its_language(clock: Clock) -> None:
    swedish, english = make_practice(language="sv"), make_practice(language="en")
    bots = Runner(passing, NAME, {"en"})
    assert bots.step(clock.now) == 1 and bot_due(swedish) and not bot_due(english)
    bots.languages = {"en", "sv"}
    assert bots.step(clock.now) == 1 and not bot_due(swedish)


def test_persons_are_served_in_turn(clock: Clock) -> None:
    many, one = UserFactory.create(), UserFactory.create()
    ten = [make_practice(user=many) for _ in range(10)]
    later = make_practice(user=one, starts_at=START + 200)
    thought: list[int] = []
    bots = Runner(thinking_of(thought), NAME)
    assert bots.step(clock.now + 200) == 11
    assert thought == [ten[0].pk, later.pk, *(row.pk for row in ten[1:])]


def test_who_was_served_waits_behind_who_was_not(clock: Clock) -> None:
    many, one = UserFactory.create(), UserFactory.create()
    for _ in range(3):
        make_practice(user=many)
    thought: list[int] = []

    def comes() -> None:
        if len(thought) == 1:
            make_practice(user=one)

    bots = Runner(thinking_of(thought, comes), NAME)
    assert bots.step(clock.now) == 4
    assert Match.objects.filter(pk=thought[1], seats__user=one).exists()


def test_a_turn_in_which_the_database_went_away_is_played_when_it_is_back(
    row: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "close_old_connections", lambda: None)
    thought: list[int] = []
    answers = iter([OperationalError("the connection is lost")])

    def away() -> None:
        for error in answers:
            raise error

    bots = Runner(thinking_of(thought, away), NAME)
    assert [bots.step(clock.now), bots.step(clock.now)] == [0, 1]
    assert thought == [row.pk] * 2 and bots.faults == 0


def test_one_bad_match_holds_up_no_other(clock: Clock) -> None:
    bad, good = make_practice(begins="bot"), make_practice(begins="bot")

    def think(sight: BotSight) -> Pass:
        if sight.match_id == bad.pk:
            raise ValueError
        return Pass()

    assert Runner(think, NAME).step(clock.now) == 1
    assert bot_due(bad) and not bot_due(good)


def test_two_processes_act_once(row: Match, clock: Clock) -> None:
    sight = certain(game.bot_sight(row.pk, clock.now))
    assert not game.bot_act(row.pk, sight, Pass(), clock.now).code
    assert not game.bot_act(row.pk, sight, Pass(), clock.now).code
    assert LogEntry.objects.filter(match=row).count() == 2


def test_thinking_without_end_ends_the_process(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Runner(passing, NAME)
    assert not bots.hangs()
    bots.begun_at = 0.0
    monkeypatch.setattr("time.monotonic", lambda: running.HANGS_SECONDS + 0.1)
    assert bots.hangs()


def test_practice_is_never_rated_and_nobody_is_missed(clock: Clock) -> None:
    row = make_practice(begins="person")
    assert row.practice and not row.rated
    week = START + 7 * 24 * 60 * MINUTE
    assert settle_due.sweep(week) == 0
    assert Match.objects.get(pk=row.pk).status == Match.Status.LIVE
    game_seat = certain(game.practice_seat(row.public_id, certain(row.seats.get(bot="").user_id)))
    assert (game_seat.level, game_seat.over) == ("calm", False)
    play.submit(row.pk, 0, Message(Pass(), "nonce-of-a-person", 1), week)
    assert bot_due(row)
