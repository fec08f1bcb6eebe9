"""Encode a match as plain JSON data and decode it, and compute the digest that proves two of them equal.

Each game has a form of its own with a number. What is written is always of its newest form; what is read may be of any:
an older one is upgraded by the game's earlier forms, and nothing is written by reading. A stored match holds its
effective settings, all of them, so that no default of a later release can change it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from game.kernel.match import CoreState, Offers, Outcome, Pace
from game.kernel.setting_types import Ruleset
from game.kernel.variant import Variant


def encode(variant: Variant[Any, Any], state: CoreState) -> dict[str, Any]:
    """The whole match as JSON data: maps with text keys, lists, texts, whole numbers, true, false and null."""
    return {"format": variant.stored.newest, "variant": variant.key, **variant.stored.dump(state)}


def decode(variant: Variant[Any, Any], data: Mapping[str, Any]) -> Any:
    """The match from what `encode` gave, in this release or an earlier one.

    The data is our own: anything else is a fault, not bad input. Raises ValueError for an unknown form.
    """
    return variant.stored.load(in_newest_form(variant, data))


def in_newest_form(variant: Variant[Any, Any], data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Stored data upgraded to the newest form, step by step. Raises ValueError for an unknown form."""
    while (number := data["format"]) != variant.stored.newest:
        if number not in variant.stored.earlier:
            raise ValueError(f"unknown form of a stored match: {number}")
        data = variant.stored.earlier[number].upgrade(data)
    return data


def in_form(variant: Variant[Any, Any], state: CoreState, number: int) -> Mapping[str, Any]:
    """The match as the release wrote it whose form was `number`."""
    data: Mapping[str, Any] = encode(variant, state)
    for earlier in range(variant.stored.newest - 1, number - 1, -1):
        data = variant.stored.earlier[earlier].downgrade(data)
    return data


def as_kept(variant: Variant[Any, Any], state: Any, number: int) -> Any:
    """What was left of a match once it had been stored in form `number`: what that form does not hold is "as before".

    A replay goes through this after every entry, so that it meets the states that the match really had.
    """
    return state if number == variant.stored.newest else decode(variant, in_form(variant, state, number))


def canonical(data: Any) -> str:
    """The one text of JSON data: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the canonical text of an encoded match."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def dump_core(state: CoreState) -> dict[str, Any]:
    """What every game stores alike of a match: settings, turn and clock."""
    return {
        "settings": _plain(state.rules),
        "phase": str(state.phase),
        "active": state.active,
        "turn": state.turn,
        "deadline": state.deadline,
        "pace": _dump_pace(state.pace),
    }


def load_core(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a state from what `dump_core` gave."""
    return {
        "rules": _rules(data["variant"], data["settings"]),
        **{key: data[key] for key in ("phase", "active", "turn", "deadline")},
        "pace": _load_pace(data["pace"]),
    }


def dump_outcome(outcome: Outcome | None) -> list[Any] | None:
    """How a match ended; None while it runs."""
    if outcome is None:
        return None
    return [outcome.reason, outcome.winner, None if outcome.places is None else list(outcome.places)]


def load_outcome(fields: Sequence[Any] | None) -> Outcome | None:
    """The outcome from what `dump_outcome` gave."""
    if fields is None:
        return None
    reason, winner, places = fields
    return Outcome(reason, winner, None if places is None else tuple(places))


def _dump_pace(pace: Pace) -> list[Any]:
    """When the turn began, the reserves, whether it was adjourned, the offers, and the waits for absent players."""
    offers = [[list(kind.said), list(kind.made)] for kind in (pace.call_off, pace.adjourn)]
    waiting = [list(pace.waits), list(pace.put_off), pace.held]
    return [pace.begun, list(pace.reserves), pace.adjourned, *offers, *waiting]


def _load_pace(fields: Sequence[Any]) -> Pace:
    begun, reserves, adjourned, call_off, adjourn, waits, put_off, held = fields
    off, later = (Offers(tuple(said), tuple(made)) for said, made in (call_off, adjourn))
    return Pace(begun, tuple(reserves), adjourned, off, later, tuple(waits), tuple(put_off), held)


def _plain(rules: Ruleset) -> dict[str, Any]:
    """Every setting the match has, as plain data."""
    plain: dict[str, Any] = {}
    for key, value in rules.values.items():
        if isinstance(value, Mapping):
            plain[key] = dict(value)
        else:
            plain[key] = list(value) if isinstance(value, tuple) else value
    return plain


def _rules(variant: str, settings: Mapping[str, Any]) -> Ruleset:
    """The settings exactly as they were stored: neither what was added to the game since, nor today's bounds."""
    return Ruleset(variant, {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()})
