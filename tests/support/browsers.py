"""Browsers of tests without a screen."""

from typing import Any

from django.test import Client

from game.api import games, now_ms
from game.models import Match
from tests.support.matches import give_hand, make_match


def signed_in(user: Any, **client: Any) -> Client:
    """A browser of its own in which that user is signed in; `client` goes to the Client."""
    browser = Client(**client)
    browser.force_login(user)
    return browser


def deal(**match: Any) -> list[str]:
    """Hand over a match as `begun` makes it."""
    return keys_of(begun(**match))


def begun(**match: Any) -> Match:
    """A match without a clock that begins now, but for these settings; `hands` are those of the first seats."""
    hands = match.pop("hands", ())
    row = make_match(**{"starts_at": now_ms(), "turn_seconds": None, **match})
    for seat, hand in enumerate(hands):
        give_hand(row, seat, hand)
    return row


def deal_preset(key: str, language: str) -> list[str]:
    """Hand over a match by a preset that begins now, always the same deal."""
    presets = ((name, preset) for name, variant in games().items() for preset in variant.presets)
    variant, settings = next((name, dict[str, Any](preset.settings)) for name, preset in presets if preset.key == key)
    return keys_of(make_match(variant=variant, starts_at=now_ms(), language=language, **settings))


def keys_of(row: Match) -> list[str]:
    """What a page needs to sit down at a match: its public id, and the key of a session for each seat."""
    seats = row.seats.select_related("user").order_by("seat")
    return [row.public_id, *(signed_in(seat.user).cookies["sessionid"].value for seat in seats)]
