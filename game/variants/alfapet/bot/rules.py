"""Functions of Alfapet's rules that bots use; those of all games are in bots/rules.py."""

from game.crossword.hands import HandTile
from game.crossword.tiles import Tile, TileSet
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import ACROSS, DOWN, Board, Cell
from game.variants.alfapet.rules.layouts import LETTER_FACTOR, WORD_FACTOR
from game.variants.alfapet.rules.placement import examine
from game.variants.alfapet.rules.reading import Reading, run_through, text_of, words_through
from game.variants.alfapet.rules.scoring import earned_theme, rack_bonus
from game.variants.alfapet.rules.settings import RACK_BONUS
from game.variants.alfapet.rules.state import MatchState, PlayerState
from game.variants.alfapet.rules.tiles import ARROW, BLACK, SPECIALS, standard_tiles
from game.variants.alfapet.rules.turn import score_words, turn_score
from game.variants.alfapet.rules.view import View
