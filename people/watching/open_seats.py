"""Which seats of matches let an onlooker in, as one statement of plain SQL: the rule is written here once, for one
match and for lists of them (rules/people.md §5).

A seat goes by what its player chose for this match, else by the account's switch; `usual` is everyone in rated live
matches and friends in others. A guest who chose nothing lets nobody in. So does a program, and a player whose account
is gone: nobody can be asked any more. Who has left the match is asked like all.
"""

from collections.abc import Collection

from django.db import connection

from accounts.api import START_RATING
from common.prepared_statements import prepared_cursor
from game import api as game

VISITOR = 0
"""The key of who has no account: nobody's friend."""

_CHOSEN = """COALESCE("w"."may_watch", CASE WHEN "u"."is_guest" THEN 'nobody' ELSE "c"."may_watch" END, 'usual')"""
_IS_FRIEND = """(
    "u"."is_active" AND EXISTS (
        SELECT 1 FROM "people_friendship" AS "f" JOIN "accounts_user" AS "v" ON "v"."id" = "f"."friend_id"
         WHERE "f"."user_id" = "s"."user_id" AND "f"."friend_id" = {viewer}
           AND "v"."is_active" AND NOT "v"."is_bot"))"""
_OPEN = f"""
    CASE WHEN "u"."id" IS NULL OR "u"."is_bot" OR "s"."bot" <> '' THEN 0
         WHEN {_CHOSEN} = 'everyone' THEN 1
         WHEN {_CHOSEN} = 'usual' AND "m"."rated" AND NOT "m"."slow" THEN {{usual}}
         WHEN {_CHOSEN} IN ('friends', 'usual') AND {{is_friend}} THEN 1
         ELSE 0 END"""


def _openness(viewer: str) -> tuple[str, str]:
    """Whether a seat lets that viewer in, and whether it would if the match had no clock; 1 or 0."""
    is_friend = _IS_FRIEND.format(viewer=viewer)
    untimed = _OPEN.format(usual=f"CASE WHEN {is_friend} THEN 1 ELSE 0 END", is_friend=is_friend)
    return _OPEN.format(usual="1", is_friend=is_friend), untimed


_IS_OPEN, _IS_OPEN_UNTIMED = _openness("%s")
_VIEWERS = (_IS_OPEN + _IS_OPEN_UNTIMED).count("%s")
_IS_OPEN_TO_ASKED, _IS_OPEN_TO_ASKED_UNTIMED = _openness('"asked"."viewer"')
_JOINED = """
      FROM "game_match" AS "m" JOIN "game_seatrow" AS "s" ON "s"."match_id" = "m"."id"
      LEFT JOIN "accounts_user" AS "u" ON "u"."id" = "s"."user_id"
      LEFT JOIN "people_contactsettings" AS "c" ON "c"."user_id" = "s"."user_id"
      LEFT JOIN "people_matchwatch" AS "w" ON "w"."match_id" = "m"."id" AND "w"."user_id" = "s"."user_id"
"""
_ASKED = f"""
    WITH "asked" ("match_id", "viewer") AS (VALUES {{pairs}})
    SELECT "asked"."match_id", "asked"."viewer", COUNT(*), MIN({_IS_OPEN_TO_ASKED}), MIN({_IS_OPEN_TO_ASKED_UNTIMED})
    {_JOINED}
      JOIN "asked" ON "asked"."match_id" = "m"."id" GROUP BY "asked"."match_id", "asked"."viewer"
"""  # nosec B608

