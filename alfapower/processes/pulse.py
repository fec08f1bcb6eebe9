"""The pulse of this web process: a pacemaker beside it that stamps the database, and when it last did.

The pacemaker is a process of its own (game/services/pacemaker.py), for whatever keeps this one busy must not look like
an outage. It is told here that the event loop comes round, tells here what it stamped, and is begun anew when it ends.
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
    """Keep a pacemaker, until cancelled. Sets `first` when it has stamped, or failed to, for the first time."""
    ears = _Ears()
    while True:
        try:
            await _follow(ears, first)
        except Exception as error:
            ears.failed(f"{type(error).__name__}: {error}")
        first.set()
        await asyncio.sleep(BEGIN_AGAIN_SECONDS)


async def _follow(ears: "_Ears", first: asyncio.Event) -> None:
    """One pacemaker from its beginning to its end."""
    orders = await database_sync_to_async(game.pacemaker_orders)()
    pipe = asyncio.subprocess.PIPE
    pacemaker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", game.PACEMAKER, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe
    )
    assert pacemaker.stdin is not None and pacemaker.stdout is not None
    pacemaker.stdin.write(json.dumps(orders).encode() + b"\n")
    living = asyncio.create_task(_show_life(pacemaker.stdin))
    try:
        async for line in pacemaker.stdout:
            await ears.hear(json.loads(line))
            first.set()
    finally:
        living.cancel()
        pacemaker.stdin.close()  # which ends it
        code = await pacemaker.wait()
    log.warning("The pacemaker ended (%s) and is begun anew.", code)


async def _show_life(stdin: asyncio.StreamWriter) -> None:
    """Tell that the event loop comes round."""
    with contextlib.suppress(ConnectionError):
        while True:
            await asyncio.sleep(SIGN_OF_LIFE_SECONDS)
            stdin.write(b".")
            await stdin.drain()


class _Ears:
    """What the pacemaker tells, into the log. A fault is written once, not for as long as it lasts: the outage's line
    tells the rest."""

    failing = False

    async def hear(self, told: dict[str, Any]) -> None:
        """One line of it."""
        if "stamped" in told:
            _pulse.felt_at = time.monotonic()
            self.failing = False
        if "outage" in told:
            with contextlib.suppress(Exception):  # only the log's line is lost; the outage is written down
                await database_sync_to_async(game.log_outage)(*told["outage"])
        if "failed" in told:
            self.failed(told["failed"])
        if "silent" in told:
            self.failed(f"the event loop has not come round for {told['silent']} s")

    def failed(self, why: str) -> None:
        """It could not be stamped, which is a fault when it goes on: one connection that is cut is none."""
        if age() <= WORTH_A_LINE_SECONDS:
            return
        if not self.failing:
            log.error("The pulse could not be stamped: %s", why)
        self.failing = True
