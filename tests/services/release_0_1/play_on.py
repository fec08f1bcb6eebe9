"""Run in a process of its own on a database of an earlier release: what this release makes of each of its matches.

Prints one JSON object: `records` of the matches that are over, and for each that runs what an action came to.
"""

import json
from typing import Any

import django

django.setup()

from game.models import Match  # noqa: E402
from game.services import matches, play, store  # noqa: E402
from game.services.player_messages import read_action  # noqa: E402
from game.variants.alfapower.rules.state import Phase  # noqa: E402


def play_on(row: Match) -> dict[str, Any]:
    """One action of the seat on turn: decline the Alfa choice, or pass."""
    before = store.load(row)
    do = {"do": "choose", "tile": None} if before.phase is Phase.ALFA else {"do": "pass"}
    message = read_action({"nonce": f"after-{row.pk:08d}", "turn": before.turn, **do}, "alfapower", row.language)
    last = row.log.order_by("-seq")[0]
    receipt = play.submit(row.pk, before.active, message, last.at + 1000)
    after = store.load(Match.objects.get(pk=row.pk))
    return {"code": receipt.code, "turns": after.turn - before.turn, "limit": after.rules.limit("tries_per_turn")}


live = [play_on(row) for row in Match.objects.filter(status=Match.Status.LIVE).order_by("pk")]
over = Match.objects.filter(status=Match.Status.OVER, finished_at__isnull=False).order_by("pk")
print(json.dumps({"live": live, "records": {row.public_id: matches.export(row) for row in over}}))  # noqa: T201
