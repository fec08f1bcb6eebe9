"""Every benchmark in one table:  python -m benchmarks.run [section …], by default all of SECTIONS.

Postgres is measured when DATABASE_URL names one, SQLite always. What the figures mean: docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

from bots import compile_cache

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
MACHINE_CODE = str(compile_cache.folder(Path(__file__).parents[1] / "var"))
"""Kept from run to run, unlike the rest of a section's data."""
SECTIONS = ("engine", "words", "plays", "turns", "flex", "search", "actions", "log", "shelf", "news", "start", "page")


def main(arguments: Sequence[str]) -> None:
    """Run the sections asked for, by default all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="section", help=" ".join(SECTIONS))
    parser.add_argument("--child", choices=(*SECTIONS, "lexicons", "frozensets", "tries"), help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.child:
        sys.stdout.write(json.dumps(_child(asked.child)) + "\n")
        return
    unknown = set(asked.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"no such section: {', '.join(sorted(unknown))}")
    lines = [["", "figure", "ratio", "aim", "noise"]]
    for section in asked.sections or SECTIONS:
        lines += _measured(section, os.environ)
        if section == "actions" and os.environ.get("DATABASE_URL"):
            lines += _measured(section, os.environ, DATABASE_URL="")
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    for line in lines:
        sys.stdout.write("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() + "\n")
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} cores, load {load}, Python {sys.version.split()[0]}\n")


def _measured(section: str, environment: dict[str, str] | os._Environ[str], **changed: str) -> list[list[str]]:
    """A section's rows, measured in a process and a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="alfapower-benchmark-") as folder:
        own = {
            "NUMBA_CACHE_DIR": MACHINE_CODE,
            **environment,
            "ALFAPOWER_DATA": folder,
            "SECRET_KEY": "x" * 50,
            **changed,
        }
        command = [sys.executable, "-m", "benchmarks.run", "--child", section]
        done = subprocess.run(command, env=own | changed, stdout=subprocess.PIPE, text=True, check=True)
    found: list[list[str]] = json.loads(done.stdout)
    return found


def _child(what: str) -> object:
    import django
    from asgiref.sync import sync_to_async

    django.setup()
    from benchmarks import actions, engine, flex, long_log, news, page, plays, shelf, start, turns, word_search, words
    from benchmarks.measure import Row, empty_database
    from dictionary import api as dictionary

    if what in ("lexicons", "frozensets", "tries"):
        return words.open_both(what)
    dictionary.prepare()
    on_a_database = {"actions": actions, "log": long_log, "shelf": shelf, "news": news}
    others = {"engine": engine, "words": words, "plays": plays, "turns": turns, "flex": flex, "search": word_search,
              "start": start, "page": page}  # fmt: skip

    def of_a_database() -> list[Row]:
        with empty_database():
            return on_a_database[what].rows()

    # In a thread beside a running loop, as a view has it: the ping after a commit uses that loop.
    lines = asyncio.run(sync_to_async(of_a_database)()) if what in on_a_database else others[what].rows()
    return [astuple(line) for line in lines]


if __name__ == "__main__":
    main(sys.argv[1:])
