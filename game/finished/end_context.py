"""The template context of the end page, beside what takes the whole match."""

from typing import Any

from game.live import panels
from game.presentation import PRESENTATIONS, endings
from game.presentation.player_cards import Table, addressed
from game.presentation.turn_lines import last_play

MOST_LINES = 100
"""Turns, and failed tries, that an end page lists; the replay has all."""


def end_context(view: Any, table: Table) -> dict[str, Any]:
    """The totals, the highlights and the newest turns of a match that is over, as its viewer looks back at it."""
    shown = PRESENTATIONS[view.rules.variant]
    told = addressed(view, table)
    lines = panels.turn_lines(told, table.names, table.took)
    tries = endings.tries(told, table.names)
    return {
        **shown.final_totals(told, table.names),
        "view": view,
        "table": table,
        "game": shown.key,
        "headline": shown.headline(told, table.names),
        "reasons": shown.reasons(told, table.names),
        "best_turn": endings.best_turn(view.receipts, told.viewer),
        "outcome": endings.outcome(told),
        "finals": endings.finals(told, table.names),
        "has_gcg": shown.gcg is not None,
        "tries": tries[:MOST_LINES],
        "more_tries": max(0, len(tries) - MOST_LINES),
        "lines": lines[:MOST_LINES],
        "more_turns": max(0, len(lines) - MOST_LINES),
        "last": last_play(lines),
        "language": view.rules.text("language"),
        "foreign": panels.foreign(view.rules.text("language")),
    }
