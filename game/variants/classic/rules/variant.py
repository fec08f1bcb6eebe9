"""Classic as one bundle: what it answers to the kernel's questions."""

from game.crossword.actions import PlainPlace, Swap
from game.crossword.playing_on import play_on
from game.kernel import presence
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.endings import leaving
from game.kernel.match import PLAY
from game.kernel.setting_types import with_defaults
from game.kernel.variant import Handler, Variant
from game.variants.classic.rules import ending, setup, turn
from game.variants.classic.rules.facts import FIGURES, facts_of
from game.variants.classic.rules.ledger import receipts
from game.variants.classic.rules.presets import PRESETS
from game.variants.classic.rules.readout import Readout, read_out
from game.variants.classic.rules.record import RECORD
from game.variants.classic.rules.redraw import redraw
from game.variants.classic.rules.settings import RECORD_DEFAULTS, SETTINGS, layout
from game.variants.classic.rules.state import MatchState
from game.variants.classic.rules.stored import STORED
from game.variants.classic.rules.view import look_back, view_of


def _read_out(state: MatchState, seat: Seat, laid: PlainPlace) -> Readout:
    return read_out(state, seat, laid.tiles)


VARIANT = Variant(
    key="classic",
    title=gettext_noop("Classic"),
    seats=(2,),
    settings=SETTINGS,
    record_settings=with_defaults(SETTINGS, RECORD_DEFAULTS),
    actions={
        PlainPlace: Handler(turn.place, PLAY),
        Swap: Handler(turn.swap, PLAY),
        Pass: Handler(turn.pass_turn, PLAY),
        Timeout: Handler(turn.time_out, PLAY),
        **leaving(ending.lose, ending.finish_without_result),
        **presence.HANDLERS,
    },
    deal=setup.deal,
    start_of=setup.start_of,
    picture=layout,
    stored=STORED,
    record=RECORD,
    view=view_of,
    receipts=receipts,
    look_back=look_back,
    read_out=_read_out,
    redraw=redraw,
    seat_totals=ending.seat_totals,
    played_out=ending.PLAYED_OUT,
    facts=facts_of,
    figures=FIGURES,
    by_lot=False,
    presets=PRESETS,
    play_on=play_on,
)
