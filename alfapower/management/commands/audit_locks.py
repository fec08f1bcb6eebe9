"""`audit_locks`: checks both locks against the snapshot of advisories that ADVISORIES names. Queries no service.

Fails for an advisory that applies, and for an unreadable snapshot. Without a snapshot it does not fail, and says that
nothing was audited; only a complete and recent snapshot lets it report a lock without findings.
"""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from alfapower.build import advisories
from alfapower.build.lock_file import Pin, pins

LOCKS = ("requirements.lock", "requirements-dev.lock")


class Command(BaseCommand):
    help = "Compare the locks with the snapshot of advisories that ADVISORIES names."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        named = os.environ.get("ADVISORIES", "")
        if not named:
            self.stdout.write("NOT AUDITED: ADVISORIES names no snapshot, so nothing is known of these packages.")
            self.stdout.write('docs/operating.md, "Dependencies", says how to fetch one.')
            return
        try:
            snapshot = advisories.read(Path(named))
        except advisories.Unreadable as error:
            raise CommandError(f"NOT AUDITED: ADVISORIES names no snapshot that can be read. {error}") from error
        self.audit(snapshot)

    def audit(self, snapshot: advisories.Snapshot) -> None:
        locked = [pin for lock in LOCKS for pin in pins(settings.BASE_DIR / lock)]
        pinned = {(pin.name, pin.version): pin for pin in locked}
        found = 0
        unknown: list[Pin] = []
        for _key, pin in sorted(pinned.items()):
            for told in snapshot.against(pin):
                self.stdout.write(f"{pin.name} {pin.version}: {told}")
                found += 1
            if not snapshot.knows(pin):
                unknown.append(pin)
        if unknown:
            names = ", ".join(f"{pin.name} {pin.version}" for pin in unknown)
            self.stdout.write(f"NOT AUDITED: the snapshot did not look at {names}.")
        is_old = snapshot.is_old(now().date())
        if is_old:
            self.stdout.write(
                f"OLD: the snapshot is of {snapshot.day}, more than {advisories.OLD_DAYS} days ago;"
                " what has become known since is not in it."
            )
        if found:
            raise CommandError(f"{found} advisories hold for what is locked.")
        if not (unknown or is_old):
            self.stdout.write(f"Clean: no advisory holds for {len(pinned)} packages, as of {snapshot.day}.")
