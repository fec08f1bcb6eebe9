"""manage.py bot_tournament FILE: plays levels against their neighbours, and reports which is stronger.

FILE keeps a line for each match; begun again with the same file it goes on where it stopped. Each deal is played once
from each seat: the higher level sits there, and the lower one in all the others.
"""

import json
import math
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from bots.games import PLAYED
from bots.levels import LEVELS
from game import api as game

SURE = 1.96
"""Standard errors on either side of an interval of 95 %."""


class Command(BaseCommand):
    """Matches by the rules alone; a table at the end."""

    help = "Play bots of neighbouring levels against each other; can be stopped and gone on with."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The matches to play, and the file of the results."""
        parser.add_argument("file", type=Path, help="results, a line of JSON for each match")
        parser.add_argument("--matches", type=int, default=1000, help="for each pair of neighbours (default 1000)")
        parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=list(LEVELS), help="the calmest first")
        parser.add_argument("--game", default=game.DEFAULT_VARIANT, choices=sorted(PLAYED))
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--language", default="en")
        parser.add_argument("--rules", type=json.loads, default={}, help="of the game, as an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the matches missing in the file, then print the table of all its results."""
        from bots.engine.bot_matches import play_match  # numba is for the processes that play
        from dictionary import api as dictionary

        file: Path = options["file"]
        done = list(_read(file))
        known = {(line["pair"], line["seed"], line["seat"]) for line in done}
        seats: int = options["seats"]
        settings = {**options["rules"], "language": options["language"]}
        lexicon = dictionary.current(options["language"])
        with file.open("a", encoding="utf-8") as kept:
            for number in range(options["matches"]):
                seed, mine = divmod(number, seats)
                for lower, higher in pairwise(LEVELS[key] for key in options["levels"]):
                    pair = f"{lower.key} {higher.key}"
                    if (pair, seed, mine) in known:
                        continue
                    levels = [higher if seat == mine else lower for seat in range(seats)]
                    played = play_match(options["game"], levels, lexicon, settings, seed)
                    others = [total for seat, total in enumerate(played.totals) if seat != mine]
                    line = {
                        "pair": pair,
                        "seed": seed,
                        "seat": mine,
                        "won": played.winner == mine,
                        "margin": played.totals[mine] - sum(others) / len(others),
                        "turns": played.turns,
                        "reason": played.reason,
                        "done": played.done[mine],
                    }
                    done.append(line)
                    kept.write(json.dumps(line) + "\n")
                    kept.flush()
        for text in table(done, options["levels"]):
            self.stdout.write(text)


def _read(file: Path) -> Iterator[dict[str, Any]]:
    """The matches of a file; a truncated last line is ignored."""
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def table(done: list[dict[str, Any]], levels: list[str]) -> Iterator[str]:
    """Rows of a Markdown table: how often the higher level of each pair won, with an interval of 95 %."""
    yield "| higher against lower | matches | won | 95 % | margin |"
    yield "|---|---:|---:|---|---:|"
    for lower, higher in pairwise(levels):
        lines = [line for line in done if line["pair"] == f"{lower} {higher}"]
        if not lines:
            continue
        low, high = interval(sum(line["won"] for line in lines), len(lines))
        won = sum(line["won"] for line in lines) / len(lines)
        margin = sum(line["margin"] for line in lines) / len(lines)
        yield f"| {higher} – {lower} | {len(lines)} | {won:.0%} | {low:.0%}–{high:.0%} | {margin:+.0f} |"


def interval(won: int, played: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, square = won / played, SURE**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    half = SURE * math.sqrt(share * (1 - share) / played + square / (4 * played**2)) / (1 + square / played)
    return middle - half, middle + half
