"""How a match begins: the bag, the board, the deal, and the first turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.rules import events
from game.rules.basics import Millis
from game.rules.board import Board
from game.rules.chance import Chance, draw
from game.rules.options import Ruleset, changed_settings, read_settings
from game.rules.state import MatchState, Step
from game.rules.tiles import HAND_SIZE, TileSet
from game.rules.turn import begin_turn
from game.rules.variants import VARIANTS

FIRST_DRAW = 1
"""Number 0 of the fair deal says who sits where; the tiles begin with number 1."""


def read_rules(variant: str, given: Mapping[str, object]) -> Ruleset:
    """The ruleset of a variant from the settings that differ from its defaults; raises BadSetting."""
    return read_settings(variant, VARIANTS[variant].settings, given)


def changed_rules(rules: Ruleset) -> dict[str, Any]:
    """The settings that differ from today's defaults, as plain data: what rooms and rematches are made of."""
    return changed_settings(VARIANTS[rules.variant].settings, rules)


def new_match(rules: Ruleset, chance: Chance, now: Millis, *, tileset: TileSet | None = None,
              layout: Sequence[str] | None = None) -> Step:  # fmt: skip
    """A match whose first turn begins at `now`: seat 0 draws its seven, then seat 1, and seat 0 moves first.

    `tileset` and `layout` (rows) take the place of the standard ones for a record that brings its own.
    """
    variant = VARIANTS[rules.variant]
    tileset = tileset or variant.tileset(rules)
    bag, draws, hands = tileset.bag(), FIRST_DRAW, []
    for _seat in range(variant.seats):
        hand, bag, draws = draw(bag, HAND_SIZE, draws, chance)
        hands.append(hand)
    state = MatchState(
        rules=rules,
        tileset=tileset,
        board=Board.empty(layout or variant.layout(rules)),
        bag=bag,
        draws=draws,
        players=tuple(variant.new_player(rules, hand) for hand in hands),
    )
    state = begin_turn(state, 0, now)
    return Step(state, (events.turn_began(0, state.turn, state.deadline),))


def deal_again(match: MatchState, chance: Chance, started_at: Millis) -> Step:
    """How a stored match began: from its own settings, tiles and board, whatever the standard ones are by now."""
    size, layout = match.board.size, match.board.layout
    rows = [layout[start : start + size] for start in range(0, size * size, size)]
    return new_match(match.rules, chance, started_at, tileset=match.tileset, layout=rows)
