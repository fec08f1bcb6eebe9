"""The context of the puzzle's page. It has the best turns only when the puzzle is over for the player."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from bots import api as bots
from game import api as game
from puzzle import days
from puzzle.models import Attempt
from puzzle.services import attempts

SHOWN_ARCHIVE = 14
FEW_TRIES = 0
"""A puzzle has no failed tries that run out."""


@dataclass(frozen=True, slots=True)
class Power:
    """A power on sale: its key, title and price, whether the player can pay it, and the squares it may be used on."""

    item: str
    title: str
    price: int
    usable: bool
    targets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A day of the archive: the puzzle's goal, the player's best try, and whether it is over for them."""

    day: date
    goal: int
    best: int
    over: bool


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of this week: whether it is done, is today, and was missed without ending the streak."""

    day: date
    is_done: bool
    is_today: bool
    is_spared: bool

    @property
    def css(self) -> str:
        """Its CSS classes in the row of days."""
        marks = {"is-done": self.is_done, "is-spared": self.is_spared, "is-today": self.is_today}
        return " ".join(mark for mark, on in marks.items() if on)


def context_of(attempt: Attempt, now: game.Millis) -> dict[str, Any]:
    """All data of the page and its panels."""
    puzzle, state = attempt.puzzle, attempts.state_of(attempt)
    view, targets = bots.puzzle_view(state), bots.puzzle_targets(state)
    stars = attempts.stars(attempt)
    best = [bots.BestTurn.of_data(data) for data in puzzle.best]
    this = bots.today(now)
    done = attempts.done_days(attempt.user_id, puzzle.language)
    return {
        **game.positions.page_of(state, view, attempt.version),
        "puzzle": puzzle,
        "attempt": attempt,
        "powers": [
            Power(item.item, item.title, item.price, item.item in targets, targets.get(item.item, ()))
            for item in view.shop
            if puzzle.coins
        ],
        "purse": view.players[view.viewer or 0].coins,
        "few_tries": FEW_TRIES,
        "is_today": puzzle.day == this,
        "next_at": datetime.combine(this + timedelta(1), time.min, tzinfo=UTC),
        "stars": [number < stars for number in range(len(attempts.STARS))],
        "star_count": stars,
        "percent": min(100, 100 * attempt.best // puzzle.goal),
        "tries": list(enumerate(attempt.tries, attempt.tried - len(attempt.tries) + 1))[::-1],
        "streak": days.in_a_row(done, this),
        "week": week(done, this),
        "share": share_text(attempt) if attempt.is_over else "",
        "archive": _archive(attempt, now),
        "hint_place": game.coord(*divmod(best[0].play.start, view.size)) if attempt.hints else "",
        "hint_letter": best[0].play.word[0] if attempt.hints > 1 else "",
        "answers": [(turn, _place_said(turn, view.size), _powers_said(turn)) for turn in best if attempt.is_over],
    }


def week(done: Collection[date], this: date) -> list[Weekday]:
    """The days of this week for the row of days."""
    spared = days.spared(done, this)
    return [Weekday(day, day in done, day == this, day == spared) for day in days.week_of(this)]


def share_text(attempt: Attempt) -> str:
    """The text to share: the puzzle's day, the result, and the tries as squares. Never a word or a square."""
    puzzle = attempt.puzzle
    head = _("AlfaPower, puzzle %(day)s: %(best)d of %(goal)d") % {
        "day": date_format(puzzle.day, "j F"),
        "best": attempt.best,
        "goal": puzzle.goal,
    }
    return "\n".join([head, *days.squares([points for _word, points in attempt.tries], puzzle.goal)])


def _place_said(turn: bots.BestTurn, size: int) -> str:
    """Where the word of a turn lies: "B2 down"."""
    square = {"square": game.coord(*divmod(turn.play.start, size))}
    return _("%(square)s down") % square if turn.play.is_down else _("%(square)s across") % square


def _powers_said(turn: bots.BestTurn) -> str:
    """ "TL on I8" for each power of a turn, by the board's own label."""
    return ", ".join(f"{game.members()[item].icon} {game.coord(row, col)}" for item, row, col in turn.powers)


def _archive(attempt: Attempt, now: game.Millis) -> list[ArchiveDay]:
    days = bots.puzzle_archive(attempt.puzzle.language, now, SHOWN_ARCHIVE)
    rows = Attempt.objects.filter(user_id=attempt.user_id, puzzle_id__in=[pk for pk, _day, _goal in days])
    own = {row.puzzle_id: row for row in rows}
    return [
        ArchiveDay(day, goal, own[pk].best if pk in own else 0, pk in own and own[pk].is_over) for pk, day, goal in days
    ]
