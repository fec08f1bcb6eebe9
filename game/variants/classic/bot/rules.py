"""Functions of Classic's rules that bots use; those of all games are in bots/rules.py."""

from game.crossword.hands import HandTile
from game.crossword.plain.ledger import Receipt
from game.crossword.plain.start import tileset
from game.crossword.plain.state import PlainState
from game.variants.classic.rules.view import View, view_of
