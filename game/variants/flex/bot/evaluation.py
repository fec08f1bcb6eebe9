"""Evaluate a turn beyond its points: the tiles kept, going out, and what an exchange or a pass leaves."""

from collections.abc import Sequence

from bots.engine.kept_tiles import keeping
from bots.rules import BLANK, Action, Swap
from game.variants.flex.bot.rules import HandTile, MatchState, View
from game.variants.flex.bot.view_to_state import Turn

KEPT_FOR_AN_EXCHANGE = (0, 2, 4)
"""How many letters that go well together an exchange may keep, beside blanks."""


def worth(view: View, turn: Turn) -> float:
    """Of a turn, in final points. Out of tiles, the other's are got and the other loses them; with an empty bag what is
    kept is dreaded as what the other will get."""
    if not view.bag:
        if not turn.kept:
            return float(turn.points + going_out(turn.after, view))
        return float(turn.points - sum(tile.value for tile in turn.kept))
    return turn.points + keeping(view.bag, turn.kept)


def going_out(state: MatchState, view: View) -> int:
    """By how much the viewer gains on the other by going out: what all tiles that the viewer does not see count, which
    are got and lost."""
    return 2 * sum(state.tileset.value(tile) * count for tile, count in view.unseen if tile != BLANK)


def exchanges(view: View) -> list[tuple[float, Action]]:
    """Ways of exchanging tiles, with what the hand kept is worth."""
    found: list[tuple[float, Action]] = []
    for count in KEPT_FOR_AN_EXCHANGE:
        kept, given = _parted(view, count)
        if 0 < len(given) <= view.can.swap:
            found.append((keeping(view.bag, kept), Swap(tuple(tile.tile for tile in given))))
    return found


def _parted(view: View, count: int) -> tuple[Sequence[HandTile], Sequence[HandTile]]:
    """The hand as what is kept (blanks, and so many letters that go well with them) and what is given."""
    kept = [tile for tile in view.hand if not tile.letter]
    given = [tile for tile in view.hand if tile.letter]
    for _ in range(min(count, len(given))):
        best = max(given, key=lambda tile: keeping(view.bag, [*kept, tile]) - tile.value / 10)
        given.remove(best)
        kept.append(best)
    return kept, given
