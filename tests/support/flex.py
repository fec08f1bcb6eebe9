"""A table of Flex for the tests of its rules: boards drawn as words, tiles laid in a line, actions applied."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.board import Board, Cell
from game.crossword.tiles import Placed, read_plain, standard_tiles
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset, read_settings
from game.variants.flex.rules.actions import Arrange, Square
from game.variants.flex.rules.settings import SETTINGS, layout
from game.variants.flex.rules.state import MatchState, PlayerState


def rules(**settings: Any) -> Ruleset:
    return read_settings("flex", SETTINGS, {"layout": "plain15", "turn_seconds": None, **settings})


def marked(**marks: str) -> list[str]:
    """A plain board of 15 with marks: t="7,7 7,8" puts t on these squares."""
    rows = [["."] * 15 for _ in range(15)]
    for mark, squares in marks.items():
        for square in squares.split():
            row, col = map(int, square.split(","))
            rows[row][col] = "*" if mark == "star" else mark
    return ["".join(row) for row in rows]


def table(words: Mapping[tuple[int, int, str], str] = {}, hands: Sequence[str] = ("", ""), bag: str = "", *,
          scores: Sequence[int] = (0, 0), timeouts: Sequence[int] = (0, 0), flexed: Sequence[int] = (0, 0),
          active: int = 0, turn: int = 5, idle: int = 0, creator: int | None = None,
          **settings: Any) -> MatchState:  # fmt: skip
    """A match in the midst: the `words` that lie by their first square and way ("across", "down"), in which small
    letters are blanks; hands and bag as texts of tiles."""
    chosen = rules(**settings)
    board = Board.empty(layout(chosen))
    tiles = standard_tiles(chosen.text("language"), board.size)
    cells: dict[int, Cell] = {}
    for (row, col, way), word in words.items():
        for i, letter in enumerate(word):
            index = (row + i * (way == "down")) * board.size + col + i * (way == "across")
            blank = letter.islower()
            value = 0 if blank else tiles.value(letter)
            cells[index] = board.cells[index]._replace(letter=letter.upper(), blank=blank, value=value, by=0)
    return MatchState(
        rules=chosen,
        tileset=tiles,
        board=board.put(cells),
        bag=tuple(sorted(bag)),
        draws=15,
        players=tuple(
            PlayerState(hand=tuple(hand), score=scores[seat], timeouts=timeouts[seat], flexed=flexed[seat])
            for seat, hand in enumerate(hands)
        ),
        active=active,
        turn=turn,
        idle=idle,
        creator=creator,
    )


def across(row: int, col: int, letters: str) -> tuple[Placed, ...]:
    """Tiles laid from there to the right; a small letter is a blank, a dot a square that is left out."""
    return tuple(read_plain(row, col + i, letter, "sv") for i, letter in enumerate(letters) if letter != ".")


def down(row: int, col: int, letters: str) -> tuple[Placed, ...]:
    """The same downwards."""
    return tuple(read_plain(row + i, col, letter, "sv") for i, letter in enumerate(letters) if letter != ".")


def turn_of(*tiles: Placed, moves: Sequence[tuple[Square, Square]] = (), takes: Sequence[Square] = ()) -> Arrange:
    """A turn that lays, moves and takes these."""
    return Arrange(tiles, tuple(moves), tuple(takes))


def told(step: Step[MatchState]) -> Mapping[str, Any]:
    """What the one placement of a step tells everybody."""
    (scored,) = [event for event in step.events if event.kind == "words_scored"]
    return scored.public
