"""What bots ask of the rules of Classic; what all games have is in bots/rules.py."""

from game.crossword.hands import HandTile
from game.variants.classic.ledger import Receipt
from game.variants.classic.setup import tileset
from game.variants.classic.state import MatchState
from game.variants.classic.view import View, view_of

__all__ = ["HandTile", "MatchState", "Receipt", "View", "tileset", "view_of"]
