"""Actions on a real database: one beside a bare transaction that moves as many bytes, and what a screen costs.

The bare one is "lock the row, insert an entry, update the row, commit" in plain SQL through the same connection, with
texts as long as the action's own. Its time is the wall's, for it waits for the disk; the rows are taken in turn.
"""

import statistics
import time
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from benchmarks.measure import Row, Timing, interleaved, row, timing
from game.dispatch import log_entries
from game.kernel.events import LoggedStep
from game.live import panels
from game.live.screens import screen_of
from game.models import LogEntry, Match
from game.services import audit, play, store
from game.variants.alfapower.rules.view import view_of
from tests.races import positions
from tests.support.matches import START, make_match, message, state_of, submit
from tests.support.word_lists import know_every_word

ROUNDS = 60
SOON = START + 5_000


def rows() -> list[Row]:
    """All of it, on an empty database."""
    know_every_word(pytest.MonkeyPatch())  # of a process that ends with the benchmark
    return [*_actions(), *_screens(), *_long_match()]


def _midgame() -> Match:
    """Six words of seven tiles on a small board, coins for everything, both players there."""
    match = make_match(board_size=11, alfa_enabled=False, starting_coins=99, prices={"swap": 1}, turn_seconds=600)
    for line in positions.ROWS[:6]:
        submit(match, state_of(match).active, do="place", tiles=positions.whole_hand(match, line))
    submit(match, 0, do="buy", item="swap")
    return match


def _actions() -> list[Row]:
    template = _midgame()
    state = state_of(template)
    hand = list(state.players[0].hand)
    asked = {
        "place 7 tiles": {
            "do": "place",
            "turn": state.turn,
            "tiles": positions.whole_hand(template, positions.ROWS[6]),
        },
        "buy": {"do": "buy", "item": "swap"},
        "swap 3 tiles": {"do": "use", "item": "swap", "turn": state.turn, "tiles": hand[:3]},
        "pass": {"do": "pass", "turn": state.turn},
        "refused placement": {"do": "place", "turn": state.turn, "tiles": [[0, 0, hand[0]]]},
    }
    lines, database = [], connection.vendor
    for name, data in asked.items():
        wall, cpu = _beside_bare(template, data)
        base = wall["bare"].us
        for case, aim in (("bare", ""), ("action", "6 ×, better 3 ×")):
            lines.append(row(f"{database}: {name}: {case}, wall", wall[case], aim, f"{wall[case].us / base:.2f} ×"))
        lines.append(
            row(f"{database}: {name}: action, CPU", cpu["action"], "", f"{cpu['action'].us / cpu['bare'].us:.2f} ×")
        )
        lines.append(Row(f"{database}: {name}: queries", _queries(template, data), "", "8, better 5"))
    return lines


def _beside_bare(template: Match, data: Mapping[str, Any]) -> tuple[dict[str, Timing], dict[str, Timing]]:
    """Wall and CPU times of the action and of the bare transaction, each time on a row of its own."""
    taken: dict[str, tuple[list[float], list[float]]] = {"bare": ([], []), "action": ([], [])}
    sample = _sample(template, data)
    for _ in range(ROUNDS):
        for case in taken:
            match, sent = positions.copy_of(template), message(**data)
            begun, worked = time.perf_counter(), time.thread_time()
            if case == "action":
                play.submit(match.pk, 0, sent, SOON)
            else:
                _bare(match.pk, *sample)
            taken[case][1].append((time.thread_time() - worked) * 1e6)
            taken[case][0].append((time.perf_counter() - begun) * 1e6)
    wall, cpu = ({case: timing(both[clock]) for case, both in taken.items()} for clock in (0, 1))
    return wall, cpu


def _sample(template: Match, data: Mapping[str, Any]) -> tuple[int, str, str, str]:
    """The next number, and the texts of action, events and state that the action brings about."""
    match = positions.copy_of(template)
    play.submit(match.pk, 0, message(**data), SOON)
    entry = LogEntry.objects.filter(match=match).latest("seq")
    return template.version + 1, entry.action, entry.events, Match.objects.get(pk=match.pk).state


