"""Classic's part of a stored match, in its newest form.

The board is stored as the layout it began with and the tiles that lie on it.
"""

from collections.abc import Mapping
from typing import Any

from game.crossword.board import Board
from game.crossword.tiles import TileSet
from game.kernel.codec import dump_core, load_core
from game.kernel.match import Outcome
from game.kernel.variant import StoredForm
from game.variants.classic import format_1
from game.variants.classic.state import MatchState, PlayerState


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data. A tile that lies is [cell, letter, whether a blank, value, whose]."""
    board, outcome = state.board, state.outcome
    return {
        **dump_core(state),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "size": board.size,
        "layout": board.layout,
        "laid": [[i, c.letter, c.blank, c.value, c.by] for i, c in enumerate(board.cells) if c.letter],
        "bag": list(state.bag),
        "draws": state.draws,
        "players": [[list(p.hand), p.score, p.passes, p.timeouts, p.away_since, p.scored_turns] for p in state.players],
        "tries": state.tries,
        "opened": state.opened,
        "outcome": outcome and [outcome.reason, outcome.winner, outcome.places and list(outcome.places)],
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    size, layout = data["size"], data["layout"]
    board = Board.empty([layout[start : start + size] for start in range(0, size * size, size)])
    outcome = data["outcome"]
    return MatchState(
        **load_core(data),
        tileset=TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        board=board.put(
            {
                index: board.cells[index]._replace(letter=letter, blank=blank, value=value, by=by)
                for index, letter, blank, value, by in data["laid"]
            }
        ),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(
            PlayerState(
                hand=tuple(hand),
                score=score,
                passes=passes,
                timeouts=timeouts,
                away_since=away_since,
                scored_turns=scored_turns,
            )
            for hand, score, passes, timeouts, away_since, scored_turns in data["players"]
        ),
        tries=data["tries"],
        opened=data["opened"],
        outcome=outcome and Outcome(outcome[0], outcome[1], outcome[2] and tuple(outcome[2])),
    )


STORED = StoredForm(newest=2, dump=dump, load=load, earlier={1: format_1})
