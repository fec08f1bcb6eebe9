"""The site's own gauges, beside django-prometheus's. Imported where metrics are on.

No label is called `job` or `instance`: Prometheus sets these as it scrapes, and would rename ours.
"""

from django.db import DatabaseError
from django_prometheus.middleware import Metrics
from prometheus_client import Counter, Gauge

from alfapower.processes import periodic_jobs, pulse
from bots import api as bots
from game import api as game

SOCKETS = Gauge("alfapower_sockets", "Open sockets of this process")
PULSE_AGE = Gauge("alfapower_pulse_age_seconds", "Since this process last stood ready to take an action")
OUTAGES = Gauge("alfapower_long_outages", "Outages of 3 s and more within the last hour, of the whole site")
LIVE_MATCHES = Gauge("alfapower_live_matches", "Matches that run, on the whole site")
FAILING_MATCHES = Gauge("alfapower_failing_matches", "Matches in which what is due cannot be applied")
TICK_AGE = Gauge("alfapower_tick_age_seconds", "Since a periodic job last ran, in whatever process", ["tick"])
PROCESS_AGE = Gauge("alfapower_process_age_seconds", "Since a worker, or a beat, last left word", ["process"])
BOTS_AGE = Gauge("alfapower_bots_age_seconds", "Since a process of bots last left word")
BOT_FAULTS = Gauge("alfapower_bot_faults", "Turns that the processes of bots that are there could not play")
TOO_LATE = Counter("alfapower_overtaken_actions", "Actions sent again that came in time and met their turn timed out")

FAULT = "500"
"""The status of a page that failed, for which an alarm rings."""


def read() -> None:
    """Set them to their current values; those from the database keep their last value while that is away."""
    TOO_LATE.inc(game.take_too_late())
    Metrics.get_instance().responses_by_status.labels(
        status=FAULT
    )  # created before the first count: a series that appears at 1 shows no increase
    SOCKETS.set(game.how_many_sockets())
    PULSE_AGE.set(pulse.age())
    try:
        failing = game.how_many_failing()
        live, long_outages = game.how_many_live(), game.how_many_long_outages(game.now_ms())
        bots_age, faults = bots.age_and_faults(game.now_ms())
        ages, processes = periodic_jobs.ages(), periodic_jobs.process_ages()
    except DatabaseError:
        return
    LIVE_MATCHES.set(live)
    FAILING_MATCHES.set(failing)
    BOTS_AGE.set(pulse.NEVER if bots_age is None else bots_age)
    BOT_FAULTS.set(faults)
    OUTAGES.set(long_outages)
    for tick, age in ages.items():
        TICK_AGE.labels(tick).set(pulse.NEVER if age is None else age)
    for kind, age in processes.items():
        PROCESS_AGE.labels(kind).set(pulse.NEVER if age is None else age)
