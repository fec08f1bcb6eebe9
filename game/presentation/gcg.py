"""Export a finished match as GCG, the text form that other crossword programs read: a view of it, not the whole of it.

What every game writes alike; a game writes its turns and its end. English, as the form is. Nothing reads these files
back: the match record is the whole truth.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.board import Board
from game.crossword.tiles import BLANK, Placed, Tile, letter_of, placed_token
from game.kernel.events import Kind
from game.kernel.match import CoreState
from game.kernel.match_replay import Played
from game.presentation.squares import coord

DISAGREES = "This match does not agree with its seal: what is stored of it was changed, or is damaged."
_ORDINARY_SIZE = 15


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands at the top: who played in seat order, on which list, and the match's own name."""

    names: tuple[str, ...]
    lexicon: str
    public_id: str


def head(heading: Heading, nicks: Sequence[str], title: str, key: str, description: str, size: int) -> list[str]:
    """The lines before the first move, of the game with that title and key."""
    shape = "" if size == _ORDINARY_SIZE else f" Board {size}x{size}."
    players = enumerate(zip(nicks, heading.names, strict=True), 1)
    return [
        "#character-encoding UTF-8",
        *(f"#player{number} {nick} {_one_line(name)}" for number, (nick, name) in players),
        f"#title {title}",
        f"#description {description}{shape}",
        f"#id {key} {heading.public_id}",
        f"#lexicon {heading.lexicon}",
    ]


def text(lines: Sequence[str]) -> str:
    """The whole text, to be written as UTF-8."""
    return "".join(f"{line}\n" for line in lines)


def ended(state: CoreState, nicks: Sequence[str]) -> str:
    """The last note: how the match ended."""
    assert state.outcome is not None
    winner = "nobody" if state.outcome.winner is None else nicks[state.outcome.winner]
    return f"#note Ended: {state.outcome.reason}, won by {winner}"


def hand_of(step: Played) -> Sequence[Tile]:
    """The hand that the seat held before the step."""
    hand: Sequence[Tile] = step.before.players[step.seat].hand
    return hand


def laying(steps: Sequence[Played]) -> Played:
    """The step that laid the turn's word."""
    return next(step for step in steps if any(event.kind == Kind.WORDS_SCORED for event in step.events))


def placed(board: Board, laid: Sequence[Placed], words: Sequence[Any]) -> tuple[str, list[str]]:
    """Where and what in GCG, and the notes for the rest. `board` is the board after the turn."""
    said = " + ".join(f"{word.text} {word.points}" for word in words)
    line = _line(board, laid)
    if line is None:
        where = ", ".join(f"{letter(tile)} {coord(tile.row, tile.col)}" for tile in laid)
        return "-", [f"No form for tiles not in one line: {where}; {said}"]
    across, cells = line
    fresh = {tile.row * board.size + tile.col: tile for tile in laid}
    text = "".join(letter(fresh[index]) if index in fresh else "." for index in cells)
    row, col = divmod(cells[0], board.size)
    at = f"{row + 1}{chr(ord('A') + col)}" if across else f"{chr(ord('A') + col)}{row + 1}"
    return f"{at} {text}", [said]


def _line(board: Board, laid: Sequence[Placed]) -> tuple[bool, tuple[int, ...]] | None:
    """The run that holds all the tiles laid, across if there is a choice; None when no run does."""
    fresh = [tile.row * board.size + tile.col for tile in laid]
    for across, runs in zip((True, False), board.runs_through(fresh), strict=True):
        for run in runs:
            if set(fresh) <= set(run):
                return across, run
    return None


def letter(tile: Placed) -> str:
    """A laid tile as GCG writes it: small for a blank."""
    return placed_token(tile)[0]


def rack_of(tiles: Sequence[str]) -> str:
    """A hand: letters, "?" for blanks; what an Alfa tile is made of."""
    return "".join(sorted((letter_of(tile) for tile in tiles), key=lambda letter: (letter == BLANK, letter)))


def spaced(tiles: Sequence[str]) -> str:
    """Tiles one by one."""
    return " ".join(tiles)


def signed(number: int) -> str:
    """A number with its sign."""
    return f"{number:+d}"


def nicks(names: Sequence[str]) -> list[str]:
    """A name without spaces for each seat, no two alike."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        nick = re.sub(r"[^\w-]+", "_", name).strip("_") or f"Player{number}"
        found.append(nick if nick not in found else f"{nick}_{number}")
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())
