"""Players who are signed in and matches that have begun, straight into the site's database:

    echo '{"game": "classic", "matches": 2, "seeds": ["00…"], "due_in_ms": 0}' | python -m benchmarks.load.fill

A process of its own with the site's environment. The matches have the `seeds` (hex) in turn; their first turns run out
`due_in_ms` from now, or with 0 have their whole time. With a `bot`, which is the key of a level, it has the other seat
and answers at once. Prints JSON: `due_at` (ms) and for each match its `public_id` and the session keys of its people in
seat order.
"""

import json
import sys
from datetime import timedelta
from typing import Any

import django

from benchmarks.load.script import SETTINGS

FOR_EVER = 10**10
"""Nobody is away before a page of theirs was opened (ms)."""


def main(game: str, matches: int, seeds: list[str], due_in_ms: int, bot: str = "") -> None:
    """Fill in and print."""
    from django.db import transaction

    from dictionary import api as dictionary
    from game.kernel.deadlines import GRACE, SLACK
    from game.services import deal_numbers
    from game.services.clock import now_ms

    dictionary.prepare()
    now = now_ms()
    starts_at = now + due_in_ms - SETTINGS["turn_seconds"] * 1000 - GRACE - SLACK if due_in_ms else now
    with transaction.atomic():
        people = 1 if bot else 2
        keys = _players(people * matches)
        users = list(keys)
        made = [
            _match(game, bytes.fromhex(seeds[at % len(seeds)]), users[people * at : people * (at + 1)], starts_at, bot)
            for at in range(matches)
        ]
        deal_numbers.reencrypt()
    found = [{"public_id": public_id, "keys": [keys[user] for user in seats]} for public_id, seats in made]
    sys.stdout.write(json.dumps({"due_at": now + due_in_ms, "matches": found}))


def _players(count: int) -> dict[int, str]:
    """So many guests, each signed in: user id → session key."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone
    from django.utils.crypto import get_random_string

    from accounts.models import User

    users = [
        User(username=f"guest-{get_random_string(24)}", display_name="Guest 1234", is_guest=True) for _ in range(count)
    ]
    for user in users:
        user.set_unusable_password()
    User.objects.bulk_create(users)
    store, ends = SessionStore(), timezone.now() + timedelta(days=1)
    keys, sessions = {}, []
    for user in users:
        data = {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: user.get_session_auth_hash(),
        }
        keys[user.pk] = get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")
        sessions.append(Session(session_key=keys[user.pk], session_data=store.encode(data), expire_date=ends))
    Session.objects.bulk_create(sessions)
    return keys


def _match(game: str, seed: bytes, users: list[int], starts_at: int, bot: str) -> tuple[str, list[int]]:
    """A match between two users, or one and a bot, who all count as present: its public id, the users in seat order."""
    from game.models import SeatRow
    from game.services import matches
    from game.services.matches import BotEntrant, Entrant

    entrants: list[Any] = [Entrant(user, "Guest 1234") for user in users]
    if bot:
        entrants.append(BotEntrant(bot, "Bot"))
    row = matches.create(
        variant=game, settings=SETTINGS, entrants=entrants, starts_at=starts_at, preset="Standard", seed=seed,
        at_once=bool(bot),
    )  # fmt: skip
    row.seats.update(seen_at=starts_at + FOR_EVER)
    seats = SeatRow.objects.filter(match=row, user__isnull=False).order_by("seat")
    return row.public_id, list(seats.values_list("user_id", flat=True))


if __name__ == "__main__":
    django.setup()
    main(**json.load(sys.stdin))
