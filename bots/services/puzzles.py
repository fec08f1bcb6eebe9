"""Daily puzzles as rows: one a day and language, made ahead, and made later where a day was missed."""

from datetime import UTC, date, datetime, timedelta

from bots.models import Puzzle
from bots.rules import ALPHABETS

AHEAD = 3
"""Days that are made beforehand."""
ARCHIVE = 30
"""Days back for which a puzzle can be played; none of them is missing for good."""


def today(now: int) -> date:
    """The day of a time (ms since the epoch): it changes at midnight UTC for all players."""
    return datetime.fromtimestamp(now / 1000, tz=UTC).date()


def missing(now: int) -> list[tuple[date, str]]:
    """The days and languages without a puzzle: today's first, then coming ones, then missed ones."""
    this = today(now)
    first = Puzzle.objects.order_by("day").values_list("day", flat=True).first() or this
    back = min(ARCHIVE, (this - first).days)
    days = [this + timedelta(number) for number in (*range(AHEAD + 1), *range(-1, -back - 1, -1))]
    there = set(Puzzle.objects.filter(day__in=days).values_list("day", "language"))
    return [(day, language) for day in days for language in ALPHABETS if (day, language) not in there]


def keep(puzzle: Puzzle) -> None:
    """Store a puzzle; if another process was faster, its own stays."""
    given = {
        name: getattr(puzzle, name) for name in ("list_version", "list_digest", "position", "coins", "goal", "best")
    }
    Puzzle.objects.get_or_create(day=puzzle.day, language=puzzle.language, defaults=given)


def find(day: date, language: str, now: int) -> Puzzle | None:
    """The puzzle of a day; None for a future day, one before the archive, and one that is not made."""
    this = today(now)
    if not this - timedelta(ARCHIVE) <= day <= this:
        return None
    return Puzzle.objects.filter(day=day, language=language).first()


def archive(language: str, now: int, count: int) -> list[tuple[int, date, int]]:
    """The latest days before today that have one, the newest first, each with its number and its goal."""
    this = today(now)
    rows = Puzzle.objects.filter(language=language, day__lt=this, day__gte=this - timedelta(ARCHIVE)).order_by("-day")
    return list(rows.values_list("pk", "day", "goal")[:count])
