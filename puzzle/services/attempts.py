"""A player's tries at the puzzle of a day, changed with their row locked; and the streak of days."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q

from bots import api as bots
from common.prepared_statements import prepared_cursor
from game import api as game
from puzzle import days
from puzzle.models import Attempt

KEPT_TRIES = 20
"""Latest tries that are listed."""
MOST_HINTS = 2
"""The place, then the first letter."""
_DONE_DAYS = """
    SELECT "day" FROM "puzzle_attempt" JOIN "bots_puzzle" AS "puzzle" ON "puzzle"."id" = "puzzle_id"
     WHERE "user_id" = %s AND "language" = %s AND "done_on" IS NOT NULL AND "day" = coalesce("begun_on", "done_on")"""
"""In plain SQL: every look at the home page asks it."""
STARS = ((1, 2), (4, 5), (1, 1))
"""The parts of the best turn's points for which a star is given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of an action: `code` "" or why it was refused, with the data of its message."""

    version: int
    code: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Action:
    """A player's action: use a power on a square, play a word as a try, take back the powers, take a hint, or show the
    answer."""

    do: str
    nonce: str
    power: tuple[str, int, int] | None = None
    laid: Any = None


def of(user_id: int, puzzle: bots.Puzzle) -> Attempt:
    """The player's attempt at a puzzle, created if there is none."""
    return Attempt.objects.get_or_create(user_id=user_id, puzzle=puzzle)[0]


def state_of(attempt: Attempt) -> Any:
    """The player's current position: with the powers used since the last try."""
    return bots.puzzle_position(attempt.puzzle.position, [tuple(power) for power in attempt.powers])


def act(user_id: int, puzzle: bots.Puzzle, action: Action, now: game.Millis) -> Answer:
    """Do the action, unless it was done before under the same nonce, or the rules refuse it."""
    of(user_id, puzzle)
    with transaction.atomic():
        row = Attempt.objects.select_for_update().get(user_id=user_id, puzzle=puzzle)
        if row.nonce == action.nonce:
            return Answer(row.version, row.answer.get("code", ""), row.answer.get("data", {}))
        code, data = _changed(row, action, now)
        row.version += not code
        if not code and row.begun_on is None:
            row.begun_on = bots.today(now)
        row.nonce, row.answer = action.nonce, {"code": code, "data": data}
        row.save()
    return Answer(row.version, code, data)


def _changed(row: Attempt, action: Action, now: game.Millis) -> tuple[str, dict[str, Any]]:
    """Update the row; returns the code of a refusal, with its data."""
    if row.is_over:
        return "puzzle_over", {}
    if action.do == "use":
        return _use(row, action)
    if action.do == "place":
        return _try(row, action, now)
    if action.do == "clear":
        row.powers = []
    elif action.do == "hint":
        row.hints = min(MOST_HINTS, row.hints + 1)
    else:
        _end(row, Attempt.State.SHOWN, now)
    return "", {}


def _use(row: Attempt, action: Action) -> tuple[str, dict[str, Any]]:
    powers = [*row.powers, list(action.power or ())]
    try:
        bots.puzzle_position(row.puzzle.position, [tuple(power) for power in powers])
    except game.positions.Refused as refused:
        return refused.code.value, {}
    row.powers = powers
    return "", {}


def _try(row: Attempt, action: Action, now: game.Millis) -> tuple[str, dict[str, Any]]:
    """A word that is not in the list costs nothing, and the powers stay."""
    try:
        tried = bots.judge_turn(state_of(row), action.laid, bots.list_of(row.puzzle))
    except game.positions.Refused as refused:
        return refused.code.value, {}
    if tried.rejected:
        return "invalid_words", {"rejected": list(tried.rejected)}
    row.tries = [*row.tries, [tried.words[0], tried.points]][-KEPT_TRIES:]
    row.tried += 1
    row.best, row.powers = max(row.best, tried.points), []
    if row.best >= row.puzzle.goal:
        _end(row, Attempt.State.SOLVED, now)
    return "", {}


def _end(row: Attempt, state: str, now: game.Millis) -> None:
    row.state, row.done_on, row.powers = state, bots.today(now), []


def stars(attempt: Attempt) -> int:
    """The stars, up to three, for the best try; each hint hides one."""
    goal = attempt.puzzle.goal
    earned = sum(attempt.best * below >= goal * part for part, below in STARS)
    return max(0, earned - attempt.hints)


def streak(user_id: int, language: str, now: game.Millis) -> int:
    """How many days in a row, up to today or yesterday, the player began the day's own puzzle on the day itself and has
    ended it since; one missed day a week does not break the streak (puzzle/days.py)."""
    return days.in_a_row(done_days(user_id, language), bots.today(now))


def tally(day: date, language: str) -> tuple[int, int]:
    """Of those who played a day's puzzle on the day itself: the highest points, and how many players found the best
    turn."""
    attempts = Attempt.objects.filter(puzzle__day=day, puzzle__language=language, begun_on=day)
    found = attempts.aggregate(best=Max("best"), solved=Count("pk", filter=Q(state=Attempt.State.SOLVED)))
    return found["best"] or 0, found["solved"]


def done_days(user_id: int, language: str) -> set[date]:
    """The days whose puzzle the player began on the day itself and has ended: a try just before midnight is not lost
    when the last one comes after it. Days of the archive count for nothing. Attempts from before `begun_on` was kept
    began, as far as is known, when they ended."""
    with prepared_cursor() as cursor:
        cursor.execute(_DONE_DAYS, [user_id, language])
        return {date.fromisoformat(str(day)) for (day,) in cursor.fetchall()}  # SQLite has days as text


def hand_over(from_id: int, to_id: int) -> None:
    """Move a guest's attempts to the account, except for puzzles at which the account has one of its own."""
    own = Attempt.objects.filter(user_id=to_id).values("puzzle_id")
    Attempt.objects.filter(user_id=from_id).exclude(puzzle_id__in=own).update(user_id=to_id)
