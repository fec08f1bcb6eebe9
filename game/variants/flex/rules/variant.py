"""The `Variant` of Flex: its answers to the kernel."""

from game.crossword.actions import Swap
from game.crossword.facts import facts_by
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.common_actions import common_actions
from game.kernel.endings import CALLED_OFF, finish_without_result, lose_by_leaving
from game.kernel.match import PLAY, Env
from game.kernel.refusals import Code, Refused
from game.kernel.variant import Handler, Variant
from game.variants.flex.rules import ending, setup, turn
from game.variants.flex.rules.actions import Arrange, Decline
from game.variants.flex.rules.ledger import receipts
from game.variants.flex.rules.presets import PRESETS
from game.variants.flex.rules.readout import read_out
from game.variants.flex.rules.record import RECORD
from game.variants.flex.rules.redraw import redraw
from game.variants.flex.rules.settings import SETTINGS, layout
from game.variants.flex.rules.state import Change, MatchState
from game.variants.flex.rules.stored import STORED
from game.variants.flex.rules.view import look_back, onlookers_view, view_of


def _decline(state: MatchState, seat: Seat, action: Decline, env: Env) -> Change:
    if not state.may_decline(seat):
        raise Refused(Code.CANNOT_DECLINE)
    return finish_without_result(state, ending.DECLINED)


VARIANT = Variant(
    key="flex",
    title=gettext_noop("Flex"),
    seats=(2,),
    settings=SETTINGS,
    record_settings=SETTINGS,
    actions={
        Arrange: Handler(turn.place, PLAY),
        Swap: Handler(turn.swap, PLAY),
        Pass: Handler(turn.pass_turn, PLAY),
        Timeout: Handler(turn.time_out, None),
        Decline: Handler(_decline, None),
        **common_actions(lose_by_leaving),
    },
    deal=setup.deal,
    start_of=setup.start_of,
    made_by=setup.made_by,
    picture=layout,
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
    facts=facts_by(ending.totals),
    uncounted=(ending.DECLINED, CALLED_OFF),
    presets=PRESETS,
    ranked=False,
)
