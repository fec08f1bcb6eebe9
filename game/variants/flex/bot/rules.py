"""Functions of Flex's rules that bots use; those of all games are in bots/rules.py."""

from game.crossword.board import Board, Run
from game.crossword.hands import HandTile, hand_tiles
from game.crossword.tiles import TileSet
from game.variants.flex.rules.actions import Arrange, Square
from game.variants.flex.rules.placement import Placement, examine
from game.variants.flex.rules.scoring import score, text_of
from game.variants.flex.rules.settings import layout
from game.variants.flex.rules.setup import tileset
from game.variants.flex.rules.state import MatchState, PlayerState
from game.variants.flex.rules.view import View
