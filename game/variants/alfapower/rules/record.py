"""AlfaPower's part of a match record."""

from dataclasses import replace
from typing import Any

from game.crossword.board import Board, letter_rows
from game.crossword.record import dealt_by, passes_of, record_part, told_of
from game.crossword.tiles import ALFA_MARK, Tile
from game.kernel.endings import totals_told
from game.kernel.fields import bad, text
from game.kernel.match import Step
from game.variants.alfapower.rules import setup
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.rules.state import MatchState


def _tile(value: object, key: str) -> Tile:
    """A tile's token, of whatever letter: one that the bag has not is impossible, not malformed."""
    token = text(value, key)
    if len(token.removesuffix(ALFA_MARK) if len(token) > 1 else token) != 1:
        bad(key, "must be a tile")
    return token


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    players = step.state.players
    return {
        **told_of(step, {}),
        "coins": [p.coins for p in players],
        "slots": [{key: p.slots.count(key) for key in sorted(set(p.slots))} for p in players],
        "passes": passes_of(step),
    }


def final_fields(state: MatchState) -> dict[str, Any]:
    """The fields of the end beside those of every game's."""
    size, cells = state.board.size, state.board.cells
    return {
        "totals": totals_told(totals(state)),
        "board": board_rows(state.board),
        "bonuses": [
            "".join("A" if cell.alfa else cell.bonus for cell in cells[row * size : (row + 1) * size])
            for row in range(size)
        ],
        "fortified": [[*divmod(i, size), cell.fortified] for i, cell in enumerate(cells) if cell.fortified],
        "claims": [[*divmod(i, size), cell.claim] for i, cell in enumerate(cells) if cell.claim is not None],
    }


def board_rows(board: Board) -> list[str]:
    """The board as rows of text: "." empty, "#" dead, a letter, lower case for a blank."""
    return letter_rows(board, lambda cell: cell.dead)


RECORD = replace(
    record_part(setup.tileset, setup.layout, totals, dealt_by(setup.deal), read_tile=_tile),
    step=step_fields,
    final=final_fields,
    strict=True,
)
