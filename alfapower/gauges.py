"""The gauges that are ours, beside django-prometheus's own. Imported where metrics are on."""

from django.db import DatabaseError
from prometheus_client import Gauge

from alfapower import heart, ticker
from game import api as game

SOCKETS = Gauge("alfapower_sockets", "Open sockets of this process")
PULSE_AGE = Gauge("alfapower_pulse_age_seconds", "Since this process last stood ready to take an action")
TICK_AGE = Gauge("alfapower_tick_age_seconds", "Since a periodic job last ran, in whatever process", ["job"])


def read() -> None:
    """Set them to what is so now; the ages of the jobs stay as they were while the database is away."""
    SOCKETS.set(game.how_many_sockets())
    PULSE_AGE.set(heart.pulse_age())
    try:
        ages = ticker.ages()
    except DatabaseError:
        return
    for job, age in ages.items():
        TICK_AGE.labels(job).set(heart.NEVER if age is None else age)
