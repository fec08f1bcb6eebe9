"""Makes daily puzzles: in the Celery worker for analyses, or without Redis in a thread of the bot process.

Beat, or the ticker, requests missing ones; a day that was missed while nothing ran is made afterwards.
"""

import logging
import threading
from datetime import date

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from kombu.exceptions import OperationalError

from bots.levels import LEVELS
from bots.models import Puzzle
from bots.rules import encode
from bots.services import puzzles
from bots.services.analyses import QUEUE
from dictionary import api as dictionary
from game import api as game

log = logging.getLogger(__name__)

LOOKS_EVERY_SECONDS = 5.0
WORDS_OF = "steady"
"""The level whose everyday words lie on the board; the best turn is sought among all words."""
ORDERS_AT_ONCE = 8


def make(day: date, language: str) -> None:
    """Make the puzzle of a day, unless it exists."""
    if Puzzle.objects.filter(day=day, language=language).exists():
        return
    from bots.engine import preparation
    from bots.engine import puzzles as engine  # numba is for the processes that think

    lexicon = dictionary.current(language)
    made = engine.make(day, lexicon, preparation.words_for(LEVELS[WORDS_OF], lexicon))
    puzzles.keep(
        Puzzle(
            day=day,
            language=language,
            list_version=lexicon.version,
            list_digest=lexicon.digest,
            position=encode(made.state),
            coins=made.coins,
            goal=made.best[0].play.points,
            best=[turn.data() for turn in made.best],
        )
    )
    log.info("The puzzle of %s (%s) is made.", day, language)


def order(now: int) -> None:
    """Periodic: with Redis, have a worker make missing puzzles. Without, the bot process checks by itself."""
    if not settings.REDIS_URL:
        return
    for day, language in puzzles.missing(now)[:ORDERS_AT_ONCE]:
        try:
            current_app.send_task("bots.make_puzzle", (day.isoformat(), language), queue=QUEUE, retry=False, expires=60)
        except OperationalError as error:
            log.warning("The puzzle of %s could not be queued (%s); it is asked for again.", day, error)
            return


def keep_at_it(ended: threading.Event) -> None:
    """Make missing puzzles, one by one, until told to stop; for a thread of its own."""
    while not ended.wait(LOOKS_EVERY_SECONDS):
        try:
            close_old_connections()
            for day, language in puzzles.missing(game.now_ms()):
                if ended.is_set():
                    return
                make(day, language)
        except DatabaseError as error:
            log.warning("The puzzles wait: the database is away (%s).", type(error).__name__)
        except Exception:
            log.exception("A puzzle could not be made; it is tried again.")
            ended.wait(60)
