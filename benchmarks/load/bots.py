"""How soon a bot's answer is on a person's screen, and how many turns a second one process of bots plays:

    python -m benchmarks.load.bots [--level sharp] [--together 24] [--turns 200] [--game alfapower]

Needs what `benchmarks.load` needs, and starts it likewise, with one process of bots. The people pass at once whenever
they are on turn, so that what is measured is the bot's: a turn of its with all its purchases, from the person's pass to
the screen on which the person is on turn again. First one match alone, then so many together.
"""

import argparse
import asyncio
import re
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.load.browser import Page, network
from benchmarks.load.start import started

STATE = re.compile(r'id="state"[^>]*? data-turn="(\d+)"\s+data-phase="(\w+)"\s+data-mine="([01])"')
ALONE_TURNS = 40
READY_SECONDS = 180
LONGEST_SECONDS = 60


class PersonsPage(Page):
    """A page that also knows from its pushes whether its player is on turn and the match goes on."""

    mine = over = False
    turn = 0

    async def open(self) -> tuple[int, bytes]:
        """As any page; what it was drawn with is not pushed again."""
        status, body = await super().open()
        if not self.turn:
            self._read(body.decode())
        return status, body

    def take(self, html: str) -> None:
        """What a push says of the turn, then all else."""
        self._read(html)
        super().take(html)

    def _read(self, html: str) -> None:
        for turn, phase, mine in STATE.findall(html):
            self.turn, self.mine, self.over = int(turn), mine == "1", phase == "over"

    async def on_turn(self) -> bool:
        """Wait until the player is on turn; False where the match has ended or nothing came for long."""
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                while not (self.mine or self.over):
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            return False
        return not self.over


async def answers(page: PersonsPage, turns: int) -> list[float]:
    """Pass so often: for each the seconds until the player was on turn again. Fewer where the match ends before."""
    waited: list[float] = []
    await page.open()
    while len(waited) < turns and await page.on_turn():
        page.mine = False
        begun = time.perf_counter()
        status, answer = await page.act({"do": "pass", "turn": page.turn})
        if not answer.get("ok"):
            raise RuntimeError(f"a pass was refused: {status} {answer}")
        if await page.on_turn():
            waited.append(time.perf_counter() - begun)
    await page.close()
    return waited


async def measure(stage: Any, level: str, together: int, turns: int) -> None:
    """Both parts, printed."""
    async with network(stage.address) as net:

        async def of(matches: int, total: int) -> tuple[list[float], float, Any]:
            begun, before = time.perf_counter(), stage.gauge.read()
            taken: list[float] = []
            while len(taken) < total:
                made = await asyncio.to_thread(stage.practices, matches, level)
                pages = [PersonsPage(net, one.public_id, one.keys[0]) for one in made]
                if not taken:
                    begun, before = time.perf_counter(), stage.gauge.read()
                for found in await asyncio.gather(*(answers(page, total // matches) for page in pages)):
                    taken += found
            return taken, time.perf_counter() - begun, stage.gauge.read() - before

        await wait_for_bots(stage)
        await of(1, 2)  # what is read and compiled at the first turn
        for matches, total in ((1, ALONE_TURNS), (together, turns)):
            taken, seconds, spent = await of(matches, total)
            cuts = statistics.quantiles(taken, n=100)
            sys.stdout.write(
                f"{level}, {matches} at once: {len(taken)} turns; pass to screen p50 {1000 * cuts[49]:.0f} ms,"
                f" p99 {1000 * cuts[98]:.0f} ms; {len(taken) / seconds:.1f} turns a second;"
                f" bots, worker and beat {1000 * spent.others / len(taken):.0f} ms of processor a turn,"
                f" web {1000 * spent.web / len(taken):.0f} ms, Postgres {1000 * spent.postgres / len(taken):.0f} ms\n"
            )


async def wait_for_bots(stage: Any) -> None:
    """Until their process says that it is ready. Raises RuntimeError after READY_SECONDS."""
    for _ in range(READY_SECONDS):
        if any("The bots are ready" in line for line in stage.site.lines):
            return
        await asyncio.sleep(1)
    raise RuntimeError("the bots were not ready in time")


def main(arguments: Sequence[str]) -> None:
    """Measure, and print two lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="sharp")
    parser.add_argument("--together", type=int, default=24)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--game", default="alfapower")
    asked = parser.parse_args(arguments)
    with started(asked.game, bots=1) as running:
        asyncio.run(measure(running, asked.level, asked.together, asked.turns))


if __name__ == "__main__":
    main(sys.argv[1:])
