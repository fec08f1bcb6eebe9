"""The pulse of this web process: runs the pulse stamper, and keeps the time of its last stamp of the database.

The stamper is a process of its own (game/services/pulse_stamper.py), for a busy web process must not look like an
outage.
This module tells it that the event loop is running, reads what it stamped, and restarts it when it ends.
"""

import asyncio
import contextlib
import json
import logging
import sys
import time
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from game import api as game

log = logging.getLogger(__name__)

NEVER = float("inf")
SIGN_OF_LIFE_SECONDS = 1.0
BEGIN_AGAIN_SECONDS = 0.5
WORTH_A_LINE_SECONDS = 1.0


class _Pulse:
    felt_at: float | None = None


_pulse = _Pulse()


def age() -> float:
    """Seconds since the pulse was last stamped for this process; infinite before the first time."""
    return NEVER if _pulse.felt_at is None else time.monotonic() - _pulse.felt_at


async def keep(first: asyncio.Event) -> None:
    """Run a pulse stamper, until cancelled. Sets `first` when it has stamped, or failed to, for the first time."""
    ears = _Ears()
    while True:
        try:
            await _follow(ears, first)
        except Exception as error:
            ears.failed(f"{type(error).__name__}: {error}")
        first.set()
        await asyncio.sleep(BEGIN_AGAIN_SECONDS)


async def _follow(ears: "_Ears", first: asyncio.Event) -> None:
    """One pulse stamper from start to end."""
    orders = await database_sync_to_async(game.pulse_stamper_orders)()
    pipe = asyncio.subprocess.PIPE
    pulse_stamper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", game.PULSE_STAMPER, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe
    )
    assert pulse_stamper.stdin is not None and pulse_stamper.stdout is not None
    pulse_stamper.stdin.write(json.dumps(orders).encode() + b"\n")
    living = asyncio.create_task(_show_life(pulse_stamper.stdin))
    try:
        async for line in pulse_stamper.stdout:
            await ears.hear(json.loads(line))
            first.set()
    finally:
        living.cancel()
        pulse_stamper.stdin.close()  # which ends it
        code = await pulse_stamper.wait()
    log.warning("The pulse stamper ended (%s) and is begun anew.", code)


async def _show_life(stdin: asyncio.StreamWriter) -> None:
    """Report that the event loop is running."""
    with contextlib.suppress(ConnectionError):
        while True:
            await asyncio.sleep(SIGN_OF_LIFE_SECONDS)
            stdin.write(b".")
            await stdin.drain()


class _Ears:
    """Log what the stamper reports. A fault is logged once, not for as long as it lasts: the outage's line has the
    rest."""

    failing = False

    async def hear(self, told: dict[str, Any]) -> None:
        """One line of its output."""
        if "stamped" in told:
            _pulse.felt_at = time.monotonic()
            self.failing = False
        if "outage" in told:
            with contextlib.suppress(Exception):  # only the log line is lost; the outage is recorded
                await database_sync_to_async(game.log_outage)(*told["outage"])
        if "failed" in told:
            self.failed(told["failed"])
        if "silent" in told:
            self.failed(f"the event loop has not come round for {told['silent']} s")

    def failed(self, why: str) -> None:
        """A stamp failed, which is a fault only if it continues: a single cut connection is none."""
        if age() <= WORTH_A_LINE_SECONDS:
            return
        if not self.failing:
            log.error("The pulse could not be stamped: %s", why)
        self.failing = True
