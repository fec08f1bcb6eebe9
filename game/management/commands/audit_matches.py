"""`manage.py audit_matches [--since DATE]`: replay every stored match and say which are not what their log says."""

from argparse import ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.kernel.base_types import Millis
from game.services import audit


class Command(BaseCommand):
    """Exit 0 when all agree, 1 when one does not. Changes nothing, and may run while matches do."""

    help = "Replay every stored match; name those that differ from their log, and where first."

    def add_arguments(self, parser: CommandParser) -> None:
        """From when on."""
        parser.add_argument(
            "--since", type=_moment, metavar="DATE", help="only matches that run or ended since (2026-01-31, UTC)"
        )

    def handle(self, *args: Any, since: Millis | None, **options: Any) -> None:
        """One line for each match that differs, and the counts."""
        looked_at = differ = 0
        for row, difference in audit.every_match(since):
            looked_at += 1
            if difference is not None:
                differ += 1
                self.stdout.write(f"{row.public_id} ({row.status}): {difference}")
        self.stdout.write(f"{looked_at} matches, {differ} differ")
        if differ:
            raise SystemExit(1)


def _moment(text: str) -> Millis:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no date like 2026-01-31") from error
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
