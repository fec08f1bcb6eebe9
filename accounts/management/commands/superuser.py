"""`manage.py superuser NAME`: make an existing account a superuser, or, with --remove, an ordinary one again.

Besides `createsuperuser` the only way: the admin grants superuser status to no account, so no stolen session can.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services import leaving


class Command(BaseCommand):
    """Prints what was changed."""

    help = "Create an account a superuser, or with --remove an ordinary player again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The name the account signs in with."""
        parser.add_argument("name", help="the name that the account signs in with")
        parser.add_argument("--remove", action="store_true", help="take the status away, and the right to the admin")

    def handle(self, *args: Any, **options: Any) -> None:
        """Update the one row."""
        name, given = options["name"], not options["remove"]
        user = User.objects.filter(username__iexact=name, is_guest=False).first()
        if user is None:
            raise CommandError(f"No account is called {name}.")
        if not given and leaving.is_last_superuser(user):
            raise CommandError(f"{user.username} is the last superuser: make another one first.")
        user.is_superuser = user.is_staff = given
        user.save(update_fields=["is_superuser", "is_staff"])
        self.stdout.write(f"{user.username} is {'a superuser' if given else 'an ordinary player'} now.")
