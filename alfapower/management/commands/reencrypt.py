"""`reencrypt`: re-encrypts every stored secret with the first of the keys, before an old key is removed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common import encryption


class Command(BaseCommand):
    help = "Encrypt all stored secrets with the first key (docs/operating.md, Keys). May run beside the site."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, reencrypt in encryption.stores().items():
            try:
                self.stdout.write(f"{name}: {reencrypt()}")
            except encryption.Unreadable as error:
                raise CommandError(f"{name}: {error}") from error
