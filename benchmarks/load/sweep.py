"""Matches that nobody looks at, whose turns all run out at one moment: how late the sweep applies it to each."""

import asyncio
import time

import psycopg

from benchmarks.load.stage import Stage

LOOK_SECONDS = 0.1
HEAD_START_MS = 20_000
A_MATCH_MS = 40  # to make one
SLOWER = (1, 4)  # on a busy machine they are made again, with more time for it
LONGEST_SECONDS = 180


async def lateness(stage: Stage, matches: int) -> list[float]:
    """For each of so many matches the seconds from the moment it was due until it was applied; those that were not
    within LONGEST_SECONDS are left out."""
    for slower in SLOWER:
        due_at = await asyncio.to_thread(stage.matches_due, matches, slower * (HEAD_START_MS + A_MATCH_MS * matches))
        if time.time() * 1000 < due_at:
            break
    else:
        raise RuntimeError("the matches were not made in time")
    await asyncio.sleep(due_at / 1000 - time.time())
    late: list[float] = []
    with psycopg.connect(stage.site.database.url, autocommit=True) as connection:
        while len(late) < matches and time.time() < due_at / 1000 + LONGEST_SECONDS:
            row = connection.execute(_STILL_DUE, [due_at]).fetchone()
            assert row is not None
            late += [time.time() - due_at / 1000] * (matches - row[0] - len(late))
            await asyncio.sleep(LOOK_SECONDS)
    return late


_STILL_DUE = "SELECT count(*) FROM game_match WHERE status = 'live' AND due_at <= %s"
