"""Matches of the engine as text pictures: boards drawn in rows, hands and bags as strings, actions as words.

    before = scene('''
        .....
        .CAT.
        .....
        ''', hand="SOB?E*", bag="AAE")
    after = do(before, "place", tiles="B 0 2 / E 2 2")

The one place where the table tests know how the engine's state is built. Boards are drawn as a record's `final`
has them (`.` empty, `#` dead, lower case a blank), bonuses likewise (`A` an Alfa cell), of any odd size.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.crossword.board import Board, Cell
from game.crossword.tiles import standard_tiles
from game.dispatch.new_match import read_rules
from game.dispatch.record_check import step_row
from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply, settle
from game.kernel.chance import Chance, RecordedChance
from game.kernel.match import Env, Lexicon, Step
from game.kernel.refusals import Refused
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.record import board_rows
from game.variants.alfapower.rules.state import MatchState, Phase, PlayerState
from tests.support.chances import FirstTile
from tests.support.word_lists import AllBut

At = tuple[int, int]

OWN_ROWS = ["D.........D", *["..........."] * 4, "t....*....t", *["..........."] * 4, "D.........D"]
"""A small board of a player's own."""

CAT = "..... ..... .CAT. ..... ....."  # C 3, A 1, T 1
EVERY_WORD = AllBut()
HIGH_CAT = "..... .CAT. ..... ..... ....."


def rows_of(picture: str) -> list[str]:
    """The rows of an indented picture."""
    return picture.split()


def tiles_of(text: str) -> list[str]:
    """ "AB?E*" as ["A", "B", "?", "E*"]."""
    return re.findall(r"\S\*?", text)


def laid_of(text: str) -> list[list[Any]]:
    """ "B 0 2 / e* 2 2" as [[0, 2, "B"], [2, 2, "e*"]]."""
    parts = [part.split() for part in text.split("/") if part.strip()]
    return [[int(row), int(col), tile] for tile, row, col in parts]


def scene(
    board: str,
    *,
    bonuses: str = "",
    fortified: Mapping[At, int] = {},
    claims: Mapping[At, int] = {},
    hand: str = "AAAAAAA",
    other: str = "EEEEEEE",
    bag: str = "AAAAAAAAAAAAAAAAAAAA",
    slots: Collection[str] = (),
    opened: bool | None = None,
    coins: tuple[int, int] = (5, 5),
    scores: tuple[int, int] = (0, 0),
    passes: tuple[int, int] = (0, 0),
    timeouts: tuple[int, int] = (0, 0),
    upgrades: tuple[int, int] = (0, 0),
    active: int = 0,
    choice: str = "",
    deadline: int | None = None,
    away: tuple[int | None, int | None] = (None, None),
    **settings: Any,
) -> MatchState:
    """A match with seat `active` on turn, holding `hand` and `slots`; the other seat holds `other`.

    Without `bonuses` the board is bare but for the star. `opened`: the first word has been laid; by default when
    there are tiles. `choice`: the tiles just drawn, which puts the match into phase alfa. `away`: the last signs of
    life of seats that are away.
    """
    rows = rows_of(board)
    size = len(rows)
    marks = rows_of(bonuses) or ["." * size] * (size // 2) + ["." * (size // 2) + "*" + "." * (size // 2)] + [
        "." * size
    ] * (size // 2)
    rules = read_rules("alfapower", settings)
    tileset = standard_tiles(rules.text("language"), 15)
    cells = []
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            letter = "" if mark in ".#" else mark.upper()
            alfa = marks[r][c] == "A"
            cells.append(
                Cell(
                    bonus="." if alfa else marks[r][c],
                    letter=letter,
                    blank=mark.islower(),
                    value=0 if mark.islower() or not letter else tileset.value(letter),
                    fortified=fortified.get((r, c), 0),
                    alfa=alfa,
                    by=0 if letter else None,
                    claim=claims.get((r, c)),
                    dead=mark == "#",
                )
            )
    empty = Board.empty(["".join("." if mark == "A" else mark for mark in row) for row in marks])
    hands = (hand, other) if active == 0 else (other, hand)
    players = tuple(
        PlayerState(
            hand=tuple(tiles_of(hands[seat])),
            coins=coins[seat],
            score=scores[seat],
            slots=tuple(slots) if seat == active else (),
            passes=passes[seat],
            timeouts=timeouts[seat],
            upgrades=upgrades[seat],
            away_since=away[seat],
        )
        for seat in (0, 1)
    )
    return MatchState(
        rules=rules,
        tileset=tileset,
        board=replace(empty, cells=tuple(cells)),
        bag=tuple(sorted(tiles_of(bag))),
        draws=15,
        players=players,
        phase=Phase.ALFA if choice else Phase.PLAY,
        active=active,
        opened=any(mark not in ".#" for row in rows for mark in row) if opened is None else opened,
        choice=tuple(tiles_of(choice)),
        deadline=deadline,
    )


@dataclass(frozen=True)
class Result:
    """What an action came to: the step as a record has it, and the match after it."""

    state: MatchState
    step: dict[str, Any]

    @property
    def code(self) -> str | None:
        code: str | None = self.step["error"]
        return code

    @property
    def words(self) -> list[list[Any]]:
        words: list[list[Any]] = self.step["words"]
        return words

    def hand(self, seat: int = 0) -> str:
        """A seat's hand as a string."""
        return "".join(self.state.players[seat].hand)

    def cell(self, row: int, col: int) -> Cell:
        return self.state.board.cells[row * self.state.board.size + col]


def do(
    state: MatchState,
    what: str,
    *,
    seat: int | None = None,
    tiles: str = "",
    drawn: str | None = None,
    chance: Chance | None = None,
    words: Lexicon = EVERY_WORD,
    now: int = 0,
    everyone: bool = False,
    **fields: Any,
) -> Result:
    """One action of `seat` (by default the one on turn). A swap's tiles are "AB", a placement's "A 0 2 / b 0 3".

    `drawn` is what the bag gives (by default its first tiles in order; or ask
    `chance`), `everyone` that all have left.
    """
    actor = state.active if seat is None else seat
    entry = {"do": what, "seat": None if everyone else actor, **fields}
    if what == "place":
        entry["tiles"] = laid_of(tiles)
    elif tiles:
        entry["tiles"] = tiles_of(tiles)
    elif what == "use" and ITEMS[fields["item"]].aim == "hand":
        entry["tiles"] = []
    if chance is None:
        chance = FirstTile() if drawn is None else RecordedChance(tiles_of(drawn))
    code = None
    try:
        step = apply(
            state, actor, read_action(entry, "alfapower", state.rules.text("language")), Env(now, words, chance)
        )
    except Refused as refused:
        step, code = Step(state, ()), refused.code.value
    left = getattr(chance, "left", ())
    assert not left, f"draws left over: {left}"
    return Result(step.state, step_row(0, step, code))


def settled(state: MatchState, now: int, *, acting: bool = False) -> list[MatchState]:
    """The match after each thing that time alone has brought about by `now`; empty when there was none."""
    return [entry.step.state for entry in settle(state, now, acting=acting)]


def drawing(state: MatchState) -> list[str]:
    """The board of a match as rows, to compare with `rows_of(picture)`."""
    return board_rows(state.board)


def bonus_drawing(state: MatchState) -> list[str]:
    """The bonuses of a match as rows, `A` for an Alfa cell."""
    size, cells = state.board.size, state.board.cells
    marks = "".join("A" if cell.alfa else cell.bonus for cell in cells)
    return [marks[i : i + size] for i in range(0, size * size, size)]
