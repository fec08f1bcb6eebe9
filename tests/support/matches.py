"""Matches for tests: rows made by the real service, with settings and a seed of the test's choice."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import factory
from django.contrib.auth import get_user_model
from django.db import transaction
from factory import declarations

from accounts.models import User
from game.dispatch.stored_forms import canonical, encode
from game.kernel.deadlines import due_moment
from game.kernel.match import CoreState
from game.models import Match, SeatRow
from game.services import matches, play, store
from game.services.matches import Entrant
from game.services.player_messages import Message, read_action

SEED = bytes(range(32))
START = 4_000_000_000_000
"""The moment at which a test's match begins, in ms."""


FOR_EVER = 10**13


class UserFactory(factory.django.DjangoModelFactory[User]):
    """A guest."""

    class Meta:
        model = get_user_model()

    # Two processes may make players in one database.
    username = declarations.LazyFunction(lambda: uuid4().hex)  # type: ignore[no-untyped-call]  # factory_boy's
    display_name = declarations.Sequence(lambda n: f"Player {n}")  # type: ignore[no-untyped-call]  # factory_boy's
    is_guest = True


def make_match(
    seed: bytes = SEED,
    starts_at: int = START,
    present: bool = True,
    variant: str = "alfapower",
    players: Sequence[str] = ("Astrid", "Björn"),
    users: Sequence[Any] = (),
    rated: bool = False,
    by_lot: bool = True,
    creator: int | None = None,
    **settings: Any,
) -> Match:
    """A match between Astrid and Björn, other `players` or these `users`, whoever of them got seat 0. Settings are
    those that differ from the defaults.

    `present`: both count as being there for ever, so that a test of something else may move the clock.
    """
    users = users or [UserFactory.create(display_name=name) for name in players]
    entrants = [Entrant(user.pk, user.display_name) for user in users]
    with transaction.atomic():
        row = matches.create(
            variant=variant, settings=settings, entrants=entrants, starts_at=starts_at, seed=seed, rated=rated,
            by_lot=by_lot, creator=creator,
        )  # fmt: skip
    if present:
        row.seats.update(seen_at=starts_at + FOR_EVER)
    return row


def user_at(row: Match, seat: int) -> Any:
    """The user who has the seat."""
    return SeatRow.objects.select_related("user").get(match=row, seat=seat).user


def state_of(row: Match) -> Any:
    """The match's state as the database has it now."""
    return store.load(Match.objects.get(pk=row.pk))


_nonces = iter(range(10**9))


def message(language: str = "en", variant: str = "alfapower", **data: Any) -> Message:
    """A message as a browser would send it; a fresh nonce unless one is given."""
    return read_action({"nonce": f"nonce-{next(_nonces):08d}", **data}, variant, language)


def submit(row: Match, seat: int, at: int = START + 1000, **data: Any) -> play.Receipt:
    """Send an action through the door, by default for the turn that runs."""
    if data["do"] not in ("buy", "resign", "call_off", "adjourn", "wait_on"):
        data.setdefault("turn", state_of(row).turn)
    return play.submit(row.pk, seat, message(row.language, row.variant, **data), at)


def resigned(row: Match, seat: int = 0, at: int = START + 1000) -> Match:
    """The match as it is when that seat has resigned."""
    assert not submit(row, seat, at, do="resign").code
    return Match.objects.get(pk=row.pk)


def give_hand(row: Match, seat: int, hand: str) -> None:
    """Put these letters into a hand, taking them from the bag in exchange, so that a test can play known words."""
    state = state_of(row)
    player = state.players[seat]
    pool = [*state.bag, *player.hand]
    for tile in hand:
        pool.remove(tile)
    state = state.put_player(seat, replace(player, hand=tuple(hand)))
    store_state(row, replace(state, bag=tuple(sorted(pool))))


def store_state(row: Match, state: CoreState) -> None:
    """Overwrite the snapshot. The log no longer leads to it: for tests that do not replay."""
    Match.objects.filter(pk=row.pk).update(state=canonical(encode(state)), due_at=due_moment(state))
