"""Why a moderator may not decide a case: nobody decides on a match, a friend or an enemy of their own
(rules/people.md §7)."""

from typing import Literal

from accounts.api import User, has_blocked
from game import api as game
from people.models import Case
from people.services.friends import are_friends

Conflict = Literal["about_you", "staff", "reporter", "played", "friends", "blocked"]


def conflict_of(moderator: User, case: Case) -> Conflict | None:
    """The first thing that keeps the moderator from deciding the case; None where nothing does."""
    about = case.about
    if about.pk == moderator.pk:
        return "about_you"
    if (about.is_staff or about.is_superuser) and not moderator.is_superuser:
        return "staff"
    if case.reports.filter(reporter=moderator).exists():
        return "reporter"
    if game.has_seat_among(moderator.pk, matches_of(case)):
        return "played"
    if are_friends(moderator.pk, about.pk):
        return "friends"
    return "blocked" if has_blocked(moderator.pk, about.pk) else None


def matches_of(case: Case) -> list[str]:
    """The public ids of the matches that the reports of the case are about."""
    rows = case.reports.exclude(match_public_id="").order_by("match_public_id")
    return list(rows.values_list("match_public_id", flat=True).distinct())
