"""Our own outages: measured by a pulse that every web process stamps, and credited to both players, once.

A pulse says that an action could have been taken at that moment. Whoever finds it too old when stamping anew writes
down the gap; a dead Celery beat is no outage, and while there is no pulse nothing is swept.
"""

from django.db import transaction

from game.models import Outage, Pulse
from game.rules.basics import Millis

LONGEST_GAP: Millis = 3_000
RECONNECT_ALLOWANCE: Millis = 5_000
_ONLY = 1


def stamp(now: Millis) -> Outage | None:
    """A web process stands ready at `now`; gives the outage that has just ended, if there was one."""
    with transaction.atomic():
        pulse = Pulse.objects.select_for_update().filter(pk=_ONLY).first()
        if pulse is None:
            Pulse.objects.get_or_create(pk=_ONLY, defaults={"stamped_at": now})
            return None
        outage = None
        if is_too_old(pulse.stamped_at, now):
            outage = Outage.objects.create(from_at=pulse.stamped_at, to_at=now)
        Pulse.objects.filter(pk=_ONLY, stamped_at__lt=now).update(stamped_at=now)
        return outage


def is_out(now: Millis) -> bool:
    """Whether no web process stands ready: nobody could act, so no clock may run out."""
    return is_too_old(Pulse.objects.filter(pk=_ONLY).values_list("stamped_at", flat=True).first(), now)


def is_too_old(pulse: Millis | None, now: Millis) -> bool:
    """Whether a pulse of that moment says that nobody could act since; there is no outage before the first pulse."""
    return pulse is not None and now - pulse > LONGEST_GAP


def credit_of(outage: Outage) -> Millis:
    """How far the clocks are put off: the gap, and time for the browsers to come back."""
    return outage.to_at - outage.from_at + RECONNECT_ALLOWANCE
