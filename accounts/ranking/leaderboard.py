"""Leaderboards: their pages, and a player's place. Reads only; services/ranking.py writes the rows.

A board is an index of `Standing` from the best row down; equal rows are ordered by account and share a place. A page is
read from where the last one ended, never by counting from the top; a place is a count on the index.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import BigIntegerField, Exists, ExpressionWrapper, F, FloatField, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Greatest

from accounts.models import Rating, Standing
from accounts.ranking.glicko import PERIOD_MS, SCALE, Skill, idle
from accounts.ranking.points_rules import PROVISIONAL_DEVIATION, START_POINTS, is_provisional, period_of
from accounts.rating_models import Pace, Span
from common.one_second_cache import once_a_second
from game import api as game

PAGE = 50
NEIGHBOURS = 2


@dataclass(frozen=True, slots=True)
class Board:
    """Identifies a board. `by` is "points" or "rating"; a rating always belongs to a language, points to one or to all
    ("").

    Ratings have two: those certain enough to be ranked, and the `unsure` ones, shown below without places: otherwise
    one win could lead the board.
    """

    by: str
    language: str
    span: str
    variant: str = game.DEFAULT_VARIANT
    unsure: bool = False

    @property
    def is_gain(self) -> bool:
        """Whether its figures are changes rather than levels."""
        return self.span != Span.ALL or (self.by == "points" and self.language != "")


@dataclass(frozen=True, slots=True)
class Line:
    """A player's row. `figure` is what the board ranks by, as shown; `deviation` belongs to ratings only."""

    place: int
    user_id: int
    name: str
    public_id: str
    figure: int
    matches: int
    won: int
    deviation: int | None
    provisional: bool
    cursor: str

    @property
    def won_percent(self) -> int:
        """The percentage of matches won."""
        return round(100 * self.won / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board; `after` and `before` are the cursors of the next and previous page, "" if none.

    `own` is the viewer's row with its neighbours, empty for a viewer not on the board.
    """

    lines: Sequence[Line]
    after: str
    before: str
    own: Sequence[Line]


def page_of(board: Board, now: int, viewer: int | None, *, after: str = "", before: str = "") -> Page:
    """The page after the cursor `after`, or before `before`; without a valid cursor the first page."""
    rows = rows_of(board, now)
    start = _read(after)
    end = None if start else _read(before)
    if end:
        found = list(reversed(_ahead(rows, board, *end)[: PAGE + 1]))
        more_ahead, more_behind = len(found) > PAGE, True
        found = found[-PAGE:]
    else:
        found = list((_behind(rows, board, *start) if start else rows)[: PAGE + 1])
        more_ahead, more_behind = start is not None, len(found) > PAGE
        found = found[:PAGE]
    lines = _lines(board, now, rows, found)
    return Page(
        lines=lines,
        after=lines[-1].cursor if lines and more_behind else "",
        before=lines[0].cursor if lines and more_ahead else "",
        own=[] if viewer is None else around(board, now, viewer),
    )


def around(board: Board, now: int, user_id: int) -> list[Line]:
    """The player's row with its neighbours; empty for a player who is not on the board."""
    rows = rows_of(board, now)
    mine = rows.filter(user=user_id).first()
    if mine is None:
        return []
    here = (getattr(mine, board.by), mine.user_id)
    found = [
        *reversed(_ahead(rows, board, *here)[:NEIGHBOURS]),
        mine,
        *_behind(rows, board, *here)[:NEIGHBOURS],
    ]
    return _lines(board, now, rows, found)


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first rows of a game's all-time board, and the viewer's own, None for a viewer who is not on it."""

    first: Sequence[Line]
    own: Line | None


def leaders(variant: str, language: str, now: int, viewer: int | None, count: int = 3) -> Leaders:
    """The best players of a game, and the viewer's place among them: by ranked points, or in a game without them by the
    rating in that language."""
    is_ranked = game.games()[variant].ranked
    board = Board("points", "", Span.ALL, variant) if is_ranked else Board("rating", language, Span.ALL, variant)
    own = [] if viewer is None else around(board, now, viewer)
    return Leaders(_first(board, count, now), next((line for line in own if line.user_id == viewer), None))


@once_a_second(by=2)
def _first(board: Board, count: int, now: int) -> Sequence[Line]:
    rows = rows_of(board, now)
    return _lines(board, now, rows, list(rows[:count]))


def rows_of(board: Board, now: int) -> QuerySet[Standing]:
    """The rows of a board from the best down, in the order of its index."""
    period = period_of(board.span, now)
    rows = Standing.objects.filter(
        variant=board.variant, language=board.language, span=board.span, period=period, listed=True
    )
    if board.by == "rating":
        sure = Exists(_sure_ratings(board, now))
        rows = rows.filter(~sure if board.unsure else sure, rating__isnull=False)
    return rows.order_by(f"-{board.by}", "user_id").select_related("user")


def _sure_ratings(board: Board, now: int) -> QuerySet[Rating]:
    """The rating of the row's player, if it is certain enough, with the deviation as of now (`glicko.idle`)."""
    away = ExpressionWrapper(Value(now) - F("rated_at"), BigIntegerField())
    periods = Cast(Greatest(away, Value(0)), FloatField()) / Value(float(PERIOD_MS))
    grown = F("deviation") * F("deviation") + F("volatility") * F("volatility") * Value(SCALE**2) * periods
    ratings = Rating.objects.filter(
        user=OuterRef("user"), variant=board.variant, language=board.language, pace=Pace.LIVE
    )
    squared = ExpressionWrapper(grown, FloatField())
    return ratings.annotate(squared=squared).filter(squared__lte=PROVISIONAL_DEVIATION**2)


def _behind(rows: QuerySet[Standing], board: Board, figure: float, user_id: int) -> QuerySet[Standing]:
    # The first condition is implied by the second: it lets the database start at the right place of the index.
    at = Q(**{f"{board.by}__lte": figure})
    return rows.filter(at, Q(**{f"{board.by}__lt": figure}) | Q(user_id__gt=user_id))


def _ahead(rows: QuerySet[Standing], board: Board, figure: float, user_id: int) -> QuerySet[Standing]:
    """The rows ahead, the nearest first."""
    at = Q(**{f"{board.by}__gte": figure})
    ahead = rows.filter(at, Q(**{f"{board.by}__gt": figure}) | Q(user_id__lt=user_id))
    return ahead.order_by(board.by, "-user_id")


def _better(rows: QuerySet[Standing], board: Board, figure: float) -> int:
    return rows.filter(**{f"{board.by}__gt": figure}).order_by().count()


def _lines(board: Board, now: int, rows: QuerySet[Standing], found: Sequence[Standing]) -> list[Line]:
    """Rows with their places: two counts for the first row, the rest follows."""
    if not found:
        return []
    ratings = _ratings(board, found)
    first = getattr(found[0], board.by)
    place = _better(rows, board, first) + 1
    equal = rows.filter(**{board.by: first, "user_id__lt": found[0].user_id}).order_by().count()
    lines: list[Line] = []
    for number, row in enumerate(found):
        figure = getattr(row, board.by)
        if number and figure != getattr(found[number - 1], board.by):
            place = lines[0].place + equal + number
        lines.append(_line(board, now, row, place, ratings.get(row.user_id)))
    return lines


def _line(board: Board, now: int, row: Standing, place: int, rating: Rating | None) -> Line:
    figure = getattr(row, board.by)
    shown = figure + START_POINTS if board.by == "points" and not board.is_gain else figure
    deviation = None
    if rating is not None:
        skill = Skill(rating.rating, rating.deviation, rating.volatility)
        deviation = idle(skill, now - rating.rated_at).deviation
    return Line(
        place=place,
        user_id=row.user_id,
        name=row.user.display_name,
        public_id=row.user.public_id,
        figure=round(shown),
        matches=row.matches,
        won=row.won,
        deviation=None if deviation is None else round(deviation),
        provisional=rating is not None and deviation is not None and is_provisional(deviation, rating.matches),
        cursor=f"{figure!r}~{row.user_id}",
    )


def _ratings(board: Board, found: Sequence[Standing]) -> dict[int, Rating]:
    """The deviations of the ratings on a rating board, by player."""
    if board.by != "rating":
        return {}
    users = [row.user_id for row in found]
    rows = Rating.objects.filter(user__in=users, variant=board.variant, language=board.language, pace=Pace.LIVE)
    return {rating.user_id: rating for rating in rows}


def _read(cursor: str) -> tuple[float, int] | None:
    """A cursor's figure and player; None for an invalid cursor."""
    figure, _, user_id = cursor.partition("~")
    try:
        read = float(figure), int(user_id)
    except ValueError:
        return None
    return read if abs(read[0]) < 1e9 and 0 <= read[1] < 2**62 else None
