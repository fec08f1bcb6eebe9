"""Chooses a bot's next action from what it sees of a match."""

import random

from bots.engine.preparation import words_for
from bots.games import decide_of
from bots.levels import LEVELS
from bots.rules import Action
from dictionary import api as dictionary
from game.api import BotSight


def think(sight: BotSight) -> Action:
    """The next action of the bot whose turn it is; the same view gives the same action."""
    level = LEVELS[sight.level]
    words = words_for(level, dictionary.lexicon(*sight.lexicon))
    rng = random.Random(f"{sight.match_id} {sight.version}")  # nosec B311  # decides no deal
    return decide_of(sight.view.rules.variant)(sight.view, level, words, rng)
