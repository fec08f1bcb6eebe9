"""The figures and decisions of ranked play (rules §5), apart from rows: does a match count, and what does it move.

Ranked are matches between two (`SEATS`); those of more have places, which statistics tell.

`judge` is the whole rule. How ratings move is glicko.py's; what is written is services/ranking.py's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from accounts.rating_models import Span, Verdict
from game import api as game

SEATS = 2
START_POINTS = 1000
MOST_A_DAY = 5  # rated matches at one game between the same two accounts
MOST_WINS_A_DAY = 5  # over provisional opponents that feed one rating
MOST_A_MATCH = 200  # points that one match moves
LEAST_SCORED_TURNS = 3  # of both players, for a match that ended early to move anything
PROVISIONAL_DEVIATION = 110.0
PROVISIONAL_MATCHES = 10
DAY_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Judgement:
    """Why a match counts or not, and what goes from the loser to the winner."""

    verdict: Verdict
    moved: int = 0


def judge(result: game.Result, players: Mapping[int, User], counted_today: int) -> Judgement:
    """What a finished Quick Join match is to the ranking.

    `players` are those whose rows are there, by key; `counted_today` how many matches between the two have counted that
    day already.
    """
    if any(seat.user_id not in players for seat in result.seats):
        return Judgement(Verdict.GONE)
    if any(player.is_guest for player in players.values()):
        return Judgement(Verdict.GUEST)
    # A program's match begins unranked at every door; one that did not is still none.
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
    """Whether somebody left before both had scored in three turns: what came before says nothing of who is stronger."""
    return not result.played_out and any(seat.scored_turns < LEAST_SCORED_TURNS for seat in result.seats)


def feeds(result: game.Result, seat: int, *, wins_that_day: int) -> bool:
    """Whether a counted match feeds the rating of who sat there. Of one that was left early only the one who left is
    rated. Of wins over opponents whose ratings are provisional, `MOST_WINS_A_DAY` on a day: `wins_that_day` have fed it
    already where this is one more of them, else 0. So no rating can be made of accounts that were made for it."""
    return seat != result.winner or (not was_left_early(result) and wins_that_day < MOST_WINS_A_DAY)


def lead(result: game.Result) -> int:
    """By how much the winner's final total is above the loser's, fines for failed attempts left out; negative when the
    loser left while ahead."""
    if result.winner is None:
        return 0
    sums = [seat.total + seat.fines for seat in result.others(result.winner)]
    winner = result.seats[result.winner]
    return winner.total + winner.fines - max(sums)


def day_of(moment: int) -> tuple[int, int]:
    """The day (UTC) of a moment: its first millisecond, and the next day's."""
    start = moment - moment % DAY_MS
    return start, start + DAY_MS


def period_of(span: str, moment: int) -> str:
    """The month or week (UTC, from Monday on) of a moment by name: 2026-11, 2026-W47. "" for all time."""
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
    """Whether a rating is still a guess: too unsure, or made of too few matches."""
    return deviation > PROVISIONAL_DEVIATION or matches < PROVISIONAL_MATCHES


def _date(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()
