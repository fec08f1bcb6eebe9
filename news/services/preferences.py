"""What a player chose to be told by push and mail, and when."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from common.durations import HOUR_MS
from news.kinds import NewsKind, Usual, kinds
from news.models import NewsPreference
from news.preference_models import MAIL, PUSH
from news.quiet_hours import zones

UNDO_MS = HOUR_MS
"""So long what a link has switched off can be put back."""


class BadChoice(ValueError):
    """There is no such switch, or no such time zone."""


def of(user_id: int) -> NewsPreference:
    """What the player chose; an unsaved row where they have chosen nothing."""
    return NewsPreference.objects.filter(user_id=user_id).first() or NewsPreference(user_id=user_id)


def offered(channel: str, is_guest: bool) -> list[NewsKind]:
    """The kinds that have a switch for PUSH or MAIL; a guest gets no mail."""
    if channel == MAIL and is_guest:
        return []
    return [kind for kind in kinds().values() if (kind.push if channel == PUSH else kind.mail) is not Usual.NEVER]


def switch(user_id: int, channel: str, key: str, on: bool) -> None:
    """Move one switch. Raises BadChoice."""
    kind = kinds().get(key)
    if kind is None or channel not in (PUSH, MAIL) or kind not in offered(channel, is_guest=False):
        raise BadChoice(key)
    with transaction.atomic():
        chosen = _locked(user_id)
        if channel == PUSH:
            chosen.push[key] = on
        else:
            if on and chosen.no_mail:  # this one, and none of the others
                chosen.no_mail, chosen.mail = False, {one.key: False for one in offered(MAIL, is_guest=False)}
            chosen.mail[key] = on
            chosen.left = {}
        chosen.save()


def set_quiet(user_id: int, on: bool) -> None:
    """Whether nothing comes at night."""
    NewsPreference.objects.update_or_create(user_id=user_id, defaults={"quiet": on})


def set_time_zone(user_id: int, zone: object) -> None:
    """Where the player is. Raises BadChoice."""
    if not isinstance(zone, str) or zone not in zones():
        raise BadChoice("time zone")
    NewsPreference.objects.update_or_create(user_id=user_id, defaults={"time_zone": zone})


def note_time_zone(user_id: int, zone: object) -> None:
    """A browser tells where it is: that holds where nothing was known. What is no time zone is let pass."""
    if not of(user_id).time_zone:
        try:
            set_time_zone(user_id, zone)
        except BadChoice:
            return


def note_asked(user_id: int) -> None:
    """The question whether to push was answered, whatever the answer."""
    NewsPreference.objects.update_or_create(user_id=user_id, defaults={"asked_push": True})


def leave_mail(user_id: int, keys: Collection[str], now_ms: int) -> bool:
    """No mail of these kinds any more, of no kind where none is named; False where there is no such player. Twice is as
    once, and for an hour it can be undone."""
    with transaction.atomic():
        if not get_user_model().objects.filter(pk=user_id).exists():
            return False
        chosen = _locked(user_id)
        if not can_undo(chosen, now_ms):
            chosen.left = {"at": now_ms, "mail": dict(chosen.mail), "no_mail": chosen.no_mail}
        if keys:
            chosen.mail |= {key: False for key in keys if key in kinds()}
        else:
            chosen.no_mail = True
        chosen.save()
    return True


def undo_leaving(user_id: int, now_ms: int) -> bool:
    """Mail is as it was before; False where it is too late for that, or nothing to be undone."""
    with transaction.atomic():
        chosen = NewsPreference.objects.select_for_update().filter(user_id=user_id).first()
        if chosen is None or not can_undo(chosen, now_ms):
            return False
        chosen.mail, chosen.no_mail, chosen.left = chosen.left["mail"], chosen.left["no_mail"], {}
        chosen.save()
    return True


def can_undo(chosen: NewsPreference, now_ms: int) -> bool:
    """Whether mail was left within the hour."""
    return bool(chosen.left) and now_ms < chosen.left["at"] + UNDO_MS


def _locked(user_id: int) -> NewsPreference:
    """The row to change, made where there is none."""
    NewsPreference.objects.get_or_create(user_id=user_id)
    return NewsPreference.objects.select_for_update().get(user_id=user_id)


def exported(user_id: int) -> dict[str, Any]:
    """What a player chose, as plain values for their own copy."""
    chosen = of(user_id)
    names = ("push", "mail", "no_mail", "quiet", "time_zone")
    return {name: getattr(chosen, name) for name in names}
