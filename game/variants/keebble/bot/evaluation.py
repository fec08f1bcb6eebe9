"""Evaluate what counts beside the points of a turn: letters on the board, letters saved, the first choice of the next
round. All in points."""

from collections.abc import Sequence

from game.variants.keebble.bot.rules import MatchState, Seat, letter_value

HELD = 0.3
"""What a letter's value brings its owner while a whole match lies ahead."""

SAVED = 1.0
"""A letter in the backpack."""

FIRST = 2.5
"""The first choice in the next round."""


def ahead(state: MatchState) -> float:
    """How much of the match lies ahead, by its rounds; nothing in the last."""
    return 0.0 if state.last else max(0.1, 1 - state.round / state.rules.number("max_rounds"))


def standing(state: MatchState, seat: Seat) -> float:
    """What a seat has on the board and in its backpack, against the mean of the others."""
    worth = [0.0] * len(state.players)
    for cell in state.board.cells:
        if cell.owner is not None:
            worth[cell.owner] += HELD * letter_value(state, cell)
    for player, saved in enumerate(state.players):
        worth[player] += SAVED * len(saved.backpack)
    first = 0 if state.last else FIRST * (state.next_first == seat)
    return ahead(state) * margin(worth, seat, state.inside) + first


def margin(worth: Sequence[float], seat: Seat, inside: Sequence[Seat]) -> float:
    """By how much a seat has more than the others in the match, one with another."""
    others = [worth[other] for other in inside if other != seat]
    return worth[seat] - sum(others) / max(1, len(others))
