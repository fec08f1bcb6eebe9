"""The bots' only import of the rules: everything else of this package takes from here what it needs of them."""

from collections.abc import Sequence

from game.crossword.actions import Place, PlainPlace, Swap
from game.crossword.layouts import LETTER_FACTOR, PLAIN, WORD_FACTOR
from game.crossword.tiles import ALFA_MARK, ALPHABETS, BLANK, HAND_SIZE, Placed, standard_tiles
from game.dispatch.new_match import deal, new_match, read_custom, read_rules
from game.dispatch.seat_views import view_of as view_of_any
from game.dispatch.steps import apply
from game.dispatch.stored_forms import decode, encode
from game.kernel.actions import Action, Pass, Resign
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.chance import FairChance, fair_number
from game.kernel.events import Kind, LoggedStep
from game.kernel.match import CoreState, Env
from game.kernel.refusals import Refused
from game.kernel.variant import SeatTotals
from game.variants import FOLDERS, VARIANTS, UnknownGame, has_module, module_of
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import Receipt
from game.variants.alfapower.rules.state import MatchState, Phase
from game.variants.alfapower.rules.view import HandTile, View, view_of


def seat_totals(state: CoreState) -> Sequence[SeatTotals]:
    """The totals of each seat of a match, by the rules of its game."""
    return VARIANTS[state.rules.variant].seat_totals(state)


PLACED_BONUS = {"place_dl": "d", "place_tl": "t", "place_dw": "D", "place_tw": "T"}
"""The powers that make a bonus square, and the square each makes."""
