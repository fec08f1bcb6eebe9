"""manage.py prepare_bots: makes what the bots need before their first move, behind an install or a first start."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from bots import compile_cache
from common import starters


class Command(BaseCommand):
    """Letter graphs of the lists in force, and the machine code of the search."""

    help = "Make the letter graphs of the word lists in force and compile the bots' search."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether it ends with who started it."""
        starters.add_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Does again only what is missing."""
        if options["ends_with_input"]:
            starters.end_with_starter()
        from bots.engine.preparation import prepare  # numba is for the processes that play

        for made in prepare():
            self.stdout.write(made)
            self.stdout.flush()
        compile_cache.remove_old()
