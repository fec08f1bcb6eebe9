"""Today's puzzle on the home page: the board itself, to play one word on; a finished puzzle is shown as done."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from bots import api as bots
from common.home_page import HomePlace
from common.one_second_cache import once_a_second
from game import api as game
from puzzle import days, screen
from puzzle.models import Attempt
from puzzle.services import attempts

SHOWN_ROWS = 5
"""On a phone; all of them are on the puzzle's own page."""


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A puzzle rendered for all readers in one language: board and hand as HTML, the numbers and texts for the page's
    own scoring as JSON, and the first of the rows that a phone shows, from 0."""

    day: date
    language: str
    size: int
    coins: int
    goal: int
    board: SafeString
    hand: SafeString
    numbers: str
    sentences: str
    first_row: int


@dataclass(frozen=True, slots=True)
class Yesterday:
    """Yesterday's result: the most points of any player, and how many found the best turn."""

    best: int
    solved: int


def _today(request: HttpRequest) -> Mapping[str, object] | None:
    now = game.now_ms()
    language = (get_language() or "")[:2]
    language = language if language in game.LANGUAGES else "en"
    today = bots.today(now)
    board = _board(today, language, get_language())
    if board is None:
        return None
    values: dict[str, object] = {"live": board, "day": today.isoformat(), "yesterday": _yesterday(today, language)}
    if not request.user.is_authenticated:
        return values
    attempt = Attempt.objects.filter(user=request.user, puzzle__day=today, puzzle__language=language)
    own = attempt.select_related("puzzle").defer("puzzle__position", "puzzle__best").first()
    done = attempts.done_days(request.user.pk, language)
    return values | {
        "attempt": own,
        "share": screen.share_text(own) if own is not None and own.is_over else "",
        "streak": days.in_a_row(done, today),
        "week": screen.week(done, today) if done else [],
    }


@once_a_second(by=3)
def _board(day: date, language: str, _interface: str | None) -> LiveBoard | None:
    puzzle = bots.find_puzzle(day, language, game.now_ms())
    return None if puzzle is None else live_board(puzzle)


def live_board(puzzle: bots.Puzzle) -> LiveBoard:
    """The puzzle for the home page; of its answer only the rows it lies in."""
    state = bots.puzzle_position(puzzle.position)
    view = bots.puzzle_view(state)
    board, hand = game.positions.board_and_hand(state, view)
    given = game.positions.numbers_of(state)
    best = [bots.BestTurn.of_data(data) for data in puzzle.best]
    lettered = [cell.row for cell in view.cells if cell.letter]
    return LiveBoard(
        day=puzzle.day,
        language=puzzle.language,
        size=view.size,
        coins=puzzle.coins,
        goal=puzzle.goal,
        board=board,
        hand=hand,
        numbers=json.dumps(given["numbers"]),
        sentences=json.dumps(given["sentences"]),
        first_row=first_row([_rows(turn, view.size) for turn in best], lettered, view.size),
    )


def first_row(turns: Sequence[tuple[int, int]], lettered: Sequence[int], size: int) -> int:
    """The first of the rows that a phone shows: those that contain the best turn that fits (each from its first row to
    its last), and of such windows the one with the most tiles on the board. If none fits, the best one begins there."""
    most = max(0, size - SHOWN_ROWS)
    for first, last in turns:
        places = [top for top in range(most + 1) if top <= first and last < top + SHOWN_ROWS]
        if places:
            return max(places, key=lambda top: sum(top <= row < top + SHOWN_ROWS for row in lettered))
    return min(most, turns[0][0]) if turns else most // 2


def _rows(turn: bots.BestTurn, size: int) -> tuple[int, int]:
    first = turn.play.start // size
    return first, first + len(turn.play.word) - 1 if turn.play.is_down else first


@once_a_second(by=2)
def _yesterday(today: date, language: str) -> Yesterday | None:
    best, solved = attempts.tally(today - timedelta(1), language)
    return Yesterday(best, solved) if best else None


HOME_PLACES = (HomePlace("puzzle", "puzzle/home.html", _today, beside=True),)
