"""The `Variant` of Classic: its answers to the kernel."""

from game.crossword.actions import PlainPlace, Swap
from game.crossword.facts import facts_by
from game.crossword.plain.facts import FIGURES, PlainReading
from game.crossword.plain.ledger import receipts
from game.crossword.plain.readout import read_out
from game.crossword.plain.state import FIELDS, PlainSeat, PlainState
from game.crossword.plain.turn import swap
from game.crossword.playing_on import play_on
from game.crossword.start import start_of
from game.crossword.stored import stored_form
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import gettext_noop
from game.kernel.common_actions import common_actions
from game.kernel.form_before_slow import FormBeforeSlow
from game.kernel.match import PLAY
from game.kernel.setting_types import with_defaults
from game.kernel.variant import Handler, Variant
from game.variants.classic.rules import ending, format_1, setup, turn
from game.variants.classic.rules.presets import PRESETS
from game.variants.classic.rules.record import RECORD
from game.variants.classic.rules.redraw import redraw
from game.variants.classic.rules.settings import RECORD_DEFAULTS, SETTINGS, layout
from game.variants.classic.rules.view import look_back, onlookers_view, view_of

STORED_OF_A_PLAYER = ("hand", "score", "passes", "timeouts", "away_since", "scored_turns")

VARIANT = Variant(
    key="classic",
    title=gettext_noop("Classic"),
    seats=(2,),
    settings=SETTINGS,
    record_settings=with_defaults(SETTINGS, RECORD_DEFAULTS),
    actions={
        PlainPlace: Handler(turn.place, PLAY),
        Swap: Handler(swap, PLAY),
        Pass: Handler(turn.pass_turn, PLAY),
        Timeout: Handler(turn.time_out, PLAY),
        **common_actions(ending.lose, ending.finish_without_result),
    },
    deal=setup.deal,
    start_of=start_of,
    picture=layout,
    stored=stored_form(
        PlainState, PlainSeat, STORED_OF_A_PLAYER, FIELDS, newest=3, earlier={1: format_1, 2: FormBeforeSlow(2)}
    ),
    record=RECORD,
    view=view_of,
    onlookers_view=onlookers_view,
    receipts=receipts,
    look_back=look_back,
    read_out=read_out,
    redraw=redraw,
    seat_totals=ending.seat_totals,
    played_out=ending.PLAYED_OUT,
    facts=facts_by(ending.totals, PlainReading),
    figures=FIGURES,
    by_lot=False,
    presets=PRESETS,
    play_on=play_on,
)
