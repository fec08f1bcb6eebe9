"""Answers hint requests of practice players in the bot process, from the view of their seat."""

import logging
from collections.abc import Collection

from django.db import DatabaseError

from bots.games import best_play_of
from bots.rules import ALPHABETS
from bots.services import hints
from bots.turn_verdicts import Better
from dictionary import api as dictionary
from game import api as game

log = logging.getLogger(__name__)

MOST_AT_ONCE = 20


def step(now: int, languages: Collection[str] = tuple(ALPHABETS)) -> int:
    """Answer the requests in matches in these languages; returns how many. A request that fails is deleted, so that the
    player can ask again."""
    answered = 0
    for row in hints.waiting(MOST_AT_ONCE):
        try:
            sight = game.hint_sight(row.match_id, row.seat, now)
            if sight is None or sight.version != row.version:
                hints.drop(row)
                continue
            if sight.view.rules.text("language") not in languages:
                continue
            hints.answer(row, _best(sight))
            answered += 1
        except DatabaseError:
            raise
        except Exception:
            log.exception("match %s: a hint failed", row.match_id)
            hints.drop(row)
    return answered


def _best(sight: game.BotSight) -> Better | None:
    from bots.engine import preparation  # numba is for the processes that think

    graph = preparation.whole_list(dictionary.lexicon(*sight.lexicon))
    return best_play_of(sight.view.rules.variant)(sight.view, graph)
