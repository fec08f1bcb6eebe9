"""Analyse what could have been played in a turn of AlfaPower: the best plays, and the power that would have paid."""

import random
from collections.abc import Iterator
from dataclasses import replace

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of, position_of
from bots.engine.word_of_play import word_of
from bots.levels import LEVELS
from bots.rules import PLACED_BONUS, MatchState, Receipt, View, view_of
from bots.turn_verdicts import SHOWN, Judged, Paid
from game.variants.alfapower.bot.decision import MARGIN, Choice, Decision
from game.variants.alfapower.bot.evaluation import coin, coins_for
from game.variants.alfapower.bot.hint import as_better

POWERS = (*PLACED_BONUS, "fortify")
"""What makes a play of this very turn dearer; what the other powers bring, only later turns show."""


def judge(before: MatchState, after: MatchState, receipt: Receipt, graph: Graph) -> Judged:
    """A turn of a finished match, from the states around it."""
    seat = before.active
    view = view_of(before, seat, [], 0)
    plays = best_plays(position_of(view), graph, SHOWN) if view.hand else []
    return Judged(
        turn=receipt.turn,
        seat=seat,
        end=receipt.end,
        points=receipt.score,
        coins=receipt.income,
        word=receipt.words[0].text if receipt.words else "",
        best=tuple(as_better(view, play) for play in plays),
        power=_power(view, plays, graph) if plays else None,
        scores=tuple(player.score for player in after.players),
    )


def _power(view: View, plays: list[Play], graph: Graph) -> Paid | None:
    """The one purchase, or use of what is held, that makes the turn's best play worth most more, if any pays."""
    level = replace(list(LEVELS.values())[-1], looks_ahead=0)
    decision = Decision(view, level, Words(graph, graph), random.Random(0))  # nosec B311  # nothing is drawn
    found: tuple[float, Paid] | None = None
    for key, price in _within_reach(view):
        for cell, changed in decision.changes(key, [Choice(float(play.score), play) for play in plays]):
            with_it = best_plays(changed, graph, 1)
            if not with_it:
                continue
            score = with_it[0].score
            more = score - plays[0].score + (coins_for(view, score) - coins_for(view, plays[0].score)) * coin(view)
            gain = more - price * coin(view) - MARGIN
            if gain > 0 and (found is None or gain > found[0]):
                word, _start = word_of(view.size, letters_of(view.rules.text("language")), changed, with_it[0])
                found = gain, Paid(key, cell, price, score, word)
    return found[1] if found else None


def _within_reach(view: View) -> Iterator[tuple[str, int]]:
    """The powers that the player held, for nothing, or could have bought, at their price."""
    held = {slot.item for slot in view.slots if slot.usable}
    for item in view.shop:
        if item.item in POWERS and (item.item in held or not item.refusal):
            yield item.item, 0 if item.item in held else item.price
