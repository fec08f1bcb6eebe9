"""Coins: what a turn earns, what an item costs, and why a purchase is refused."""

from dataclasses import replace

from game.kernel.base_types import Seat
from game.kernel.match import Env
from game.kernel.refusals import Code, Refused
from game.kernel.setting_types import Ruleset
from game.variants.alfapower.rules import events
from game.variants.alfapower.rules.actions import Buy
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import Change, MatchState


def turn_coins(rules: Ruleset, score: int) -> int:
    """Coins for a scored turn: the base and a share of the score, rounded down."""
    return rules.number("base_coins") + score * rules.number("score_coins_percent") // 100


def pass_coins(state: MatchState, seat: Seat) -> int:
    """Coins for the next voluntary pass of `seat`: none from that on which would concede with tiles in the bag."""
    last = state.players[seat].passes + 1 >= state.rules.number("passes_to_concede")
    return 0 if last else state.rules.number("pass_coins")


def refuse_purchase(state: MatchState, seat: Seat, key: str) -> Code | None:
    """Why `seat` cannot buy the item now, judged in the order of the rules; None when it can."""
    player = state.players[seat]
    if key not in state.rules.items:
        return Code.ITEM_DISABLED
    if len(player.slots) >= state.rules.number("slot_limit"):
        return Code.SLOTS_FULL
    if ITEMS[key].price_now(state) > player.coins:
        return Code.NOT_ENOUGH_COINS
    return None


def buy(state: MatchState, seat: Seat, action: Buy, env: Env) -> Change:
    """Pay the price of this moment and put the item into a slot; raises Refused."""
    key = action.item
    refusal = refuse_purchase(state, seat, key)
    if refusal is not None:
        raise Refused(refusal)
    player = state.players[seat]
    price = ITEMS[key].price_now(state)
    player = replace(player, coins=player.coins - price, slots=(*player.slots, key))
    return state.put_player(seat, player), [events.item_bought(seat, key, price)]
