"""Playing on against a bot from a turn of a finished match: practice like any other, made at once."""

from django.db import transaction

from accounts.api import User
from bots import api as bots
from game import api as game
from lobby.services import practice_limit


def begin(user_id: int, visit: game.Visit, turn: int, level: str, now_ms: int, *, at_once: bool) -> str:
    """Make the match and return its public id; a repeated call returns the same one while nothing is done in it. Raises
    CannotPlayOn, TooManyPractice."""
    chosen = bots.LEVELS[level]
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        person = game.Entrant(user.pk, user.display_name)
        bot = game.BotEntrant(chosen.key, bots.shown_name(chosen))
        public_id = game.playing_on.begin(visit, turn, person, bot, now_ms, at_once=at_once)
        practice_limit.refuse_more(user, coming=0)  # if it raises, the new match is rolled back
    return public_id
