"""A small puzzle made by hand, for tests of the page and of the tries: CAT lies, and the best turns are known.

They are written out, so that no test of a page needs the engine: tests/bots/test_puzzles.py holds them against it.
"""

from datetime import date

from bots.models import Puzzle
from bots.puzzle_turns import BestTurn
from bots.rules import encode
from bots.services import puzzles
from bots.turn_verdicts import Better, LaidTile
from dictionary import api as dictionary
from game import api as game
from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import scene

DAY = date(2026, 3, 4)
COINS = 12
WORDS = ["AT", "CAT", "CATS", "EAST", "EAT", "SEA", "SEAT", "SET", "TEA", "TEAS"]
"""All that counts, for whoever seeks the best turns."""
SIZE = 11
EMPTY = "." * SIZE
BOARD = "\n".join([EMPTY] * 5 + ["...CAT....."] + [EMPTY] * 5)
TEAS = tuple(LaidTile(row * SIZE + 6, letter, 1, False, False) for row, letter in zip(range(2, 6), "TEAS", strict=True))
BEST = tuple(
    BestTurn(((item, row, 6),), Better(points, coins, "TEAS", TEAS[0].cell, TEAS))
    for item, row, points, coins in (
        ("place_dw", 5, 20, 5),
        ("place_tl", 5, 14, 4),
        ("place_dw", 2, 14, 4),
        ("place_dw", 3, 14, 4),
        ("place_dw", 4, 14, 4),
    )
)
"""TEAS downwards, its S after CAT, with a power on one of its squares."""


def position(coins: int = COINS) -> MatchState:
    items = ["place_dl", "place_tl", "place_dw"]
    return scene(BOARD, hand="EASTQQQ", other="", coins=(coins, 0), items=items, alfa_enabled=False, language="en")


def of_today() -> date:
    """The day of today's puzzle, which is made unless there is one."""
    day = puzzles.today(game.now_ms())
    if not Puzzle.objects.filter(day=day, language="en").exists():
        keep(day)
    return day


def keep(day: date = DAY, language: str = "en") -> Puzzle:
    lexicon = dictionary.current(language)
    return Puzzle.objects.create(
        day=day,
        language=language,
        list_version=lexicon.version,
        list_digest=lexicon.digest,
        position=encode(position()),
        coins=COINS,
        goal=BEST[0].play.points,
        best=[turn.data() for turn in BEST],
    )
