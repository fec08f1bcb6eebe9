"""The settings as the second engine reads them: defaults, and the standard tiles and boards, from the rules page."""

import json
from pathlib import Path
from typing import Any

STANDARD = json.loads((Path(__file__).parent / "standard.json").read_text(encoding="utf-8"))

DEFAULTS: dict[str, Any] = {
    "board_size": 15,
    "blank_board": False,
    "language": "en",
    "turn_seconds": 60,
    "reserve_hours": 0,
    "head_start": None,
    "head_start_coins": None,
    "items": ["swap", "fortify", "claim", "blast"],
    "prices": {
        "swap": 3,
        "fortify": 4,
        "claim": 4,
        "blast": 10,
        "place_dl": 5,
        "place_tl": 8,
        "place_dw": 10,
        "place_tw": 14,
    },
    "starting_coins": 5,
    "base_coins": 3,
    "score_coins_percent": 10,
    "pass_coins": 3,
    "coins_per_point": 2,
    "fortify_cap": 1,
    "blast_surcharge": 2,
    "blast_surcharge_below": 10,
    "slot_limit": 7,
    "invalid_points": 1,
    "invalid_coins": 1,
    "tries_per_turn": 10,
    "passes_to_concede": 3,
    "timeouts_to_forfeit": 3,
    "alfa_enabled": True,
    "alfa_trigger": "full",
    "alfa_multiplier": 2,
    "alfa_per_game": None,
    "alfa_on_board": None,
    "alfa_replace": True,
    "alfa_free_placement": True,
    "alfa_permanent": True,
    "stalled_ends": True,
    "empty_bag_concedes": False,
    "alfa_keeps_on_swap": False,
}


IN_A_RECORD = {"empty_bag_concedes": True}
"""What a record means by a setting that it leaves out, where that is not the default of a room."""


def full_settings(given: dict[str, Any]) -> dict[str, Any]:
    """What a record leaves out, overlaid with its settings, inside `prices` too."""
    settings = {**DEFAULTS, **IN_A_RECORD, **given}
    settings["prices"] = {**DEFAULTS["prices"], **given.get("prices", {})}
    return settings
