"""`manage.py write_facts`: write the facts of all finished matches that have none, for a site older than its
statistics.
"""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import facts


class Command(BaseCommand):
    """May be stopped and started again at any time, and run beside the site."""

    help = "Write the facts (statistics) of all finished matches that have none."

    def handle(self, *args: Any, **options: Any) -> None:
        """Request the missing facts, then write until none are due."""
        after, asked = -1, 0
        while (step := facts.request_missing(after))[0] != after:
            after, asked = step[0], asked + step[1]
        written = 0
        while taken := facts.sweep(limit=100):
            written += taken
        self.stdout.write(f"{asked} matches without facts; {written} looked at.")
