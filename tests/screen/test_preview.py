"""The readout that the page works out itself (static/js/preview.js) is the engine's, over random positions and tiles.

Run by Node; what the page reads from its board is held to the same in tests/browser/test_preview.py.
"""

import json
import random
import subprocess
from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest
from django.conf import settings

from game.crossword.tiles import ALPHABETS, read_placed
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import apply
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.presentation.squares import shown_bonus
from game.variants.alfapower.rules.lasting_effects import turn_factor
from game.variants.alfapower.rules.readout import read_out
from game.variants.alfapower.rules.state import MatchState, Phase
from game.variants.alfapower.screens import preview
from tests.rules.tables.test_placing import CASES
from tests.support import needs, random_matches
from tests.support.players.alfapower import act_by_lot, lay_by_lot, tokens
from tests.support.run_length import tries
from tests.support.text_boards import laid_of, scene
from tests.support.types import certain
from tests.support.word_lists import Moody

MATCHES = tries(16, 400)
DRAFTS = 12
SCRIPT = """
import(process.argv[1]).then(async ({ readOut }) => {
  let text = "";
  for await (const part of process.stdin) text += part;
  const told = JSON.parse(text).map(({ rules, position, tiles }) => readOut(rules, position, tiles));
  console.log(JSON.stringify(told));
});
"""
Tiles: TypeAlias = list[list[Any]]
Case: TypeAlias = tuple[MatchState, int, Tiles]
pytestmark = pytest.mark.needs_node


def position(state: MatchState, seat: int) -> dict[str, Any]:
    """The position as the page reads it from its board (static/js/match/position.js)."""
    own = state.tries_left if seat == state.active else state.rules.limit("tries_per_turn")
    return position_of(state, seat, own, turn_factor(state.players[seat]))


def position_of(state: Any, seat: int, tries: int | None, factor: int) -> dict[str, Any]:
    """The same of any game with such a board."""
    cells = [
        {
            "letter": cell.letter,
            "value": cell.value + cell.fortified if cell.letter else 0,
            "alfa": cell.alfa,
            "dead": cell.dead,
            "claimed": cell.claim is not None and cell.claim != seat,
            "bonus": "" if cell.letter or cell.dead or cell.bonus == "." else shown_bonus(cell.bonus),
        }
        for cell in state.board.cells
    ]
    hand = list(state.players[seat].hand)
    of_the_match = {"size": state.board.size, "opened": state.opened, "tries": tries, "factor": factor}
    return {**of_the_match, "cells": cells, "hand": hand}


def engine(state: MatchState, seat: int, tiles: Tiles) -> dict[str, Any]:
    """What the engine says of [row, column, token] each."""
    language = state.rules.text("language")
    told = read_out(state, seat, [certain(read_placed(row, col, token, language)) for row, col, token in tiles])
    words = [[word.text, word.points] for word in told.words]
    code = told.code.value if told.code else ""
    return {"code": code, "words": words, "score": told.score, "coins": told.coins, "factor": told.factor,
            "tries": told.tries_left}  # fmt: skip


def page(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """What the page's script says of (state, seat, tiles) each."""
    asked = [
        {"rules": preview.numbers(state), "position": position(state, seat), "tiles": tiles}
        for state, seat, tiles in cases
    ]
    return told_by_the_page(asked)


def told_by_the_page(asked: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's script says of each case: of its rules, position and tiles."""
    command = [
        needs.program("node"),
        "--input-type=module",
        "-e",
        SCRIPT,
        str(settings.STATIC_SOURCES[0] / "js" / "preview.js"),
    ]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


def disagreements(cases: Sequence[Case]) -> list[tuple[Any, ...]]:
    """Those of the cases of which the two say different things."""
    return [
        (tiles, mine, theirs)
        for (state, seat, tiles), mine in zip(cases, page(cases), strict=True)
        if mine != (theirs := engine(state, seat, tiles))
    ]


def random_state(rng: random.Random) -> MatchState:
    """A position somewhere in a match with any settings, rich enough for powers and Alfa tiles."""
    given = random_matches.random_settings(rng) | {"starting_coins": 99, "slot_limit": 12, "passes_to_concede": 10}
    given["alfa_trigger"] = rng.choice([1, 2, "full"])
    state = new_match(read_rules("alfapower", given), FairChance(rng.randbytes(32)), 0).state
    lexicon, chance = Moody(), FairChance(rng.randbytes(32))
    for _ in range(rng.choice([1, 8, 20, 35])):
        if state.phase is Phase.OVER:
            break
        seat, action = act_by_lot(state, rng)
        state = apply(state, seat, action, Env(0, lexicon, chance)).state
    return state


def random_tiles(rng: random.Random, state: MatchState, seat: int) -> Tiles:
    """Tiles to lay: as the rules allow, moved a little from that, or anywhere at all."""
    size, hand = state.board.size, state.players[seat].hand
    if not hand:
        return []
    tiles = tokens(lay_by_lot(state, rng, seat))
    if tiles and rng.random() < 0.6:
        if rng.random() < 0.4:
            spoiled = rng.choice(tiles)
            spoiled[rng.randrange(2)] += rng.choice([-1, 1])
        return tiles
    letters = ALPHABETS[state.rules.text("language")]
    named = [tile.replace("?", rng.choice([*letters.lower(), "?"])) for tile in hand]
    taken = rng.sample([*named, rng.choice(letters)], rng.randint(0, min(4, len(named))))
    row, col = rng.randrange(size), rng.randrange(-1, size)
    return [[row + rng.choice([0, 0, 1]), col + i * rng.choice([1, 1, 0]), tile] for i, tile in enumerate(taken)]


def test_it_says_what_the_engine_says_of_random_positions_and_tiles() -> None:
    rng = random.Random(19)
    cases: list[Case] = []
    for _ in range(MATCHES):
        state = random_state(rng)
        cases += [(state, seat, random_tiles(rng, state, seat)) for seat in (0, 1) for _ in range(DRAFTS)]
    assert disagreements(cases) == []
    codes = {engine(*case)["code"] for case in cases}
    assert {"", "no_tiles", "not_in_hand", "off_board", "same_cell", "occupied"} <= codes


@pytest.mark.parametrize("differs", [{}, {"alfa_permanent": False}, {"score_coins_percent": 33, "base_coins": 0}])
def test_it_says_what_the_engine_says_of_every_case_of_the_table(differs: dict[str, Any]) -> None:
    cases = [
        (scene(board, **({"hand": "SE?EEEE"} | own | differs)), 0, laid_of(tiles))
        for _name, _code, board, tiles, own in CASES
    ]
    assert disagreements(cases) == []
    codes = {engine(*case)["code"] for case in cases}
    assert {"dead", "claimed", "alfa_cell", "gap", "not_connected", "blank_letter"} <= codes


def test_every_refusal_of_a_readout_has_its_sentence() -> None:
    cases = [(scene(board, **({"hand": "SE?EEEE"} | own)), 0, laid_of(tiles)) for _n, _c, board, tiles, own in CASES]
    assert {engine(*case)["code"] for case in cases} - {""} <= {code.value for code in preview.REFUSALS}
