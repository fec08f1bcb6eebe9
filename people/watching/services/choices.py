"""Who may watch a player's matches: the account's switch, and a choice for one match while it runs (rules/people.md
§5).

Whom a choice shuts out leaves at once: every open onlooker's page of the matches concerned looks anew once the choice
is committed. The guard is one statement (people/watching/open_seats.py), so it sees a choice whole or not at all.
"""

from django.db import transaction

from common.durations import HOUR_MS
from common.reader_questions import ReaderQuestion
from game import api as game
from people.models import ContactSettings, MatchWatch
from people.services.contact import contact_of
from people.watching.services.shut_out import look_again_at
from people.watching_models import MayWatch

FOR_ONE_MATCH = (MayWatch.EVERYONE, MayWatch.FRIENDS, MayWatch.NOBODY)
"""What may be chosen for a match. A guest has no friends: for one of theirs it is everyone or nobody."""

SHOWS_ONLOOKERS = ReaderQuestion(
    ("""COALESCE((SELECT "shows_onlookers" FROM "people_contactsettings" WHERE "user_id" = %s), TRUE)""",),
    lambda request: (request.user.pk or 0,),
    bool,
    of_nobody=True,
    pages=("game:match",),
)
"""Whether the player's match pages say how many watch."""
KEPT_MS = HOUR_MS


class BadChoice(ValueError):
    """Not one of those that may be chosen."""


class NoMatch(LookupError):
    """No running match of the player's that anybody could watch."""


def choose(user_id: int, *, may_watch: str, shows_onlookers: bool) -> None:
    """Keep the account's switches. Raises BadChoice."""
    if may_watch not in MayWatch.values:
        raise BadChoice(may_watch)
    chosen = {"may_watch": may_watch, "shows_onlookers": shows_onlookers}
    with transaction.atomic():
        ContactSettings.objects.update_or_create(user_id=user_id, defaults=chosen)
        look_again_at([user_id])


def choose_for_match(user_id: int, is_guest: bool, public_id: str, may_watch: str) -> None:
    """Keep what the player chose for this match. Raises BadChoice, NoMatch."""
    if may_watch not in offered(is_guest):
        raise BadChoice(may_watch)
    with transaction.atomic():
        match = match_of(user_id, public_id)
        chosen = {"may_watch": may_watch}
        MatchWatch.objects.update_or_create(match_id=match.match_id, user_id=user_id, defaults=chosen)
        game.look_again(match.match_id)


def offered(is_guest: bool) -> tuple[MayWatch, ...]:
    """What a player may choose for a match."""
    return tuple(one for one in FOR_ONE_MATCH if not is_guest or one is not MayWatch.FRIENDS)


def match_of(user_id: int, public_id: str) -> game.WatchedMatch:
    """The player's running match. Raises NoMatch."""
    match = game.watched_of(public_id, user_id)
    if match is None:
        raise NoMatch(public_id)
    return match


def chosen_in(match: game.WatchedMatch, user_id: int, is_guest: bool) -> MayWatch:
    """Whom the player lets watch this match now: everyone, friends or nobody."""
    row = MatchWatch.objects.filter(match_id=match.match_id, user_id=user_id).first()
    if row is not None:
        return MayWatch(row.may_watch)
    if is_guest:
        return MayWatch.NOBODY
    usual = MayWatch(contact_of(user_id).may_watch)
    if usual is not MayWatch.USUAL:
        return usual
    is_rated_live = match.rated and not match.is_slow and not match.is_untimed
    return MayWatch.EVERYONE if is_rated_live else MayWatch.FRIENDS


def chosen_for_matches(user_id: int) -> dict[str, str]:
    """What the player chose for matches that run or ran just now, by public id."""
    return dict(MatchWatch.objects.filter(user_id=user_id).values_list("match__public_id", "may_watch"))


def hand_over(from_id: int, to_id: int) -> None:
    """What a guest chose for a match is the account's choice, whose match it is now. Joins the caller's transaction."""
    kept = MatchWatch.objects.filter(user_id=to_id).values("match_id")
    MatchWatch.objects.filter(user_id=from_id).exclude(match_id__in=kept).update(user_id=to_id)
    look_again_at([from_id, to_id])


def sweep(now_ms: int) -> int:
    """Periodic: what was chosen for matches goes an hour after their end; how many. Until then it holds for the pages
    that were open at the end."""
    return MatchWatch.objects.filter(match__finished_at__lte=now_ms - KEPT_MS).delete()[0]
