"""Deals before their match: the server commits to a number, then each player may send one, then the match takes all.

The code that pairs two players opens a deal for them and shows both the commitment. Their browsers send their numbers
at once, so it costs no time; the deal waits for a browser that sends none, but no longer than `WAIT_MS`.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, Literal

from django.db import transaction
from django.db.models import QuerySet

from common import encryption
from common.refusals import CodedError
from game.kernel.base_types import Millis
from game.kernel.fair_numbers import NUMBER_BYTES, FairNumbers, commitment, is_number
from game.models import Deal, DealNumber

WAIT_MS: Millis = 5_000
FORGOTTEN_MS: Millis = 10 * 60_000  # of a deal that came to no match

Readiness = Literal["waiting", "complete", "late"]


class NumberRefused(CodedError):
    """A player's number was not taken. `code`: bad_number, no_deal (gone, or another's), number_given."""


def open_deal(user_ids: Sequence[int | None], now: Millis) -> str:
    """Draw the server's number for these players, in lobby order, None for a bot, which sends none; the commitment, to
    be shown to them. Joins the caller's transaction."""
    number = secrets.token_bytes(NUMBER_BYTES)
    with transaction.atomic(savepoint=False):
        deal = Deal.objects.create(
            commitment=commitment(number), sealed=encryption.encrypt_text(number.hex()), committed_at=now
        )
        DealNumber.objects.bulk_create(
            DealNumber(deal=deal, place=place, user_id=user_id) for place, user_id in enumerate(user_ids)
        )
    return deal.commitment


def take(deal: object, user_id: int, number: object) -> None:
    """A player's number for the deal of that commitment; the same one may come again. Raises NumberRefused."""
    if not is_number(number):
        raise NumberRefused("bad_number")
    if not is_number(deal):
        raise NumberRefused("no_deal")
    mine = DealNumber.objects.filter(deal__commitment=deal, user_id=user_id)
    if DealNumber.objects.filter(pk__in=mine.values("pk"), sealed="").update(sealed=encryption.encrypt_text(number)):
        return
    given = mine.first()
    if given is None:
        raise NumberRefused("no_deal")
    if encryption.decrypt_text(given.sealed) != number:
        raise NumberRefused("number_given")


def join(deal: str, place: int, user_id: int, now: Millis) -> bool:
    """Give a place of a deal, in lobby order, to a player who has come since; what was sent from there before is
    forgotten, and numbers are waited for from now on. False where the deal is gone. Joins the caller's transaction."""
    with transaction.atomic(savepoint=False):
        row = Deal.objects.select_for_update().filter(commitment=deal).first()
        if row is None:
            return False
        row.numbers.filter(place=place).update(user_id=user_id, sealed="")
        row.committed_at = now
        row.save(update_fields=["committed_at"])
        return True


def stands(deal: str) -> bool:
    """Whether there is such a deal, locked until the transaction ends."""
    return Deal.objects.select_for_update().filter(commitment=deal).exists()


def readiness(deal: str, now: Millis) -> Readiness:
    """Whether the match may be made: "complete" with all numbers, "late" when they were waited for long enough."""
    row = Deal.objects.filter(commitment=deal).first()
    if row is None or not row.numbers.filter(sealed="", user__isnull=False).exists():
        return "complete"
    return "late" if now - row.committed_at >= WAIT_MS else "waiting"


def close(deal: str, players: int) -> FairNumbers:
    """All numbers of a deal, for its match of so many players; from now on it takes none. Without a deal ("", or one
    that was forgotten) the server's number stands alone. Joins the caller's transaction."""
    with transaction.atomic(savepoint=False):
        row = Deal.objects.select_for_update().filter(commitment=deal).first() if deal else None
        if row is None:
            return FairNumbers.of_numbers(secrets.token_bytes(NUMBER_BYTES), (None,) * players)
        sent = [given.sealed for given in DealNumber.objects.select_for_update().filter(deal=row).order_by("place")]
        row.delete()
    numbers = [bytes.fromhex(encryption.decrypt_text(token)) if token else None for token in sent]
    return FairNumbers.of_numbers(bytes.fromhex(encryption.decrypt_text(row.sealed)), numbers)


def drop(deal: str) -> None:
    """The players parted: forget their deal."""
    Deal.objects.filter(commitment=deal).delete()


def sweep(now: Millis, kept: Collection[str] | QuerySet[Any, str] = ()) -> int:
    """Delete the deals that came to no match, but for those with whose commitments (`kept`) a player still waits;
    returns how many rows went."""
    lapsed = Deal.objects.filter(committed_at__lte=now - FORGOTTEN_MS).exclude(commitment__in=kept)
    return Deal.objects.filter(pk__in=list(lapsed.values_list("pk", flat=True))).delete()[0]
