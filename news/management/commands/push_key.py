"""`push_key`: shows the public half of the site's key for pushes, or takes one that an operator brings."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from news.clock import now_ms
from news.services import push_keys


class Command(BaseCommand):
    help = "Show the site's public key for pushes (VAPID), made if there is none; or bring a private one of your own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bring", metavar="FILE", type=Path, help="a private key on the curve P-256, as PEM")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["bring"]
        if file is None:
            self.stdout.write(push_keys.key(now_ms()).public)
            return
        try:
            self.stdout.write(push_keys.bring(file.read_bytes(), now_ms()))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except push_keys.BadKey as error:
            raise CommandError(f"{file} is no private key on the curve P-256 in PEM without a password.") from error
