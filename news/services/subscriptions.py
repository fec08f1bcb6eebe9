"""The browsers that a player's news is pushed to: at most ten, each for as long as its session lasts."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from common import encryption
from common.signed_in import signed_in
from news.models import News, PushKey, PushSubscription, ToldDevice
from news.push_addresses import Address, BadSubscription, of_json

log = logging.getLogger(__name__)

STORE = "pushes"
FLAG = "pushes"
"""In a session: a browser is pushed to by it, so that a new key of it is to be followed."""
_NONE = ""
"""In place of a sealed address that is no more."""
MOST = 10  # an account; the oldest goes
AT_ONCE = 500
"""Rows removed by one statement."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that may be pushed to."""

    pk: int
    session_key: str
    address: Address


def subscribe(user_id: int, session_key: str, address: Address, device: str, now_ms: int) -> None:
    """The browser of this session is pushed to from now on, in place of what it gave before. Whoever had the endpoint
    has it no more."""
    with transaction.atomic():
        # One after the other, so that two at once are not eleven.
        get_user_model().objects.select_for_update().get(pk=user_id)
        PushSubscription.objects.filter(session_key=session_key).delete()
        PushSubscription.objects.filter(endpoint_digest=address.digest).delete()
        PushSubscription.objects.create(
            user_id=user_id,
            session_key=session_key,
            endpoint_digest=address.digest,
            sealed=encryption.encrypt_text(address.as_json()),
            device=device,
            made_at=now_ms,
        )
        newest = (
            PushSubscription.objects.filter(user_id=user_id).order_by("-made_at", "-pk").values_list("pk", flat=True)
        )
        PushSubscription.objects.filter(pk__in=list(newest[MOST:])).delete()


def of_session(session_key: str | None) -> PushSubscription | None:
    """The subscription of this browser."""
    return PushSubscription.objects.filter(session_key=session_key).first() if session_key else None


def listed(user_id: int) -> list[PushSubscription]:
    """Those of a player whose sessions last, newest first."""
    rows = list(_with_address(user_id).order_by("-made_at", "-pk"))
    good = signed_in([row.session_key for row in rows])
    return [row for row in rows if row.session_key in good and good[row.session_key].user.pk == user_id]


def devices(user_id: int) -> list[Device]:
    """Where a player is pushed to now. What has ended with its session, cannot be read any more or is of a host that is
    allowed no more is gone afterwards."""
    rows = list(_with_address(user_id).order_by("pk"))
    good = signed_in([row.session_key for row in rows]) if rows else {}
    found, ended = [], []
    for row in rows:
        signed = good.get(row.session_key)
        try:
            if signed is None or signed.user.pk != user_id:
                raise BadSubscription("its session has ended")
            found.append(Device(row.pk, row.session_key, of_json(encryption.decrypt_text(row.sealed))))
        except (BadSubscription, encryption.Unreadable):
            ended.append(row.pk)
    if ended:
        end(ended)
    return found


def end(pks: Collection[int]) -> None:
    """These subscriptions are no more."""
    PushSubscription.objects.filter(pk__in=pks).delete()


def lose_address(pks: Collection[int]) -> None:
    """The push service knows these no more. That their browsers are to be pushed to stays, so that one which finds out
    later can give another address by itself."""
    PushSubscription.objects.filter(pk__in=pks).update(sealed=_NONE)


def _with_address(user_id: int) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(user_id=user_id).exclude(sealed=_NONE)


def end_one(user_id: int, pk: int) -> None:
    """A player switches one of their browsers off."""
    PushSubscription.objects.filter(user_id=user_id, pk=pk).delete()


def end_of_user(user_id: int) -> None:
    """An account was closed: it has no sessions any more."""
    PushSubscription.objects.filter(user_id=user_id).delete()


def end_of_session(session_key: str | None) -> None:
    """Somebody signs out."""
    if session_key:
        PushSubscription.objects.filter(session_key=session_key).delete()


def follow_session(before: str | None, after: str | None) -> None:
    """The same browser has its session under another key from now on."""
    if before and after:
        PushSubscription.objects.filter(session_key=before).update(session_key=after)


def clear_ended(now_ms: int) -> int:
    """Remove some of those whose sessions are gone, whoever ended them; how many."""
    moment = datetime.fromtimestamp(now_ms / 1000, UTC)
    lasts = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=moment)
    ended = PushSubscription.objects.filter(~Exists(lasts)).values_list("pk", flat=True)[:AT_ONCE]
    found = list(ended)
    if found:
        end(found)
    return len(found)


def told(news: News) -> set[int]:
    """The subscriptions that have got this piece of news as it is."""
    found = ToldDevice.objects.filter(news=news, happened_at=news.happened_at)
    return set(found.values_list("subscription_id", flat=True))


def note_told(news: News, subscription_ids: Collection[int]) -> None:
    """These have got it, others of the same player have not: only those are tried again."""
    try:
        ToldDevice.objects.bulk_create(
            [ToldDevice(news=news, subscription_id=pk, happened_at=news.happened_at) for pk in subscription_ids],
            update_conflicts=True,
            unique_fields=["subscription", "news"],
            update_fields=["happened_at"],
        )
    except IntegrityError:
        log.info("A subscription or its news went away while it was pushed to.")


def reencrypt() -> int:
    """Bring endpoints and the site's key under the first key; how many rows were written. Raises
    encryption.Unreadable."""
    written = 0
    for model in (PushSubscription, PushKey):
        for pk, token in model._default_manager.exclude(sealed=_NONE).values_list("pk", "sealed"):
            rows = model._default_manager.filter(pk=pk, sealed=token)
            written += rows.update(sealed=encryption.reencrypted_text(token))
    return written


def exported(user_id: int) -> list[dict[str, Any]]:
    """The browsers of a player, as plain values for their own copy."""
    rows = _with_address(user_id).order_by("pk")
    return [{"device": row.device, "made_at": row.made_at} for row in rows]
