"""The rules of ranked play (rules §5), without the database: does a match count, and what does it move.

Only matches between two players (`SEATS`) are ranked; matches of more have places, which the statistics show.

`judge` is the whole rule. Ratings are computed in glicko.py; rows are written by services/ranking.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from accounts.rating_models import Span, Verdict
from common.durations import DAY_MS
from game import api as game

SEATS = 2
START_POINTS = 1000
MOST_A_DAY = 5  # rated matches at one game between the same two accounts
MOST_WINS_A_DAY = 5  # against provisional opponents that feed one rating
MOST_A_MATCH = 200  # points that one match moves
LEAST_SCORED_TURNS = 3  # of both players, for a match that ended early to move anything
PROVISIONAL_DEVIATION = 110.0
PROVISIONAL_MATCHES = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """Why a match counts or not, and how many points the loser gives the winner."""

    verdict: Verdict
    moved: int = 0


def judge(result: game.Result, players: Mapping[int, User], counted_today: int) -> Judgement:
    """The facts of a finished Quick Join match that the ranking needs.

    `players` are those who still have an account, by key; `counted_today` is how many matches between the two have
    already counted that day.
    """
    if any(seat.user_id not in players for seat in result.seats):
        return Judgement(Verdict.GONE)
    if any(player.is_guest for player in players.values()):
        return Judgement(Verdict.GUEST)
    # A bot account's match begins unranked everywhere; if one did not, it still does not count.
    if not result.rated or any(player.is_bot for player in players.values()):
        return Judgement(Verdict.UNRANKED)
    if result.winner is None and not result.drawn:
        return Judgement(Verdict.NOBODY)
    if counted_today >= MOST_A_DAY:
        return Judgement(Verdict.OFTEN)
    if not result.ranked:
        return Judgement(Verdict.RATED)
    if result.drawn:
        return Judgement(Verdict.EVEN)
    if was_left_early(result):
        return Judgement(Verdict.EARLY)
    ahead = lead(result)
    if ahead > 0:
        return Judgement(Verdict.MOVED, min(ahead, MOST_A_MATCH))
    return Judgement(Verdict.EVEN if result.played_out else Verdict.AHEAD)


def was_left_early(result: game.Result) -> bool:
    """Whether a player left before both had scored in three turns: too early for the result to show who is stronger."""
    return not result.played_out and any(seat.scored_turns < LEAST_SCORED_TURNS for seat in result.seats)


def feeds(result: game.Result, seat: int, *, wins_that_day: int) -> bool:
    """Whether a counted match feeds this player's rating. In a match that was left early only the player who left is
    rated. Of wins against opponents with provisional ratings, `MOST_WINS_A_DAY` count per day: `wins_that_day` have
    already done so if this is such a win, else 0. So no rating can be raised by accounts made for the purpose."""
    return seat != result.winner or (not was_left_early(result) and wins_that_day < MOST_WINS_A_DAY)


def lead(result: game.Result) -> int:
    """By how much the winner's final total exceeds the loser's, fines for failed attempts left out; negative when the
    loser left while ahead."""
    if result.winner is None:
        return 0
    sums = [seat.total + seat.fines for seat in result.others(result.winner)]
    winner = result.seats[result.winner]
    return winner.total + winner.fines - max(sums)


def day_of(moment: int) -> tuple[int, int]:
    """The UTC day of a time: its first millisecond, and the next day's."""
    start = moment - moment % DAY_MS
    return start, start + DAY_MS


def period_of(span: str, moment: int) -> str:
    """The name of the month or week (UTC, starting Monday) of a time: 2026-11, 2026-W47. "" for all time."""
    if span == Span.ALL:
        return ""
    day = _date(moment)
    if span == Span.MONTH:
        return f"{day:%Y-%m}"
    return f"{day:%G-W%V}"


def next_period_at(span: str, moment: int) -> date:
    """The day on which the next month or week begins."""
    day = _date(moment)
    if span == Span.MONTH:
        return (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return day + timedelta(days=7 - day.weekday())


def is_provisional(deviation: float, matches: int) -> bool:
    """Whether a rating is provisional: too uncertain, or from too few matches."""
    return deviation > PROVISIONAL_DEVIATION or matches < PROVISIONAL_MATCHES


def _date(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()
