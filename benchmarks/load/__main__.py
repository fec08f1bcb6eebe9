"""The production stack under load:  python -m benchmarks.load [acts pages herd sweep onlookers soak] [--whole]
[--crowd N]

Needs Linux, the programs of Postgres and Redis, and nothing running: it starts a Postgres, a Redis and the site of its
own, and leaves nothing behind. Without --whole the runs are short. With --crowd N there are N idle pages in the end,
among which two players play until the process is killed and all come back. What the figures mean: docs/benchmarks.md.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence

from benchmarks.load.start import started

SECTIONS = ("acts", "pages", "herd", "sweep", "onlookers")
CROWD = "crowd"
SOAK = "soak"
GAMES = ("alfapower", "classic")


def main(arguments: Sequence[str]) -> None:
    """Run the sections asked for, by default all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="section", help=" ".join(SECTIONS))
    parser.add_argument("--whole", action="store_true", help="longer runs: at most twelve minutes on two quiet cores")
    parser.add_argument("--pages", type=int, metavar="N", help="so many pages rest in the section of pages")
    parser.add_argument("--herd", type=int, metavar="N", help="so many pages come back in the section of the herd")
    parser.add_argument(
        "--crowd", type=int, metavar="N", help="N idle pages, two players among them, then their return"
    )
    parser.add_argument("--onlookers", type=int, metavar="N", help="so many look on in the section of onlookers")
    parser.add_argument("--minutes", type=float, default=30, metavar="N", help="how long the soak plays")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="what is played: its key, by default AlfaPower")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.sections) - {*SECTIONS, CROWD, SOAK}:
        parser.error(f"no such section: {', '.join(sorted(unknown))}")
    if CROWD in asked.sections and not asked.crowd:
        parser.error("crowd needs --crowd N")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is stopped then too
    with started(asked.game) as running:
        from benchmarks.load import report

        sizes = report.sizes(asked.whole, asked.pages, asked.herd, asked.crowd, asked.minutes, asked.onlookers)
        asyncio.run(report.report(running, asked.sections or SECTIONS, sizes))


if __name__ == "__main__":
    main(sys.argv[1:])
