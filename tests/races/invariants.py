"""What must hold after any race: the log without gaps, the snapshot what the log says, coins the sum of the ledger, and
every answer a named one."""

import json
from collections.abc import Sequence
from typing import Any

from game.kernel.refusals import Code
from game.models import Match
from game.services import audit, store
from game.services.agreements import NOT_OFFERED_HERE, OFFER_LAPSED
from game.services.play import NONCE_REUSED, STALE, Receipt

NAMED = {"", STALE, NONCE_REUSED, NOT_OFFERED_HERE, OFFER_LAPSED, *(code.value for code in Code)}
PAID = {
    "item_bought": ("price", -1),
    "words_scored": ("coins", 1),
    "passed": ("coins", 1),
    "attempt_failed": ("coins", -1),
}


def fault(row: Match, answers: Sequence[object] = ()) -> str:
    """The first thing that is not as it must be; "" when all is sound. `answers` are those of `play.submit`."""
    row = Match.objects.get(pk=row.pk)
    entries = list(row.log.order_by("seq"))
    if [entry.seq for entry in entries] != list(range(1, row.version + 1)):
        return f"log {[entry.seq for entry in entries]} of version {row.version}"
    if difference := audit.first_difference(row):
        return difference
    state = store.load(row)
    has_coins = hasattr(state.players[0], "coins")  # not every game knows them
    if has_coins and [player.coins for player in state.players] != coins_in_the_log(row):
        return f"coins {[player.coins for player in state.players]}, ledger {coins_in_the_log(row)}"
    for answer in answers:
        if not isinstance(answer, Receipt) or answer.code not in NAMED:
            return f"no answer: {answer!r}"
        if answer.version > row.version:
            return f"answered with version {answer.version} of {row.version}"
    if (state.outcome is not None) != (row.status == Match.Status.OVER):
        return f"row {row.status}, state {state.outcome}"
    return ""


def coins_in_the_log(row: Match) -> list[int]:
    """Each seat's coins, added up from what was logged."""
    coins = [store.load(row).rules.number("starting_coins")] * 2
    for event in events(row):
        if event["kind"] in PAID:
            field, sign = PAID[event["kind"]]
            coins[event["seat"]] += sign * event["public"][field]
    return coins


def events(row: Match) -> list[dict[str, Any]]:
    """Every event that was logged, oldest first."""
    return [event for text in row.log.order_by("seq").values_list("events", flat=True) for event in json.loads(text)]


PRESENCE = ("seat_left", "seat_returned")


def kinds(row: Match) -> list[str]:
    """What was logged after the start, but for turns that began, tiles drawn, and who came and went."""
    passed_over = ("turn_began", "tiles_drawn", *PRESENCE)
    return [event["kind"] for event in events(row) if event["kind"] not in passed_over]


def comings(row: Match) -> list[tuple[str, int]]:
    """Who left and who came back, in order: (event, seat)."""
    return [(event["kind"], event["seat"]) for event in events(row) if event["kind"] in PRESENCE]
