"""The `Variant` of Alfapet: its answers to the kernel."""

from game.crossword.actions import Swap
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import gettext_noop
from game.kernel.common_actions import common_actions
from game.kernel.match import PLAY
from game.kernel.variant import Bests, Handler, Variant
from game.variants.alfapet.rules import ending, setup, turn
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.facts import facts_of
from game.variants.alfapet.rules.ledger import receipts
from game.variants.alfapet.rules.presets import PRESETS
from game.variants.alfapet.rules.readout import read_out
from game.variants.alfapet.rules.record import RECORD
from game.variants.alfapet.rules.redraw import redraw
from game.variants.alfapet.rules.settings import RACK_BONUS, SETTINGS
from game.variants.alfapet.rules.stored import STORED
from game.variants.alfapet.rules.view import look_back, onlookers_view, view_of, view_of_all

VARIANT = Variant(
    key="alfapet",
    title=gettext_noop("Alfapet"),
    seats=(1, 2, 3, 4),
    settings=SETTINGS,
    record_settings=SETTINGS,
    actions={
        Lay: Handler(turn.place, PLAY),
        Swap: Handler(turn.swap, PLAY),
        Pass: Handler(turn.pass_turn, PLAY),
        Timeout: Handler(turn.time_out, None),
        **common_actions(turn.leave),
    },
    deal=setup.deal,
    start_of=setup.start_of,
    picture=setup.layout,
    stored=STORED,
    record=RECORD,
    view=view_of,
    onlookers_view=onlookers_view,
    receipts=receipts,
    look_back=look_back,
    read_out=read_out,
    redraw=redraw,
    seat_totals=ending.seat_totals,
    played_out=ending.PLAYED_OUT,
    facts=facts_of,
    by_lot=False,
    presets=PRESETS,
    ranked=False,
    bests=Bests(apart=("rack", "language", "board_size", "specials"), only_default=("theme_words",)),
    one_device=(2,),
    view_of_all=view_of_all,
    largest_hand=max(RACK_BONUS),
)
