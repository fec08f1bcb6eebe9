"""What bots ask of the rules of Classic; what all games have is in bots/rules.py."""

from game.crossword.hands import HandTile
from game.variants.classic.rules.ledger import Receipt
from game.variants.classic.rules.setup import tileset
from game.variants.classic.rules.state import MatchState
from game.variants.classic.rules.view import View, view_of

__all__ = ["HandTile", "MatchState", "Receipt", "View", "tileset", "view_of"]
