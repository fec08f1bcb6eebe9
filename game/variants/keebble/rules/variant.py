"""The `Variant` of Keebble: its answers to the kernel."""

from game.kernel.actions import Timeout
from game.kernel.base_types import gettext_noop
from game.kernel.common_actions import common_actions
from game.kernel.endings import finish_without_result
from game.kernel.match import PLAY
from game.kernel.variant import Handler, Variant
from game.variants.keebble.rules import ending, setup, turn
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.facts import FIGURES, facts_of
from game.variants.keebble.rules.ledger import receipts
from game.variants.keebble.rules.presets import PRESETS
from game.variants.keebble.rules.readout import read_out
from game.variants.keebble.rules.record import RECORD
from game.variants.keebble.rules.redraw import redraw
from game.variants.keebble.rules.settings import SETTINGS
from game.variants.keebble.rules.stored import STORED
from game.variants.keebble.rules.view import look_back, onlookers_view, view_of

VARIANT = Variant(
    key="keebble",
    title=gettext_noop("Keebble"),
    seats=(2, 3, 4, 5),
    one_device=(2, 3, 4, 5),
    settings=SETTINGS,
    record_settings=SETTINGS,
    actions={
        Take: Handler(turn.take, PLAY),
        Timeout: Handler(turn.time_out, None),
        **common_actions(turn.leave, ending.finish_without_result, called_off=finish_without_result),
    },
    deal=setup.deal,
    start_of=setup.start_of,
    picture=setup.picture,
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
    figures=FIGURES,
    presets=PRESETS,
    ranked=False,
    laid=Take.do,
)
