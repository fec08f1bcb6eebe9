"""A sheet of Keebble for the tests of its rules: boards drawn as text, options taken, actions applied."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.kernel.match import Step
from game.kernel.setting_types import Ruleset, read_settings
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.board import SIZE, Board, Cell, Edge
from game.variants.keebble.rules.dealing import Opening
from game.variants.keebble.rules.option import LETTERS, POINTS, Option
from game.variants.keebble.rules.settings import SETTINGS, UPGRADES
from game.variants.keebble.rules.setup import standard_values
from game.variants.keebble.rules.state import MatchState, PlayerState
from game.variants.keebble.rules.variant import VARIANT
from tests.support import acts
from tests.support.acts import act

WILD_SCORE = 2


def rules(**settings: Any) -> Ruleset:
    return read_settings("keebble", SETTINGS, {"turn_seconds": None, **settings})


def board(rows: Sequence[str] = (), owners: Sequence[str] = (), kinds: Mapping[tuple[int, int], str] | None = None,
          walls: Sequence[Edge] = (), language: str = "en") -> Board:  # fmt: skip
    """A board from rows of text, as many as there are: a small letter is a wildcard, # a dead cell. `owners` has a
    digit for each letter, "." for nobody; where there is none, seat 0 owns all."""
    worth = dict(standard_values(language))
    cells = {}
    for row, text in enumerate(rows):
        for col, mark in enumerate(text):
            if mark == "#":
                cells[row * SIZE + col] = Cell(dead=True)
            elif mark != ".":
                by = owners[row][col] if owners else "0"
                score = WILD_SCORE if mark.islower() else worth[mark]
                owner = int(by) if by != "." else None
                cells[row * SIZE + col] = Cell(letter=mark.upper(), wild=mark.islower(), owner=owner, score=score)
    for (row, col), kind in (kinds or {}).items():
        index = row * SIZE + col
        cells[index] = cells.get(index, Cell())._replace(kind=kind)
    return Board().put(cells).wall_up(walls)


def letters(*said: str) -> Option:
    """An option of letters."""
    return Option(LETTERS, letters=said)


def sheet(on: Board | None = None, *options: Option, seats: int = 2, powers: Sequence[Option] = (),
          backpacks: Sequence[Sequence[str]] = (), state: Mapping[str, Any] | None = None,
          **settings: Any) -> MatchState:  # fmt: skip
    """A match in the midst of a round, with these options and three more of points; all upgrades unless named."""
    chosen = rules(**{"upgrades": list(UPGRADES), **settings})
    there = (*options, *(Option(POINTS, n=4),) * 3)
    players = tuple(
        PlayerState(backpack=tuple(backpacks[seat]) if seat < len(backpacks) else ()) for seat in range(seats)
    )
    match = MatchState(
        rules=chosen,
        values=standard_values(chosen.text("language")),
        opening=Opening((), (), (), ()),
        board=on or Board(),
        draws=1,
        players=players,
        options=there,
        open=tuple(range(len(there))),
        powers=tuple(powers),
    )
    return replace(match, **(state or {}))


def take(match: MatchState, lexicon: Any = None, **fields: Any) -> Step[MatchState]:
    """The step of taking option 0."""
    return act(match, Take(**{"option": 0, **fields}), lexicon=lexicon)


def code_of(match: MatchState, **fields: Any) -> str | None:
    """The code by which taking option 0 is refused, None when it is not."""
    return acts.code_of(match, Take(**{"option": 0, **fields}))


def told(step: Step[MatchState]) -> dict[str, Any]:
    """What a record tells of a step."""
    return VARIANT.record.step(step)
