"""AlfaPower's part of a match record."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword import start
from game.crossword.board import Board
from game.crossword.layouts import PLAIN
from game.crossword.start import Start
from game.crossword.tiles import ALFA_MARK, Tile
from game.kernel.endings import totals_told
from game.kernel.events import Kind
from game.kernel.fields import bad, text
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import RecordPart
from game.variants.alfapower.rules import setup
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.rules.state import MatchState


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Bag, board and hands; raises BadField."""
    return start.read_start(record, rules.text("language"), rules.number("board_size"), seats, _tile)


def write_start(match: MatchState) -> dict[str, Any]:
    """`bag` and `board`, where they are not the standard ones."""
    return start.write_start(match.tileset, setup.tileset(match.rules), match.board.layout, setup.layout(match.rules))


def read_drawn(value: object, key: str) -> tuple[Tile, ...]:
    """What the bag gave; raises BadField."""
    return start.read_tiles(value, key, _tile)


def _tile(value: object, key: str) -> Tile:
    """A tile's token, of whatever letter: one that the bag has not is impossible, not malformed."""
    token = text(value, key)
    if len(token.removesuffix(ALFA_MARK) if len(token) > 1 else token) != 1:
        bad(key, "must be a tile")
    return token


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> MatchState:  # fmt: skip
    """The match as it began: every hand must be what the deal gives, seven tiles while the bag lasts."""
    match: MatchState = start.recorded_deal(
        lambda chance: setup.deal(rules, len(players), chance, 0, begun), begun.hands, seed
    )
    return match


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    words: list[list[Any]] = []
    score = 0
    for event in step.events:
        if event.kind == Kind.WORDS_SCORED:
            words = [[word[0], word[1]] for word in event.public["words"]]
            score = event.public["score"]
    players = step.state.players
    return {
        "words": words,
        "turn_score": score,
        "scores": [p.score for p in players],
        "coins": [p.coins for p in players],
        "bag": len(step.state.bag),
        "hands": [len(p.hand) for p in players],
        "slots": [{key: p.slots.count(key) for key in sorted(set(p.slots))} for p in players],
        "passes": [p.passes for p in players],
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
    marks = [
        "#" if cell.dead else (cell.letter.lower() if cell.blank else cell.letter) or PLAIN for cell in board.cells
    ]
    return ["".join(marks[row * board.size : (row + 1) * board.size]) for row in range(board.size)]


RECORD = RecordPart(
    read_start=read_start,
    write_start=write_start,
    dealt=dealt,
    read_drawn=read_drawn,
    step=step_fields,
    final=final_fields,
    strict=True,
)
