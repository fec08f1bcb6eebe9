"""A match of AlfaPower played on from a turn of another one."""

from dataclasses import replace

from game.crossword import playing_on
from game.crossword.tiles import ALFA_MARK, Tile, is_alfa, letter_of
from game.kernel.base_types import Seat
from game.kernel.chance import Chance
from game.variants.alfapower.rules.ending import opponent
from game.variants.alfapower.rules.state import MatchState


def play_on(state: MatchState, seat: Seat, chance: Chance) -> MatchState:
    """As in every game with two hands. Coins, powers and their effects are carried on, and so is how many Alfa tiles
    the other holds; which they are is not, for that was never seen."""
    other = opponent(state, seat)
    held = state.players[other]
    plain = state.put_player(other, replace(held, hand=tuple(map(letter_of, held.hand))))
    begun: MatchState = playing_on.play_on(plain, seat, chance)
    drawn = begun.players[other]
    return begun.put_player(other, replace(drawn, hand=_upgraded(drawn.hand, sum(map(is_alfa, held.hand)))))


def _upgraded(hand: tuple[Tile, ...], count: int) -> tuple[Tile, ...]:
    """The hand with the first `count` plain tiles made Alfa tiles."""
    plain = [place for place, tile in enumerate(hand) if not is_alfa(tile)][:count]
    return tuple(tile + ALFA_MARK if place in plain else tile for place, tile in enumerate(hand))
