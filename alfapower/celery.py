"""The Celery app, for `celery -A alfapower worker` and `celery -A alfapower beat`.

Settings: CELERY_* in settings.py. Schedule: periodic_jobs.py."""

import logging
import os
from typing import Any

from celery import Celery
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import setup_logging

from alfapower.processes import celery_lifecycle, periodic_jobs  # noqa: F401  (connects to the signals of Celery)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")

log = logging.getLogger(__name__)

app = Celery("alfapower")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = periodic_jobs.beat_schedule()
app.autodiscover_tasks()


@app.task(name="alfapower.run_job", ignore_result=True)
def run_job(name: str) -> None:
    """One run of one periodic job, within the job's time limit. Not retried: the next run repairs one that failed, or
    that was stopped at its limit, as a database that does not answer has it."""
    from django.db import InterfaceError, OperationalError  # here: Celery reads this before Django is set up

    try:
        periodic_jobs.run(name)
    except (InterfaceError, OperationalError, SoftTimeLimitExceeded) as error:
        log.warning("The periodic job %s failed (%s); it runs again soon.", name, type(error).__name__)


@setup_logging.connect
def keep_our_logging(**kwargs: Any) -> None:
    """With a receiver of this signal Celery sets up no logging of its own: the settings' logging applies."""
