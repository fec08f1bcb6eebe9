"""Our own outages: measured by a pulse that every web process stamps, and credited to both players, once.

A pulse says that an action could have been taken at that moment. A small process beside each web process stamps it,
whatever the load (pulse_stamper.py). One that finds it too old when stamping anew records the gap; a dead Celery beat
is no outage, and while there is no pulse nothing is swept.
"""

import logging
from typing import Any

from django.db import connection, transaction

from game.kernel.base_types import Millis
from game.models import Outage, Pulse
from game.services.clock import steady_offset

log = logging.getLogger(__name__)

PULSE_STAMPER = "game.services.pulse_stamper"
"""The module to run, with `orders` as its first line."""

LONGEST_GAP: Millis = 1_000
RECONNECT_ALLOWANCE: Millis = 5_000
SHORTEST_FOR_SLOW: Millis = 60_000
SLOW_ALLOWANCE: Millis = 10 * 60_000
LONG: Millis = 3_000
"""The least length of an outage that operators are notified of when it is not the first within the hour."""
HOUR: Millis = 60 * 60 * 1_000
_ONLY = 1


def orders() -> dict[str, Any]:
    """What a pulse stamper must know: where the database is, and whose clock counts."""
    if connection.vendor == "postgresql":
        given = connection.get_connection_params()
        parameters = {name: value for name, value in given.items() if isinstance(value, str | int)}
        return {"longest_gap": LONGEST_GAP, "parameters": parameters}
    return {"longest_gap": LONGEST_GAP, "path": str(connection.settings_dict["NAME"]), "offset": steady_offset()}


def log_outage(from_at: Millis, to_at: Millis) -> None:
    """Log an outage that was recorded, as an error when it is not the first long one within the hour."""
    seconds = (to_at - from_at) / 1000
    if to_at - from_at >= LONG and how_many_long(to_at) > 1:
        log.error("Nobody could act for %.1f s, not for the first time within the hour. Players are credited.", seconds)
    else:
        log.warning("Nobody could act for %.1f s. Players are credited.", seconds)


def how_many_long(now: Millis) -> int:
    """How many outages of 3 s and more ended within the hour before `now`."""
    lengths = Outage.objects.filter(to_at__gt=now - HOUR, to_at__lte=now).values_list("from_at", "to_at")
    return sum(to_at - from_at >= LONG for from_at, to_at in lengths)


def stamp(now: Millis) -> Outage | None:
    """Note that the site can take requests at `now`; returns the outage that has just ended, if there was one."""
    with transaction.atomic():
        pulse = Pulse.objects.select_for_update().filter(pk=_ONLY).first()
        if pulse is None:
            Pulse.objects.get_or_create(pk=_ONLY, defaults={"stamped_at": now})
            return None
        outage = None
        if is_too_old(pulse.stamped_at, now):
            outage = Outage.objects.create(from_at=pulse.stamped_at, to_at=now)
            log_outage(outage.from_at, outage.to_at)
        Pulse.objects.filter(pk=_ONLY, stamped_at__lt=now).update(stamped_at=now)
        return outage


def is_out(now: Millis) -> bool:
    """Whether no web process is ready: no player could act, so no clock may run out."""
    return is_too_old(Pulse.objects.filter(pk=_ONLY).values_list("stamped_at", flat=True).first(), now)


def is_too_old(pulse: Millis | None, now: Millis) -> bool:
    """Whether by a pulse of that moment no player could act since; there is no outage before the first pulse."""
    return pulse is not None and now - pulse > LONGEST_GAP


def credit_of(outage: Outage) -> Millis:
    """How far the clocks are put off: the gap, and time for the browsers to come back."""
    return outage.to_at - outage.from_at + RECONNECT_ALLOWANCE


def slow_credit_of(outage: Outage, deadline: Millis) -> Millis:
    """How far the clock of a slow match is put off: by nothing for less than a minute, else by the gap, and to ten
    minutes after its end at least."""
    length = outage.to_at - outage.from_at
    return 0 if length < SHORTEST_FOR_SLOW else max(length, outage.to_at + SLOW_ALLOWANCE - deadline)
