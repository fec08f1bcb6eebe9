"""The bots' Celery tasks."""

from datetime import date

from celery import shared_task

from bots import analysis_work, puzzle_making


@shared_task(name="bots.analyse")
def analyse(match_id: int) -> None:
    """Make one analysis. Not retried: a page that waits for it requests a silent one again."""
    analysis_work.work(match_id)


@shared_task(name="bots.make_puzzle")
def make_puzzle(day: str, language: str) -> None:
    """Make one puzzle, unless it exists. Not retried: missing ones are requested again."""
    puzzle_making.make(date.fromisoformat(day), language)
