"""Change the owner of seats: a guest's go to an account, and those of a user who deletes theirs keep no name.

What was played stays as it is: states, logs and totals know seats, not people.
"""

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet

from dictionary import api as dictionary
from game.dispatch.new_match import order_again
from game.kernel.actions import Resign
from game.kernel.base_types import Millis
from game.kernel.chance import FairChance
from game.models import DealNumber, Match, SeatRow, ShareLink
from game.services import beginnings, deal_numbers, match_news, matches, store
from game.services.matches import DELETED_NAME
from game.services.play import submit
from game.services.player_messages import Message
from game.variants import VARIANTS
from news import api as news


def count_for_nobody(user_id: int) -> None:
    """The user's running matches count for no rank."""
    with transaction.atomic():
        lock_running(user_id)
        Match.objects.filter(seats__user_id=user_id, status=Match.Status.LIVE).update(rated=False)


def seats_of(user: OuterRef) -> QuerySet[SeatRow]:
    """The seats that count as something to come back to, for a condition on users."""
    return SeatRow.objects.filter(user=user)


def move(from_id: int, to_id: int) -> int:
    """Give one user's seats, and the links to matches they have shared, to another; how many running seats were kept,
    because the other sits there already. Joins the caller's transaction.
    """
    with transaction.atomic():
        both = Match.objects.filter(seats__user_id=to_id).filter(seats__user_id=from_id)
        shared = [match.pk for match in both.only("pk")]
        SeatRow.objects.filter(user_id=from_id).exclude(match_id__in=shared).update(user_id=to_id)
        DealNumber.objects.filter(user_id=from_id).exclude(deal__numbers__user_id=to_id).update(user_id=to_id)
        dictionary.move_disputes(from_id, to_id)
        ShareLink.objects.filter(user_id=from_id).exclude(match_id__in=shared).update(user_id=to_id)
        SeatRow.objects.filter(user_id=from_id, match__status=Match.Status.OVER).update(user_id=None)
        return SeatRow.objects.filter(user_id=from_id).count()


def lock_running(*user_ids: int) -> None:
    """Lock the users' running matches: whoever is to change them with the users locked does so first, as a match that
    ends is locked before its players. Joins the caller's transaction."""
    running = Match.objects.select_for_update(of=("self",)).filter(status=Match.Status.LIVE)
    list(running.filter(seats__user_id__in=user_ids).order_by("pk").values_list("pk"))


def rename(user_id: int, former: str, name: str) -> None:
    """Where the user sits under the name `former`, they sit under `name` from now on, in running matches and in those
    that are over. Joins the caller's transaction."""
    with transaction.atomic():
        # Two of one name are told apart by a number after it.
        of_that_name = Q(name=former) | Q(name__startswith=f"{former} (")
        for seat in SeatRow.objects.select_related("match").filter(of_that_name, user_id=user_id).order_by("match_id"):
            shown = name + seat.name.removeprefix(former)
            _call_in_order(seat.match, seat, shown)
            news.replace_name(match_news.topic_of(seat.match.public_id), seat.name, shown)
            SeatRow.objects.filter(pk=seat.pk).update(name=shown)


def resign_all(user_id: int, now: Millis) -> None:
    """Resign the user's running matches, each by the service function that every action takes."""
    for seat in _running(user_id).order_by("match_id"):
        submit(seat.match_id, seat.seat, Message(Resign(), f"leaving-{uuid4().hex}", None), now)


def forget(user_id: int) -> bool:
    """Take the user's name out of every match; False, with nothing done, while one still runs.

    Joins the caller's transaction.
    """
    with transaction.atomic():
        seats = SeatRow.objects.select_related("match").filter(user_id=user_id)
        if _running(user_id).exists():
            return False
        for seat in seats:
            _call_in_order(seat.match, seat, DELETED_NAME)
            news.replace_name(match_news.topic_of(seat.match.public_id), seat.name, DELETED_NAME)
        seats.update(user_id=None, name=DELETED_NAME)
        return True


def _running(user_id: int) -> QuerySet[SeatRow]:
    """The user's seats in running matches. One of a game that is no longer installed does not run: it cannot end."""
    return SeatRow.objects.filter(user_id=user_id, match__status=Match.Status.LIVE, match__variant__in=list(VARIANTS))


def _call_in_order(row: Match, seat: SeatRow, name: str) -> None:
    """The order of the lobby names the players too, and must go on agreeing with the seats."""
    if row.lobby_order is None:
        return
    order = list(row.lobby_order)
    if row.variant in VARIANTS:
        place = order_again(store.load(row), FairChance(deal_numbers.seed_of(row)), row.started_at)[seat.seat]
    else:
        place = order.index(seat.name)
    order[place] = name
    row.lobby_order = order
    row.save(update_fields=["lobby_order"])


def exported_matches(user_id: int) -> list[dict[str, Any]]:
    """The user's matches as plain values, the oldest first: what their pages say, and of those that are over the
    record, as far as their game is still here."""
    found = []
    for mine in SeatRow.objects.select_related("match").filter(user_id=user_id).order_by("match_id"):
        row = mine.match
        is_told = row.status == Match.Status.OVER and row.variant in VARIANTS
        has_record = is_told and not beginnings.is_played_on(row)
        found.append(
            {
                "id": row.public_id,
                "variant": row.variant,
                "preset": row.preset,
                "language": row.language,
                "rated": row.rated,
                "started_at": row.started_at,
                "finished_at": row.finished_at,
                "players": list(matches.names_of(row.pk)),
                "seat": mine.seat,
                "record": matches.export(row) if has_record else None,
            }
        )
    return found
