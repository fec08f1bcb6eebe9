"""Makes analyses, turn by turn: in a Celery worker for them, or without Redis in a thread of the bot process.

The engine needs numba, so it is imported where the work begins and not before.
"""

import logging
import threading

from django.db import DatabaseError, close_old_connections

from bots.games import ANALYSED, judge_of
from bots.models import Analysis
from bots.services import analyses
from dictionary import api as dictionary
from game import api as game

log = logging.getLogger(__name__)

LOOKS_EVERY_SECONDS = 1.0
BREATH_SECONDS = 0.02
"""Between two turns, so that a bot on turn is not kept waiting."""


def work(match_id: int, ended: threading.Event | None = None) -> None:
    """Judge the turns of a match that are not judged yet, with a pause between them until `ended`. Errors are logged
    and recorded in the analysis."""
    row = analyses.begun(match_id)
    if row is None:
        return
    try:
        if _is_judged(row, ended):
            analyses.end(row, Analysis.State.DONE)
    except DatabaseError:
        raise  # not the match's fault
    except Exception:
        log.exception("match %s: the analysis failed", match_id)
        analyses.end(row, Analysis.State.FAILED)


def _is_judged(row: Analysis, ended: threading.Event | None) -> bool:
    """Judge the remaining turns; returns whether none is left."""
    from bots.engine import preparation  # numba is for the processes that think

    past = game.past(row.match_id)
    if past is None or past.variant not in ANALYSED:
        raise LookupError("there is nothing to tell of this match")
    graph = preparation.whole_list(dictionary.lexicon(*past.lexicon))
    judge = judge_of(past.variant)
    states, receipts = past.replay.states, past.replay.receipts
    for number in range(len(row.turns), past.replay.last):
        judged = judge(states[number], states[number + 1], receipts[number], graph)
        if not analyses.add_turn(row, judged, past.replay.last, game.now_ms()):
            return False
        if ended is not None and ended.wait(BREATH_SECONDS):
            return False
    return True


def keep_at_it(ended: threading.Event) -> None:
    """Make requested analyses until told to stop; for a thread of its own."""
    while not ended.wait(LOOKS_EVERY_SECONDS):
        try:
            close_old_connections()
            match_id = analyses.waiting()
            if match_id is not None:
                work(match_id, ended)
        except DatabaseError as error:
            log.warning("The analysis waits: the database is away (%s).", type(error).__name__)
