"""Evaluate a turn beyond its points: the tiles kept, and going out."""

from bots.engine.kept_tiles import keeping
from bots.rules import BLANK
from game.variants.flex.bot.rules import MatchState, View
from game.variants.flex.bot.view_to_state import Turn


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
