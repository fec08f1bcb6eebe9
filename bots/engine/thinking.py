"""From what a bot sees in a match to what it does."""

import random

from bots.engine.decision import Mind
from bots.engine.preparation import words_for
from bots.levels import LEVELS
from bots.rules import Action
from dictionary import api as dictionary
from game.api import BotSight


def think(sight: BotSight) -> Action:
    """The next action of the bot whose turn it is; the same sight gives the same one."""
    level = LEVELS[sight.level]
    words = words_for(level, dictionary.lexicon(*sight.lexicon))
    running = sight.view.receipts[-1]
    bought = sum(one.seat == sight.seat for one in running.bought)
    seen = f"{sight.view.turn} {sight.version} {sight.view.hand}"
    rng = random.Random(seen)  # nosec B311  # decides no deal
    return Mind(sight.view, level, words, rng, powers=bought + len(running.used)).action()
