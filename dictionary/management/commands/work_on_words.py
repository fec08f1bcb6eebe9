"""`manage.py work_on_words JOB`: the process that a server without a Celery worker starts for a job."""

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
        """Do the job; the result is in its row."""
        if options["ends_with_input"]:
            starters.end_with_starter()
        jobs.work(options["job"])
