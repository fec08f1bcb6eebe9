"""Bot accounts: an account that has played no rated match may become one, permanently."""

from typing import Literal

from django.db import transaction

from accounts.models import User
from accounts.profiles.names import BOT_MARK
from accounts.rating_models import RankChange
from accounts.signals import player_leaving
from game import api as game

Reason = Literal["guest", "staff", "rated", "playing"]


class CannotBeBot(Exception):
    """Refused. `code`: guest, staff, rated (has played a rated match), playing (is in a match)."""

    def __init__(self, code: Reason) -> None:
        super().__init__(code)
        self.code = code


def become_bot(user_id: int) -> None:
    """Make the account a bot's, permanently; its name shows it from now on. Raises CannotBeBot.

    No player may learn in the middle of a match that the opponent is a program, or be led into a match with a person
    who has become one: places in the lobby are given up.
    """
    with transaction.atomic():
        # Not against services that seat the player: they lock the place in the lobby that is waited for below.
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if user.is_bot:
            return
        if user.is_guest:
            raise CannotBeBot("guest")
        if user.is_staff:
            raise CannotBeBot("staff")
        if RankChange.objects.filter(user=user).exists():
            raise CannotBeBot("rated")
        player_leaving.send(sender=User, user_id=user_id)
        # After it: a match that was being made from such a place has been made by now.
        if game.live_matches(user_id):
            raise CannotBeBot("playing")
        user.is_bot = True
        user.display_name += BOT_MARK
        user.save(update_fields=["is_bot", "display_name"])
