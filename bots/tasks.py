"""The bots' Celery tasks."""

from datetime import date

from celery import shared_task

from bots import analysis_work, puzzle_making


@shared_task(name="bots.analyse")
def analyse(match_id: int) -> None:
    """One analysis. Not retried: a page that waits for it asks again for what falls silent."""
    analysis_work.work(match_id)


@shared_task(name="bots.make_puzzle")
def make_puzzle(day: str, language: str) -> None:
    """One puzzle, where it is not made yet. Not retried: what is missing is asked for again."""
    puzzle_making.make(date.fromisoformat(day), language)
