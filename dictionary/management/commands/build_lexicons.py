"""`manage.py build_lexicons`: compile the word lists that are not compiled yet."""

from typing import Any

from django.core.management.base import BaseCommand

from dictionary import api


class Command(BaseCommand):
    """For images and releases, so that no first match has to wait for it."""

    help = "Compile the word lists that are not compiled yet."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile, and report what was done."""
        made = api.prepare()
        self.stdout.write(f"Compiled: {', '.join(made)}." if made else "All word lists are compiled.")
