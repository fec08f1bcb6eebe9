"""The `Variant` of AlfaPower: its answers to the kernel."""

from game.crossword.actions import Place
from game.crossword.own_board import OWN_BOARD
from game.crossword.start import start_of
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Millis, Seat, gettext_noop
from game.kernel.common_actions import common_actions
from game.kernel.deadlines import timeout_moment
from game.kernel.match import Env
from game.kernel.setting_types import with_defaults
from game.kernel.variant import Handler, Variant
from game.variants.alfapower.rules import alfa, economy, ending, play_word, setup, turn
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from game.variants.alfapower.rules.facts import FIGURES, facts_of
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import receipts
from game.variants.alfapower.rules.playing_on import play_on
from game.variants.alfapower.rules.presets import PRESETS
from game.variants.alfapower.rules.readout import Readout, read_out
from game.variants.alfapower.rules.record import RECORD
from game.variants.alfapower.rules.redraw import redraw
from game.variants.alfapower.rules.settings import RECORD_DEFAULTS, SETTINGS
from game.variants.alfapower.rules.state import Change, MatchState, Phase
from game.variants.alfapower.rules.stored import STORED
from game.variants.alfapower.rules.view import look_back, onlookers_view, view_of


def _use(state: MatchState, seat: Seat, action: Use, env: Env) -> Change:
    return ITEMS[action.item].use(state, seat, action.cell, action.tiles, env)


def _choose(state: MatchState, seat: Seat, action: Choose, env: Env) -> Change:
    return alfa.choose(state, seat, action.tile, env.now)


def _time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """However it was noticed, the next turn begins at the timeout's own moment. In the Alfa choice it declines."""
    now = timeout_moment(state, env.now)
    if state.phase is Phase.ALFA:
        return alfa.choose(state, seat, None, now)
    return turn.time_out(state, seat, now)


def _leave(state: MatchState, seat: Seat, reason: str, now: Millis) -> Change:
    return ending.finish(state, reason, ending.opponent(state, seat))


def _all_gone(state: MatchState, reason: str) -> Change:
    return ending.finish(state, reason, None)


def _read_out(state: MatchState, seat: Seat, laid: Place) -> Readout:
    return read_out(state, seat, laid.tiles)


VARIANT = Variant(
    key="alfapower",
    title=gettext_noop("AlfaPower"),
    seats=(2,),
    settings=SETTINGS,
    record_settings=with_defaults(SETTINGS, RECORD_DEFAULTS),
    actions={
        Place: Handler(play_word.place, Phase.PLAY),
        Pass: Handler(turn.pass_turn, Phase.PLAY),
        Use: Handler(_use, Phase.PLAY),
        Choose: Handler(_choose, Phase.ALFA),
        Timeout: Handler(_time_out, None),
        Buy: Handler(economy.buy, None),
        **common_actions(_leave, _all_gone),
    },
    deal=setup.deal,
    start_of=start_of,
    picture=setup.layout,
    stored=STORED,
    record=RECORD,
    view=view_of,
    onlookers_view=onlookers_view,
    receipts=receipts,
    look_back=look_back,
    read_out=_read_out,
    redraw=redraw,
    seat_totals=ending.seat_totals,
    played_out=ending.PLAYED_OUT,
    facts=facts_of,
    figures=FIGURES,
    presets=PRESETS,
    own_board=OWN_BOARD,
    play_on=play_on,
)
