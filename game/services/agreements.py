"""Decide which matches offer ends by agreement and waiting on, and which agreements come too late for their offer."""

from game.kernel.actions import Adjourn, CallOff, WaitOn
from game.kernel.agreements import standing
from game.kernel.match import CoreState
from game.kernel.pace_settings import TWO
from game.models import Match
from game.services.player_messages import Message

NOT_OFFERED_HERE = "not_offered_here"
OFFER_LAPSED = "offer_lapsed"


def are_offered(row: Match, seats: int) -> bool:
    """Whether players of a match of so many `seats` may end it by agreement and wait for each other: two people at
    least, each at a device of their own (docs/rules.md, 9)."""
    return seats >= TWO and not row.practice and not row.one_device


def refusal(row: Match, state: CoreState, message: Message) -> str:
    """Why the site does not hand such an action on to the rules; "" where it does, and for every other action.

    An agreement names the offer that its page showed. When that one has lapsed it is dropped, and is no offer of its
    own; an offer that finds another player's standing is the agreement to that one, as the rules have it.
    """
    if state.outcome is not None or not isinstance(message.action, (CallOff, Adjourn, WaitOn)):
        return ""
    if not are_offered(row, len(state.players)):
        return NOT_OFFERED_HERE
    if message.offer and not isinstance(message.action, WaitOn):
        offers = standing(state, message.action.do)
        if not offers.said or len(offers.made) != message.offer:
            return OFFER_LAPSED
    return ""
