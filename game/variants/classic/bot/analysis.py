"""Analyse what could have been played in a turn of Classic: the best plays."""

from bots.engine.building import Graph
from bots.turn_verdicts import SHOWN, Judged
from game.variants.classic.bot.hint import best
from game.variants.classic.bot.rules import PlainState, Receipt, view_of


def judge(before: PlainState, after: PlainState, receipt: Receipt, graph: Graph) -> Judged:
    """A turn of a finished match, from the states around it."""
    return Judged(
        turn=receipt.turn,
        seat=before.active,
        end=receipt.end,
        points=receipt.score,
        coins=0,
        word=receipt.words[0].text if receipt.words else "",
        best=tuple(best(view_of(before, before.active, [], 0), graph, SHOWN)),
        power=None,
        scores=tuple(player.score for player in after.players),
    )
