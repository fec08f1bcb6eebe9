"""`manage.py put_back_points NAME`: put back the ranked points that a player has won by cheating.

Whoever lost them in rated matches against that player gets them back, and the player loses them, in entries of their
own; what the matches themselves say stays. Each match once, however often this is run. Ratings are not changed.
"""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q, QuerySet

from accounts.models import RankChange, User
from accounts.services import ranking
from game import api as game


class Command(BaseCommand):
    """Prints the matches and points; changes something with --yes only."""

    help = "Put back ranked points that a player has won by cheating."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose matches, which of them, and whether it is meant."""
        parser.add_argument("name", help="the player's name, or the id in the address of their page")
        parser.add_argument("--match", action="append", default=[], help="only this match, by its id; may be repeated")
        parser.add_argument("--since", help="only matches that ended on this day or later, as 2026-11-28 (UTC)")
        parser.add_argument("--yes", action="store_true", help="do it; without this only list what would be done")

    def handle(self, *args: Any, **options: Any) -> None:
        """One match after the other, each in a transaction of its own."""
        player = _player(options["name"])
        wins = _wins(player, options["match"], options["since"])
        total = 0
        for win in wins:
            points = win.points if not options["yes"] else ranking.put_back_won(win, player, game.now_ms())
            if points:
                total += points
                self.stdout.write(f"{win.rated_match.match.public_id}  {_day(win.ended_at)}  {points}")
        done = "were put back" if options["yes"] else "would be put back; add --yes to do it"
        self.stdout.write(f"{total} points of {player.display_name} {done}.")


def _player(name: str) -> User:
    found = User.objects.filter(is_guest=False)
    by_name = found.filter(Q(username__iexact=name) | Q(display_name__iexact=name))
    player = by_name.first() or found.filter(public_id=name).first()
    if player is None:
        raise CommandError(f"No account is called {name}.")
    return player


def _wins(player: User, matches: list[str], since: str | None) -> QuerySet[RankChange]:
    """The player's matches that moved points to them and have not been moved back, the oldest first."""
    wins = RankChange.objects.filter(
        user=player, points__gt=0, rated_match__voided_at=None, rated_match__put_back=None
    ).select_related("rated_match__match")
    if matches:
        unknown = set(matches) - set(wins.values_list("rated_match__match__public_id", flat=True))
        if unknown:
            raise CommandError(f"Moved no points to {player.display_name}, or none that are left: {sorted(unknown)}.")
        wins = wins.filter(rated_match__match__public_id__in=matches)
    if since is not None:
        try:
            day = datetime.fromisoformat(since).replace(tzinfo=UTC)
        except ValueError as error:
            raise CommandError(f"{since} is no day; write it as 2026-11-28.") from error
        wins = wins.filter(ended_at__gte=round(day.timestamp() * 1000))
    return wins.order_by("ended_at", "pk")


def _day(moment: int) -> str:
    return f"{datetime.fromtimestamp(moment / 1000, tz=UTC):%Y-%m-%d}"
