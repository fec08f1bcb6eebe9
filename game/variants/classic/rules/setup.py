"""Begin a match of Classic: each player draws a hand, and the one whose best tile ranks earlier moves first."""

from collections.abc import Sequence

from game.crossword.board import Board
from game.crossword.plain.start import tileset
from game.crossword.plain.state import PlainSeat, PlainState
from game.crossword.start import Start, deal_hands, seated
from game.crossword.tiles import ALPHABETS, BLANK, HAND_SIZE, Tile, TileSet
from game.kernel.base_types import Millis
from game.kernel.chance import Chance
from game.kernel.setting_types import Ruleset
from game.kernel.turns import first_turn
from game.kernel.variant import Dealt
from game.variants.classic.rules.settings import layout

THE_LOT = 0
"""The number of the fair deal that decides between hands that are equally close."""


def line(language: str) -> str:
    """All tiles in the order of which the earliest moves first: a blank, then the alphabet."""
    return BLANK + ALPHABETS[language]


def closeness(hand: Sequence[Tile], language: str) -> int:
    """Where the best tile of a hand stands: a blank is 0, A is 1. The closer hand moves first."""
    return min(line(language).index(tile) for tile in hand)


def first_of(hands: Sequence[Sequence[Tile]], language: str, chance: Chance) -> int:
    """Which of the two hands moves first; the lot where they are equally close."""
    first, second = (closeness(hand, language) for hand in hands)
    if first == second:
        return chance.pick(("first", "second"), THE_LOT)
    return 0 if first < second else 1


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, start: Start | None) -> Dealt:
    """The first of the lobby order draws seven tiles, then the second; the hand that moves first is seat 0's."""
    tiles = start and start.tileset or tileset(rules)
    hands, bag, draws = deal_hands(tiles, seats, HAND_SIZE, chance)
    first = first_of(hands, rules.text("language"), chance)
    state = begin(rules, start or Start(), tiles, [hands[first], *(h for i, h in enumerate(hands) if i != first)], bag)
    assert state.draws == draws
    return first_turn(state, now, order=(first, *(place for place in range(seats) if place != first)))


def begin(rules: Ruleset, start: Start, tiles: TileSet, hands: Sequence[tuple[Tile, ...]],
          bag: tuple[Tile, ...]) -> PlainState:  # fmt: skip
    """The match before its first turn, with the hands in seat order."""
    return PlainState(
        rules=rules,
        tileset=tiles,
        board=Board.empty(start.layout or layout(rules)),
        bag=bag,
        draws=1 + sum(len(hand) for hand in hands),
        players=seated(PlainSeat, hands, rules),
    )
