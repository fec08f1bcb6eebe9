"""Accounts with names for the tests of challenges, and challenges between them."""

from typing import Any

from accounts.models import PlayedMatch, User
from accounts.services.guests import create_guest
from lobby import api as lobby
from people.models import Challenge, ContactSettings
from people.services import challenge_start, challenges
from people.services.challenges import Wanted
from tests.people.players import HOUR, NOW
from tests.support.matches import make_match

SECOND, MINUTE, DAY = 1000, 60_000, 24 * HOUR
LIVE, SLOW, UNTIMED = lobby.MatchPace.LIVE, lobby.MatchPace.SLOW, lobby.MatchPace.UNTIMED


def guest(name: str) -> User:
    player = create_guest()
    player.display_name = name
    player.save()
    return player


def account(name: str) -> User:
    """An account that is shown by that name, which others may be shown by too."""
    player = guest(name)
    player.is_guest = False
    player.save()
    return player


def usual(pace: lobby.MatchPace = SLOW, variant: str = "alfapower", **own: Any) -> Wanted:
    """The usual rules of that game and pace in English, with what is named changed."""
    rules = lobby.usual_rules(variant, pace)
    assert rules is not None
    return Wanted(variant, "" if own else rules.key, {**rules.settings, "language": "en", **own})


def challenge(asker: User, asked: User, now: int = NOW, pace: lobby.MatchPace = SLOW, **own: Any) -> Challenge:
    return challenges.make(asker.pk, asked.pk, usual(pace, **own), now)


def accept(row: Challenge, now: int = NOW) -> Challenge:
    return challenge_start.accept(row.asked_id, row.public_id, now)


def choose(player: User, who: str) -> None:
    """The player chooses who may challenge them."""
    ContactSettings.objects.update_or_create(user=player, defaults={"may_challenge": who})


def have_played(one: User, other: User, ended: int) -> None:
    """The two have finished a match with each other then."""
    row = make_match(starts_at=ended - HOUR)
    row.seats.filter(seat=0).update(user=one)
    row.seats.filter(seat=1).update(user=other)
    row.status, row.finished_at = row.Status.OVER, ended
    row.save()


def played(player: User, number: int, opponent: User | None = None, **how: Any) -> None:
    """So many results of the player's in the statistics, won and played out where nothing else is said."""
    figures = dict.fromkeys(
        ("score", "total", "opponent_total", "turns", "word_turns", "time_ms", "points", "best_word_points",
         "best_turn", "full_turns", "coins_earned", "coins_spent", "alfa_made", "alfa_points", "tries", "try_points",
         "try_coins", "passes", "timeouts", "swaps"), 0,
    )  # fmt: skip
    for _ in range(number):
        PlayedMatch.objects.create(
            match=make_match(starts_at=NOW), seat=0, user=player, opponent=opponent, finished_at=NOW, language="en",
            board_size=15, rated=False, **{"reason": "bag_out", "outcome": "w", **how}, **figures,
        )  # fmt: skip


def state(row: Challenge) -> tuple[str, bool]:
    """The stage, and whether the asked sees it no more."""
    row.refresh_from_db()
    return row.stage, row.is_hidden
