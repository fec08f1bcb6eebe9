"""What bots ask of the rules of Classic; what all games have is in bots/rules.py."""

from game.crossword.hands import HandTile
from game.variants.classic.view import View

__all__ = ["HandTile", "View"]
