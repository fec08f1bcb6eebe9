"""The first form of a stored match: of the settings only those that differ from the defaults of that time.

Format 2 holds every setting, knows `tries_per_turn`, and counts: the failed attempts of a turn (`tries`), and behind
the eight fields of each player the points they cost and the turns in which words were scored.
"""

from collections.abc import Mapping
from typing import Any

DEFAULTS: Mapping[str, Any] = {
    "board_size": 15,
    "blank_board": False,
    "language": "en",
    "turn_seconds": 60,
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
    "pass_coins": 3,  # nosec B105  # coins
    "coins_per_point": 2,
    "fortify_cap": 1,
    "blast_surcharge": 2,
    "blast_surcharge_below": 10,
    "slot_limit": 7,
    "invalid_points": 1,
    "invalid_coins": 1,
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
    "alfa_keeps_on_swap": False,
}
"""What a setting was that is not named. The release of that time had these defaults and no other settings."""

LATER_SETTINGS: Mapping[str, Any] = {"tries_per_turn": None}
"""Settings of format 2 that did not exist, with the values that mean "as before"."""


_PLAYER_FIELDS = 8


def effective(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting of this form's time, from those that were written."""
    return {**DEFAULTS, **settings, "prices": {**DEFAULTS["prices"], **settings.get("prices", {})}}


def upgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in format 2, which begins to count."""
    players = [[*player, 0, 0] for player in data["players"]]
    settings = {**effective(data["settings"]), **LATER_SETTINGS}
    return {**data, "format": 2, "settings": settings, "tries": 0, "players": players}


def downgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in format 1, to the letter as it was written then."""
    kept = {key: value for key, value in data.items() if key != "tries"}
    players = [player[:_PLAYER_FIELDS] for player in data["players"]]
    return {**kept, "format": 1, "settings": _changed(data["settings"]), "players": players}


def _changed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that differ from the defaults."""
    changed = {key: value for key, value in settings.items() if key in DEFAULTS and value != DEFAULTS[key]}
    if "prices" in changed:
        usual = DEFAULTS["prices"]
        changed["prices"] = {item: price for item, price in changed["prices"].items() if price != usual.get(item)}
    return changed
