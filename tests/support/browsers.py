"""Browsers of tests without a screen."""

from typing import Any

from django.test import Client

from game.models import Match


def signed_in(user: Any, **client: Any) -> Client:
    """A browser of its own in which that user is signed in; `client` goes to the Client."""
    browser = Client(**client)
    browser.force_login(user)
    return browser


def hand_over(row: Match) -> None:
    """Print what a page needs to sit down at a match: its public id, and the key of a session for each seat."""
    keys = [signed_in(seat.user).cookies["sessionid"].value for seat in row.seats.order_by("seat")]
    print("made", row.public_id, *keys)  # noqa: T201