def _bare(match_id: int, seq: int, action: str, events: str, state: str) -> None:
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT version, state FROM game_match WHERE id = %s{for_update}", [match_id])
        cursor.fetchone()
        cursor.execute(
            "INSERT INTO game_logentry (match_id, seq, at, seat, action, events, digest, nonce)"
            " VALUES (%s, %s, %s, 0, %s, %s, %s, %s)",
            [match_id, seq + 1000, SOON, action, events, "0" * 64, f"bare-{match_id}-{seq}"],
        )
        cursor.execute("UPDATE game_match SET version = %s, state = %s WHERE id = %s", [seq, state, match_id])


def _queries(template: Match, data: Mapping[str, Any]) -> str:
    match = positions.copy_of(template)
    with CaptureQueriesContext(connection) as caught:
        play.submit(match.pk, 0, message(**data), SOON)
    return str(sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in caught.captured_queries))


def _screens() -> list[Row]:
    """What a page of seat 0 is drawn from and drawn as, and how much of it changes."""
    match = Match.objects.get(pk=_midgame().pk)
    state, log = store.load(match), _log(match)
    screen = screen_of(match, 0, SOON)
    cases = {
        "state from the row": lambda: store.load(match),
        "log from the database": lambda: _log(match),
        "view_of": lambda: view_of(state, 0, log, SOON),
        "all panels rendered (11 × 11)": lambda: panels.render(screen.view, screen.table),
    }
    lines = [row(name, taken) for name, taken in interleaved(cases, rounds=15, calls=5).items()]
    buy = {"do": "buy", "item": "swap"}
    word = {"do": "place", "turn": state.turn, "tiles": positions.whole_hand(match, positions.ROWS[6])}
    for name, data in (("a purchase", buy), ("a word", word)):
        for seat in (0, 1):
            lines.append(Row(f"after {name}, pushed to seat {seat}", *_pushed(match, data, seat)))
    return lines


def _log(match: Match) -> list[LoggedStep]:
    entries = LogEntry.objects.filter(match=match).order_by("seq").values_list("events", flat=True)
    return [LoggedStep(log_entries.events_of(text)) for text in entries]


def _pushed(template: Match, data: Mapping[str, Any], seat: int) -> tuple[str, str]:
    match = positions.copy_of(template)
    before = _drawn(match, seat)
    play.submit(match.pk, 0, message(**data), SOON)
    after = _drawn(match, seat)
    changed = [panel for panel in after if after[panel] != before[panel]]
    size, full = (sum(len(after[panel].encode()) for panel in which) for which in (changed, after))
    return f"{len(changed)} of {len(after)} panels, {size / 1024:.1f} kB", f"{size / full:.2f} of all"


def _drawn(match: Match, seat: int) -> dict[str, str]:
    screen = screen_of(Match.objects.get(pk=match.pk), seat, SOON)
    return panels.render(screen.view, screen.table)


def _long_match() -> list[Row]:
    """A thousand purchases and swaps in one match: replay, and the screen drawn from so long a log."""
    match = make_match(board_size=11, prices={"swap": 0}, turn_seconds=None)
    for _ in range(500):
        submit(match, 0, do="buy", item="swap")
        submit(match, 0, do="use", item="swap", tiles=[state_of(match).players[0].hand[0]])
    match.refresh_from_db()
    seconds = []
    for _ in range(3):
        begun = time.thread_time()
        if audit.first_difference(match):
            raise RuntimeError("the replay of the long match is not the match")
        seconds.append(time.thread_time() - begun)
    drawn = interleaved({"drawn": lambda: _drawn(match, 0)}, rounds=5, calls=1)["drawn"]
    return [
        Row("replay of 1,000 purchases and swaps", f"{statistics.median(seconds):.2f} s", "", "1 s"),
        row("a screen of that match, from the row", drawn),
    ]
