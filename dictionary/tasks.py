"""The dictionary's Celery tasks."""

from celery import shared_task

from dictionary.services import jobs


@shared_task(name="dictionary.work")
def work(job_id: int) -> None:
    """One job on a word list. Not retried: the sweep starts again what falls silent."""
    jobs.work(job_id)
