"""The ladder of the bots: which of them a player has beaten, stored as the match ends and kept permanently."""

from django.db import connection
from django.utils.functional import lazy

from accounts.ladder_models import BeatenBot
from common.reader_questions import ReaderQuestion
from game import api as game


def _levels_column() -> str:
    joined = "string_agg" if connection.vendor == "postgresql" else "group_concat"
    return f"""COALESCE((SELECT {joined}("level", ' ') FROM "accounts_beatenbot"
                          WHERE "user_id" = %s AND "variant" = %s), '')"""  # nosec B608  # one of two functions


def _read(levels: str) -> frozenset[str]:
    return frozenset(levels.split())


BEATEN: ReaderQuestion[frozenset[str]] = ReaderQuestion(
    (lazy(_levels_column, str)(),),
    lambda request: (request.user.pk or 0, game.DEFAULT_VARIANT),
    _read,
    of_nobody=frozenset(),
    pages=("lobby:home",),
)
"""The levels of bot that the reader has beaten in the site's own game."""


def note(match_id: int) -> None:
    """A match with a bot has ended: if the player won, record the bot as beaten. Joins the caller's transaction."""
    win = game.win_over_bots(match_id)
    if win is not None:
        BeatenBot.objects.bulk_create(
            (
                BeatenBot(user_id=win.user_id, variant=win.variant, level=level, beaten_at=win.finished_at)
                for level in set(win.levels)
            ),
            ignore_conflicts=True,  # the end of a match may be signalled twice, and a bot beaten again
        )


def move(from_id: int, to_id: int) -> None:
    """Move one player's rows to another, keeping the earlier of each two. Joins the caller's transaction."""
    mine = {(row.variant, row.level): row for row in BeatenBot.objects.filter(user_id=to_id)}
    for row in BeatenBot.objects.filter(user_id=from_id):
        held = mine.get((row.variant, row.level))
        if held is None:
            row.user_id = to_id
            row.save(update_fields=["user"])
        elif row.beaten_at < held.beaten_at:
            held.beaten_at = row.beaten_at
            held.save(update_fields=["beaten_at"])
    BeatenBot.objects.filter(user_id=from_id).delete()


def beaten(user_id: int, variant: str) -> frozenset[str]:
    """The levels of bot that the player has beaten in that game."""
    return BEATEN.alone(user_id, variant)
