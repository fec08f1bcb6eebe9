"""The dictionary's Celery tasks."""

from celery import shared_task

from dictionary.services import jobs


@shared_task(name="dictionary.work")
def work(job_id: int) -> None:
    """Run one job on a word list. Not retried: the sweep restarts silent ones."""
    jobs.work(job_id)
