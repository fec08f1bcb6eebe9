"""manage.py prepare_bots: builds what the bots need before their first move, after an install or a first start."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots import compile_cache
from bots.preparing import Failed, Preparing


class Command(BaseCommand):
    """Builds the letter graphs of the active lists, and the machine code of the search."""

    help = "Make the letter graphs of the word lists in force and compile the bots' search."

    def handle(self, *args: Any, **options: Any) -> None:
        """Build only what is missing."""
        try:
            for made in Preparing().parts():
                self.stdout.write(made)
                self.stdout.flush()
        except Failed as failed:
            raise CommandError(f"This could not be made: {failed}.") from failed
        compile_cache.remove_old()
