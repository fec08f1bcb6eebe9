"""Keebble's part of a match record (K7)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.tiles import ALPHABETS
from game.kernel.chance import ImpossibleChance, RecordedChance
from game.kernel.endings import places_told, totals_told
from game.kernel.events import Event, Kind
from game.kernel.fields import bad, exactly, listed, mapping, need, text, whole
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import RecordPart
from game.variants.keebble.rules import setup
from game.variants.keebble.rules.board import SIZE, Board
from game.variants.keebble.rules.dealing import Values
from game.variants.keebble.rules.ending import totals
from game.variants.keebble.rules.option import read_drawn
from game.variants.keebble.rules.settings import GENERATED
from game.variants.keebble.rules.setup import Start
from game.variants.keebble.rules.state import MatchState

MOST_AT_START = 1_000
HIGHEST_VALUE = 99


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Values of its own, the board at the start and the first list. Raises BadField."""
    drawn: tuple[str, ...] = ()
    if rules.text("start_board") == GENERATED or "start" in record:
        drawn = _read_board(mapping(need(record, "start"), "start"))
    values = _read_values(record["values"], rules.text("language")) if "values" in record else None
    return Start(values, (*drawn, *read_drawn(need(record, "options"), "options")))


def write_start(match: MatchState) -> dict[str, Any]:
    """`values` where they are not the standard ones, `start` where it was dealt, and the first `options`."""
    own: dict[str, Any] = {}
    opening = match.opening
    if match.values != setup.standard_values(match.rules.text("language")):
        own["values"] = dict(match.values)
    if match.rules.text("start_board") == GENERATED:
        own["start"] = {
            "letters": [[*divmod(index, SIZE), letter] for index, letter in opening.letters],
            "types": [[*divmod(index, SIZE), kind] for index, kind in opening.types],
            "walls": [list(wall) for wall in opening.walls],
        }
    return {**own, "options": [option.dump() for option in opening.options]}


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> MatchState:  # fmt: skip
    """The match as it began. Raises ImpossibleChance where its start or its first list cannot be."""
    chance = RecordedChance(begun.drawn, seed)
    try:
        state: MatchState = setup.deal(rules, len(players), chance, 0, begun).step.state
    except ImpossibleChance as impossible:
        raise ImpossibleChance(f"start, options: {impossible}") from impossible
    if chance.left:
        raise ImpossibleChance("start, options: more than the rules call for")
    return state


def next_list(event: Event) -> Sequence[Any]:
    """The list of a round that begins."""
    return event.public["options"] if event.kind == Kind.ROUND_BEGAN else ()


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    state = step.state
    gains = [0] * len(state.players)
    words: list[list[Any]] = []
    rejected: list[str] = []
    taker = None
    for event in step.events:
        if event.kind == Kind.OPTION_TAKEN and event.seat is not None:
            taker = event.seat
            gains[taker] += event.public["points"]
        elif event.kind == Kind.WORDS_SCORED:
            words = [word[:2] for word in event.public["words"]]
            rejected = [run[0] for run in event.public["rejected"]]
            gains = [gain + more for gain, more in zip(gains, event.public["gains"], strict=True)]
    return {
        "words": words,
        "rejected": rejected,
        "turn_score": 0 if taker is None else gains[taker],
        "gains": gains,
        "scores": [player.score for player in state.players],
        "round": state.round,
        "last_round": state.last,
        "open": list(state.open),
        "next_first": state.next_first,
        "powers": [power.dump() for power in state.powers],
        "backpacks": [len(player.backpack) for player in state.players],
        "empty": len(state.board.empty_cells),
        "out": list(state.gone),
    }


def final_fields(state: MatchState) -> dict[str, Any]:
    """The fields of the end beside those of every game's."""
    board = state.board
    return {
        "places": places_told(state),
        "totals": totals_told(totals(state)),
        "board": _rows([cell.token for cell in board.cells]),
        "bonuses": _rows([cell.kind for cell in board.cells]),
        "letters": [
            [*divmod(index, SIZE), board.cells[index].owner, board.cells[index].score] for index in board.lettered
        ],
        "walls": _walls(board),
        "powers": [power.dump() for power in state.powers],
        "backpacks": [list(player.backpack) for player in state.players],
        "rounds": state.round,
    }


def _rows(marks: Sequence[str]) -> list[str]:
    return ["".join(marks[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE)]


def _walls(board: Board) -> list[list[Any]]:
    return [list(wall) for wall in sorted(board.walls)]


def _read_values(value: object, language: str) -> Values:
    """`{"A": 1, …}` in place of the whole table; any fault names `values` as a whole."""
    values = mapping(value, "values")
    for letter, worth in values.items():
        if letter not in tuple(ALPHABETS[language]) or type(worth) is not int or not 1 <= worth <= HIGHEST_VALUE:
            bad("values", f"must be letters of the language, each from 1 to {HIGHEST_VALUE}")
    if not values:
        bad("values", "must be of one letter at least")
    return tuple(sorted(values.items()))


def _read_board(start: Mapping[str, Any]) -> tuple[str, ...]:
    """All that was drawn for the board at the start, as one text a draw."""
    drawn: list[str] = []
    for name in ("letters", "types", "walls"):
        things = listed(need(start, name, "start."), f"start.{name}", MOST_AT_START)
        drawn.append(str(len(things)))
        for i, thing in enumerate(things):
            key = f"start.{name}[{i}]"
            row, col, said = exactly(3, thing, key, "[row, column, text]")
            at = f"{whole(row, f'{key}[0]')},{whole(col, f'{key}[1]')}"
            mark = text(said, f"{key}[2]")
            drawn += [f"{at},{mark}"] if name == "walls" else [at, mark]
    return tuple(drawn)


RECORD = RecordPart(
    read_start=read_start,
    write_start=write_start,
    dealt=dealt,
    read_drawn=read_drawn,
    step=step_fields,
    final=final_fields,
    bears_no_idle_draws=True,
    hands=None,
    drawn_in=next_list,
)
