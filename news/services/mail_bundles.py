"""How many mails a player gets: one an hour, twelve a day; and which one it was that was broken off."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from common.durations import DAY_MS, HOUR_MS
from news.models import MailCount, News

MOST_A_DAY = 12


@dataclass(frozen=True, slots=True)
class Bundle:
    """The news that go into one mail, and the part of its Message-ID that tells it from others."""

    name: str
    rows: list[News]


@dataclass(frozen=True, slots=True)
class Wait:
    """No mail before this moment."""

    until: int


def begin(user_id: int, rows: Sequence[News], now_ms: int) -> Bundle | Wait | None:
    """Count a mail with these news, before it goes out; None where there have been too many today. One that was counted
    and broken off is given out again, as it was and counted once, of what it held as far as that is still to be told.
    """
    with transaction.atomic():
        MailCount.objects.get_or_create(user_id=user_id)
        count = MailCount.objects.select_for_update().get(user_id=user_id)
        held = {tuple(row) for row in count.bundle.get("rows", ())}
        broken_off = [row for row in rows if (row.pk, row.happened_at) in held]
        if broken_off:
            return Bundle(count.bundle["id"], broken_off)
        today = [at for at in count.sent_at if at > now_ms - DAY_MS]
        if len(today) >= MOST_A_DAY:
            return None
        if today and now_ms < today[-1] + HOUR_MS:
            return Wait(today[-1] + HOUR_MS)
        count.bundle = {"id": secrets.token_hex(8), "rows": [[row.pk, row.happened_at] for row in rows]}
        count.sent_at = [*today, now_ms]
        count.save()
        return Bundle(count.bundle["id"], list(rows))
