"""Whether one player may challenge another (rules/people.md §3).

What concerns the asker alone has words of its own. What concerns the asked has one answer, `takes_none`, for a block, a
choice of theirs and one who cannot play, reached by the same statements: nothing tells a block from absence.
"""

from accounts.api import User, are_apart, matches_stayed_in
from common.durations import DAY_MS, HOUR_MS
from game import api as game
from people.challenge_models import Stage
from people.friend_models import MayChallenge
from people.models import Challenge, ContactSettings
from people.services.challenge_rows import may_play, standing
from people.services.friends import are_friends

MOST_OPEN = 5
MOST_NEW_A_DAY = 10
EXPERIENCED = 10  # matches against people, stayed in to the end
JUST_PLAYED_MS = HOUR_MS  # as long as a player counts as there after a match (lobby/services/players_present.py)


class Refused(Exception):
    """The challenge is not made. `code`: yourself, not_for_bots, already_open, asks_you, guests, takes_none, most_open,
    most_a_day. `challenge`: the public id of the one that stands between the two already."""

    def __init__(self, code: str, challenge: str = "") -> None:
        super().__init__(code)
        self.code, self.challenge = code, challenge


def check(asker: User, asked: User, now_ms: int) -> None:
    """Raise Refused where the asker may not challenge the asked now."""
    if asker.pk == asked.pk:
        raise Refused("yourself")
    if not may_play(asker):
        raise Refused("not_for_bots")
    own, theirs = between_two(asker.pk, asked.pk, now_ms)
    if own is not None:
        raise Refused("already_open", own.public_id)
    if theirs is not None and not theirs.is_hidden:
        raise Refused("asks_you", theirs.public_id)
    just_played = game.have_just_played(asker.pk, asked.pk, now_ms - JUST_PLAYED_MS)
    if asker.is_guest and not just_played:
        raise Refused("guests")
    if not _takes(asker, asked, just_played):
        raise Refused("takes_none")
    check_number(asker.pk, now_ms)
    if not are_met(asker.pk, asked.pk) and new_today(asker.pk, now_ms) >= MOST_NEW_A_DAY:
        raise Refused("most_a_day")


def check_number(asker_id: int, now_ms: int) -> None:
    """Raise Refused where the player has as many open challenges as there may be."""
    if how_many_open(asker_id, now_ms) >= MOST_OPEN:
        raise Refused("most_open")


def between_two(asker_id: int, asked_id: int, now_ms: int) -> tuple[Challenge | None, Challenge | None]:
    """What stands between the two: the challenge of the first to the second, and the other way round."""
    pair = (asker_id, asked_id)
    rows = Challenge.objects.filter(standing(now_ms), asker__in=pair, asked__in=pair)
    by_asker = {row.asker_id: row for row in rows}
    return by_asker.get(asker_id), by_asker.get(asked_id)


def how_many_open(asker_id: int, now_ms: int) -> int:
    """How many challenges of the player's stand."""
    return Challenge.objects.filter(standing(now_ms), asker=asker_id).count()


def new_today(asker_id: int, now_ms: int) -> int:
    """How many challenges the player has made in a day to those who had accepted none before."""
    return Challenge.objects.filter(asker=asker_id, met=False, made_at__gt=now_ms - DAY_MS).count()


def are_met(asker_id: int, asked_id: int) -> bool:
    """Whether the asked has accepted a challenge of the asker's before, or is a friend."""
    taken = Challenge.objects.filter(asker=asker_id, asked=asked_id, stage=Stage.BEGUN)
    return taken.exists() or are_friends(asker_id, asked_id)


def may_be_shown(asker: User, asked: User, now_ms: int) -> bool:
    """Whether there is a page at all for a challenge to the asked: a guest is there only for whom they have just
    played."""
    return not asked.is_guest or game.have_just_played(asker.pk, asked.pk, now_ms - JUST_PLAYED_MS)


def _takes(asker: User, asked: User, just_played: bool) -> bool:
    # All is asked for, whatever the answer to the first: so no answer takes longer than another.
    chosen = ContactSettings.objects.filter(user=asked).values_list("may_challenge", flat=True).first()
    by_choice = {
        MayChallenge.EVERYONE: True,
        MayChallenge.EXPERIENCED: not asker.is_guest and matches_stayed_in(asker.pk, EXPERIENCED) >= EXPERIENCED,
        MayChallenge.FRIENDS: are_friends(asker.pk, asked.pk),
        MayChallenge.NOBODY: False,
    }
    is_chosen = by_choice[MayChallenge(chosen or MayChallenge.EVERYONE)]
    is_there = may_play(asked) and (just_played or not asked.is_guest)
    is_apart = are_apart(asker.pk, asked.pk)
    return is_chosen and is_there and not is_apart
