"""A small puzzle made by hand, for tests of the page and of the tries: CAT lies, and the best turn is known."""

from datetime import date

from bots.engine import puzzles
from bots.models import Puzzle
from bots.rules import encode
from dictionary import api as dictionary
from game.variants.alfapower.state import MatchState
from tests.bots.states import graph_of
from tests.support.text_boards import scene

DAY = date(2026, 3, 4)
WORDS = ["AT", "CAT", "CATS", "EAST", "EAT", "SEA", "SEAT", "SET", "TEA", "TEAS"]
GRAPH = graph_of(WORDS)
EMPTY = "." * 11
BOARD = "\n".join([EMPTY] * 5 + ["...CAT....."] + [EMPTY] * 5)


def position(coins: int = 12) -> MatchState:
    items = ["place_dl", "place_tl", "place_dw"]
    return scene(BOARD, hand="EASTQQQ", other="", coins=(coins, 0), items=items, alfa_enabled=False, language="en")


def keep(day: date = DAY, coins: int = 12, language: str = "en") -> Puzzle:
    state = position(coins)
    best = puzzles.best_turns(state, GRAPH)
    lexicon = dictionary.current(language)
    return Puzzle.objects.create(
        day=day,
        language=language,
        list_version=lexicon.version,
        list_digest=lexicon.digest,
        position=encode(state),
        coins=coins,
        goal=best[0].play.points,
        best=[turn.data() for turn in best],
    )
