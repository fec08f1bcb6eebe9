"""Functions of Keebble's rules that bots use; those of all games are in bots/rules.py."""

from game.crossword.layouts import PLAIN
from game.kernel.base_types import Seat
from game.kernel.match import PLAY
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take, Written
from game.variants.keebble.rules.apply_option import carry_out
from game.variants.keebble.rules.board import COLUMNS, EDGES, ROWS, SIZE, Board, Cell, Edge, edge_between, neighbours
from game.variants.keebble.rules.dealing import Draws, Opening, deal_options
from game.variants.keebble.rules.letters import Room, can_be_met, room_for
from game.variants.keebble.rules.option import OVERWRITE, POWER_UPS, WILD
from game.variants.keebble.rules.runs import Run, readings_of, runs_of
from game.variants.keebble.rules.scoring import WORD_FACTOR, letter_value, score_word
from game.variants.keebble.rules.settings import BACKPACKS, DOWN, LEFT, RIGHT, UP, has_upgrade, is_read
from game.variants.keebble.rules.state import MatchState, PlayerState
from game.variants.keebble.rules.turn import table_of
from game.variants.keebble.rules.view import View