_LISTED = f"""
    WITH "seat" AS (
        SELECT "s"."id" AS "seat_id", "m"."id" AS "match_id", "m"."slow" AS "slow",
               CASE WHEN "u"."hides_figures" THEN NULL ELSE "r"."rating" END AS "rating",
               COUNT(*) OVER "table" AS "seats",
               AVG(COALESCE("r"."rating", {START_RATING})) OVER "table" AS "strength",
               MIN({_IS_OPEN}) OVER "table" AS "is_open",
               MIN({_IS_OPEN_UNTIMED}) OVER "table" AS "is_open_untimed"
        {_JOINED}
          LEFT JOIN "accounts_rating" AS "r" ON "r"."user_id" = "s"."user_id" AND "r"."variant" = "m"."variant"
               AND "r"."language" = "m"."language" AND "r"."pace" = CASE WHEN "m"."slow" THEN 'slow' ELSE 'live' END
         WHERE "m"."status" = 'live' AND NOT "m"."practice" AND NOT "m"."one_device" AND "m"."failed_at" IS NULL
           AND NOT EXISTS (SELECT 1 FROM "game_seatrow" AS "o" WHERE "o"."match_id" = "m"."id" AND "o"."user_id" = %s)
           {{which}}
        WINDOW "table" AS (PARTITION BY "m"."id")
    ), "ranked" AS (
        SELECT "seat_id", "rating", "is_open_untimed", "strength",
               DENSE_RANK() OVER (ORDER BY "slow", "strength" DESC, "match_id") AS "place"
          FROM "seat" WHERE "is_open" = 1 AND "seats" > 1
    )
    SELECT "seat_id", "place", "rating", "is_open_untimed", "strength" FROM "ranked" WHERE "place" <= %s
"""  # nosec B608
_OF_FRIENDS = """
    AND "m"."id" IN (
        SELECT "fs"."match_id" FROM "people_friendship" AS "ff"
          JOIN "game_seatrow" AS "fs" ON "fs"."user_id" = "ff"."friend_id"
          JOIN "accounts_user" AS "fu" ON "fu"."id" = "ff"."friend_id" AND "fu"."is_active" AND NOT "fu"."is_bot"
          LEFT JOIN "people_contactsettings" AS "fc" ON "fc"."user_id" = "ff"."friend_id"
         WHERE "ff"."user_id" = %s AND COALESCE("fc"."shows_presence", %s))
"""


def let_in(asked: Collection[game.WatchQuestion]) -> Collection[game.WatchQuestion]:
    """Those of these matches and users (None: a visitor) of which each seat of the match lets the user in; one
    statement. For `game.api.decide_watching_by`."""
    questions = {(match.match_id, user_id or VISITOR): (match, user_id) for match, user_id in asked}
    statement = _ASKED.format(pairs=", ".join(["(%s, %s)"] * len(questions)))
    with prepared_cursor() if len(questions) == 1 else connection.cursor() as cursor:
        cursor.execute(statement, [value for pair in questions for value in pair])
        found = cursor.fetchall()
    return [
        (match, user_id)
        for match_id, viewer, seats, is_open, is_open_untimed in found
        for match, user_id in (questions[match_id, viewer],)
        if seats > 1 and (is_open_untimed if match.is_untimed else is_open)
    ]


def listed(viewer: int, most: int, *, variant: str = "", language: str = "", match_id: int = 0,
           besides: int = 0) -> game.ChosenSeats:  # fmt: skip
    """The seats of the running matches that the viewer may watch, the strongest match first, live before slow; of that
    game and language where named, of one match, or all `besides` one. Of a seat it says the rating, None where there is
    none to be shown, whether the match would be open too if it had no clock, and the mean of the seats' ratings."""
    named: dict[str, int | str] = {
        'AND "m"."variant" = %s': variant,
        'AND "m"."language" = %s': language,
        'AND "m"."id" = %s': match_id,
        'AND "m"."id" <> %s': besides,
    }
    given = {where: value for where, value in named.items() if value}
    return _chosen(viewer, most, " ".join(given), list(given.values()))


def of_friends(viewer: int, most: int) -> game.ChosenSeats:
    """The same of those matches in which a friend of the viewer's plays who lets friends see it."""
    return _chosen(viewer, most, _OF_FRIENDS, [viewer, True])


def named(viewer: int, public_ids: Collection[str]) -> game.ChosenSeats:
    """The same of these matches, of one at least."""
    marks = ", ".join(["%s"] * len(public_ids))
    return _chosen(viewer, len(public_ids), f'AND "m"."public_id" IN ({marks})', list(public_ids))


def _chosen(viewer: int, most: int, which: str, values: list[int | str]) -> game.ChosenSeats:
    statement = _LISTED.format(which=which)
    return game.ChosenSeats(statement, [*[viewer] * _VIEWERS, viewer, *values, most])
