"""Alfapet's part of a match record (rule 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.crossword import start as crossword_start
from game.crossword.board import letter_rows
from game.crossword.record import passes_of, record_part, told_of
from game.crossword.start import plain_tile, read_bag, read_board, read_hands, read_tiles
from game.kernel.chance import ImpossibleChance, fair_number
from game.kernel.endings import places_told, totals_told
from game.kernel.fields import need
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.variants.alfapet.rules import setup
from game.variants.alfapet.rules.ending import totals
from game.variants.alfapet.rules.layouts import MARKS
from game.variants.alfapet.rules.settings import theme_words
from game.variants.alfapet.rules.setup import Start, highest
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.tiles import WORTHLESS, without_specials


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Bag, board and racks, and how the start was drawn: `lobby_order` and `start` come together, and with `fair` they
    have to be there. Raises BadField."""
    drawn = any(key in record for key in ("lobby_order", "start", "fair"))
    if drawn:
        need(record, "lobby_order")
        need(record, "start")
    language, size = rules.text("language"), rules.number("board_size")
    return Start(
        tileset=read_bag(record["bag"], language, WORTHLESS) if "bag" in record else None,
        layout=read_board(record["board"], size, MARKS) if "board" in record else None,
        drawn=drawn,
        tiles=read_tiles(record["start"], "start", plain_tile) if drawn else (),
        hands=read_hands(record, seats, plain_tile),
    )


def write_start(match: MatchState) -> dict[str, Any]:
    """`bag` and `board` where they are not the standard ones, and `start` where tiles were drawn for it."""
    own = crossword_start.write_start(
        match.tileset, setup.tileset(match.rules), match.board.layout, setup.layout(match.rules)
    )
    return {**own, "start": list(match.start)} if match.start else own


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> MatchState:  # fmt: skip
    """The match as it began. Raises ImpossibleChance where the start, the seats or a rack cannot be."""
    picks: list[str] = []
    if lobby_order is not None:
        first = _starter(begun, players, lobby_order, rules, seed)
        picks = [*begun.tiles, str(first)]
    match: MatchState = crossword_start.recorded_deal(
        lambda chance: setup.deal(rules, len(players), chance, 0, begun), begun.hands, seed, picks
    )
    return match


def _starter(begun: Start, players: Sequence[str], lobby_order: Sequence[str], rules: Ruleset,
             seed: bytes | None) -> int:  # fmt: skip
    """Who starts, by place in the lobby order: one that has drawn the highest value, so that the players sit as they
    do. The seed says which of the equal ones."""
    if len(begun.tiles) != len(players):
        raise ImpossibleChance(f"start: {len(begun.tiles)} tiles for {len(players)} players")
    bag = without_specials(begun.tileset, rules.flag("specials")) if begun.tileset else setup.tileset(rules)
    starters = highest(bag, begun.tiles)
    if seed is not None:
        starters = [starters[fair_number(seed, len(players)) % len(starters)]]
    for first in starters:
        if [*lobby_order[first:], *lobby_order[:first]] == list(players):
            return first
    raise ImpossibleChance("players: seat 0 is not the one who drew the start, with the others as they follow")


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    return {
        **told_of(step, {"bonus": 0, "theme": []}),
        "passes": passes_of(step),
        "out": list(step.state.gone),
    }


def final_fields(state: MatchState) -> dict[str, Any]:
    """The fields of the end beside those of every game's."""
    size, cells = state.board.size, state.board.cells
    return {
        "places": places_told(state),
        "totals": totals_told(totals(state)),
        "board": letter_rows(state.board, lambda cell: cell.black),
        "arrows": [[*divmod(index, size), cells[index].arrow] for index in state.board.corners],
        "theme": [[word, seat] for word, seat in zip(theme_words(state.rules), state.theme, strict=True)],
    }


RECORD = replace(
    record_part(setup.tileset, setup.layout, totals, dealt),
    read_start=read_start,
    write_start=write_start,
    step=step_fields,
    final=final_fields,
)
