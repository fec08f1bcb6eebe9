"""Scenes of Classic for tables: a board with words on it, hands and a bag, and what one action makes of them."""

from dataclasses import dataclass
from typing import Any

from game.crossword.board import Board
from game.crossword.tiles import standard_tiles
from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply
from game.kernel.actions import Action, read_action
from game.kernel.chance import FairChance
from game.kernel.events import Event
from game.kernel.fields import Fields
from game.kernel.match import Env
from game.kernel.refusals import Refused
from game.variants import VARIANTS
from game.variants.classic.rules.settings import layout
from game.variants.classic.rules.state import MatchState, PlayerState
from tests.support.word_lists import AllBut

NOW = 1_000_000


@dataclass(frozen=True)
class Result:
    """The match afterwards, the facts, and the refusal's code or None."""

    state: MatchState
    events: tuple[Event, ...]
    code: str | None


def scene(
    *words: tuple[str, int, int, str],
    hand: str = "CATERSD",
    other: str = "EEEEEEE",
    bag: str = "AEIOUNNN",
    scores: tuple[int, int] = (0, 0),
    passes: tuple[int, int] = (0, 0),
    timeouts: tuple[int, int] = (0, 0),
    **settings: Any,
) -> MatchState:
    """Seat 0 is on turn with `hand`. A word is (letters, row, column, "across" or "down"), a small letter a blank."""
    rules = read_rules("classic", settings)
    tiles = standard_tiles(rules.text("language"), 15)
    board = Board.empty(layout(rules))
    for letters, row, col, way in words:
        for step, letter in enumerate(letters):
            at = (row * 15 + col + step) if way == "across" else ((row + step) * 15 + col)
            blank = letter.islower()
            value = 0 if blank else tiles.value(letter)
            cell = board.cells[at]._replace(letter=letter.upper(), blank=blank, value=value, by=1)
            board = board.put({at: cell})
    players = tuple(
        PlayerState(hand=tuple(held), score=score, passes=passed, timeouts=timed)
        for held, score, passed, timed in zip((hand, other), scores, passes, timeouts, strict=True)
    )
    return MatchState(
        rules=rules,
        tileset=tiles,
        board=board,
        bag=tuple(sorted(bag)),
        draws=15,
        players=players,
        deadline=NOW + 60_000,
        opened=bool(words),
    )


def action(do: str, **fields: Any) -> Action:
    """An action from its fields as a record has them."""
    return read_action(Fields({"do": do, "seat": 0, **fields}, language="en", most=100), VARIANTS["classic"].known)


def do(state: MatchState, name: str, *, missing: tuple[str, ...] = (), **fields: Any) -> Result:
    """What the action of the seat on turn brings about, or why it is refused."""
    env = Env(NOW, AllBut(*missing), FairChance(bytes(32)))
    try:
        step = apply(state, state.active, action(name, **fields), env)
    except Refused as refused:
        return Result(state, (), refused.code.value)
    return Result(step.state, step.events, None)


def across(letters: str, row: int, col: int) -> list[list[Any]]:
    """The tiles of a placement in a row, as a record has them."""
    return [[row, col + step, letter] for step, letter in enumerate(letters)]


def down(letters: str, row: int, col: int) -> list[list[Any]]:
    """The tiles of a placement in a column."""
    return [[row + step, col, letter] for step, letter in enumerate(letters)]
