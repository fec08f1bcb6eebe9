"""Evaluate a play beyond its points, in final points: coins, the tiles kept, an Alfa tile earned, going out."""

from collections.abc import Sequence

from bots.engine import kept_tiles
from bots.engine.plays import Play
from bots.engine.view_to_position import values_seen_by
from bots.rules import ALFA_MARK, BLANK, HAND_SIZE, HandTile, View

ALFA_KEPT, ALFA_EARNED = 9.0, 11.0
"""What it is worth to keep an Alfa tile for a later turn, and to be offered one."""


def coin(view: View) -> float:
    """What a coin is worth at the end of the match; a little where coins bring no points, for they buy."""
    per_point = view.rules.number("coins_per_point")
    return 1 / per_point if per_point else 0.1


def coins_for(view: View, score: int) -> int:
    """The coins that a turn of so many points brings."""
    return view.rules.number("base_coins") + score * view.rules.number("score_coins_percent") // 100


def worth(view: View, play: Play, kept: Sequence[HandTile]) -> float:
    """Of a play that leaves these tiles in the hand."""
    rules = view.rules
    value = play.score + coins_for(view, play.score) * coin(view)
    if view.bag == 0:
        if not kept:
            return value + left_with_the_other(view)
        return value - left_over(view, kept)
    value += keeping(view, kept)
    trigger = rules.values["alfa_trigger"]
    if rules.flag("alfa_enabled") and len(play.tiles) >= (HAND_SIZE if trigger == "full" else trigger):
        value += ALFA_EARNED * kept_tiles.goes_on(view.bag)
    return value


def left_over(view: View, kept: Sequence[HandTile]) -> int:
    """What tiles in the hand cost at the end."""
    factor = view.rules.number("alfa_multiplier")
    return sum(tile.value * (factor if tile.alfa else 1) for tile in kept)


def left_with_the_other(view: View) -> int:
    """What the other's tiles will cost them when the bag is empty; all unseen tiles are theirs."""
    values = values_seen_by(view)
    return sum(values.get(letter, 0) * count for letter, count in view.unseen if letter != BLANK)


def keeping(view: View, kept: Sequence[HandTile]) -> float:
    """How well a hand of these tiles goes on while the bag has some."""
    alfas = sum(tile.alfa for tile in kept)
    return kept_tiles.keeping(view.bag, kept) + ALFA_KEPT * alfas * kept_tiles.goes_on(view.bag)


def kept_after(view: View, play: Play, letters: str) -> list[HandTile]:
    """The hand without the tiles of a play; `letters` is the alphabet in the graph's order."""
    kept = list(view.hand)
    for laid in play.tiles:
        token = BLANK if laid.blank else letters[laid.letter - 1]
        marked = [tile for tile in kept if tile.tile.removesuffix(ALFA_MARK) == token]
        kept.remove(max(marked, key=lambda tile: tile.alfa == laid.alfa))
    return kept
