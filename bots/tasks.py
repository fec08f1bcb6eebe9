"""The bots' Celery tasks."""

from celery import shared_task

from bots import analysing


@shared_task(name="bots.analyse")
def analyse(match_id: int) -> None:
    """One analysis. Not retried: a page that waits for it asks again for what falls silent."""
    analysing.work(match_id)
