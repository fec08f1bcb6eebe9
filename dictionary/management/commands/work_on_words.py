"""`manage.py work_on_words JOB`: what the server starts beside itself when it has no Celery worker."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from common import starters
from dictionary.services import jobs


class Command(BaseCommand):
    """One job on a word list, done in this process."""

    help = "Read an uploaded word list or compile a draft, by the number of its job."
    requires_system_checks: list[str] = []  # the server that starts it has run them

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The job's number."""
        parser.add_argument("job", type=int)
        starters.add_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Work; what comes of it stands in the job's row."""
        if options["ends_with_input"]:
            starters.end_with_starter()
        jobs.work(options["job"])
