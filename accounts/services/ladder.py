"""The ladder of the bots: which of them a player has beaten, stored as the match ends and kept permanently."""

from accounts.ladder_models import BeatenBot
from common.prepared_statements import prepared_cursor
from game import api as game

_BEATEN = 'SELECT "level" FROM "accounts_beatenbot" WHERE "user_id" = %s AND "variant" = %s'


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
    """The levels of bot that the player has beaten in that game; read by every home page, so in plain SQL."""
    with prepared_cursor() as cursor:
        cursor.execute(_BEATEN, [user_id, variant])
        return frozenset(level for (level,) in cursor.fetchall())
