"""A table of Alfapet for the tests of its rules: boards drawn as text, words laid in a line, actions applied."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.tiles import Placed, read_placed
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset, read_settings
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import Board, Cell
from game.variants.alfapet.rules.settings import SETTINGS, theme_words
from game.variants.alfapet.rules.state import MatchState, PlayerState
from game.variants.alfapet.rules.tiles import standard_tiles
from tests.support.acts import act

SIZE = 15
PLAIN_BOARD = ("." * SIZE,) * SIZE


def rules(**settings: Any) -> Ruleset:
    return read_settings("alfapet", SETTINGS, {"board_size": SIZE, "turn_seconds": None, **settings})


def lay_out(rows: Mapping[tuple[int, int], str], downwards: Mapping[tuple[int, int], str] = {}, *,
            arrows: Mapping[tuple[int, int], str] = {}, layout: Sequence[str] = PLAIN_BOARD) -> Board:  # fmt: skip
    """A board with words across (`rows`, by their first cell) and down; small letters are blanks, # a black tile."""
    board = Board.empty(layout)
    values = standard_tiles("sv", True)
    cells = {}
    for words, step in ((rows, (0, 1)), (downwards, (1, 0))):
        for (row, col), word in words.items():
            for i, letter in enumerate(word):
                at = row + i * step[0], col + i * step[1]
                index = at[0] * board.size + at[1]
                mark = board.cells[index].bonus
                if letter == "#":
                    cells[index] = Cell(mark, by=0, black=True)
                elif letter != ".":
                    blank = letter.islower()
                    value = 0 if blank else values.value(letter)
                    cells[index] = Cell(mark, letter.upper(), blank, value, 0, arrows.get(at, ""))
    return board.put(cells)


def table(board: Board | None = None, hands: Sequence[str] = ("", ""), bag: str = "", *, scores: Sequence[int] = (),
          passes: Sequence[int] = (), active: int = 0, **settings: Any) -> MatchState:  # fmt: skip
    """A match in the midst: what lies, the racks, the bag, as texts of tiles."""
    chosen = rules(**settings)
    players = tuple(
        PlayerState(hand=tuple(hand), score=scores[seat] if scores else 0, passes=passes[seat] if passes else 0)
        for seat, hand in enumerate(hands)
    )
    return MatchState(
        rules=chosen,
        tileset=standard_tiles(chosen.text("language"), True),
        board=board or Board.empty(PLAIN_BOARD),
        bag=tuple(sorted(bag)),
        draws=3,
        players=players,
        active=active,
        theme=(None,) * len(theme_words(chosen)),
    )


def across(row: int, col: int, letters: str) -> tuple[Placed, ...]:
    """Tiles laid from there to the right; a small letter is a blank, a dot a cell that is left out."""
    return tuple(
        read_placed(row, col + i, letter, "sv") or Placed(row, col + i, letter)
        for i, letter in enumerate(letters)
        if letter != "."
    )


def down(row: int, col: int, letters: str) -> tuple[Placed, ...]:
    """The same downwards."""
    return tuple(Placed(col, row, tile, named) for row, col, tile, named in across(col, row, letters))


def lay(state: MatchState, *tiles: Placed, black: tuple[int, int] | None = None,
        arrow: tuple[int, int, str] | None = None, seat: int = 0, lexicon: Any = None) -> Step[MatchState]:  # fmt: skip
    """The step of laying these."""
    return act(state, Lay(tiles, black, arrow), seat=seat, lexicon=lexicon)
