"""A guest becomes an account, or is merged into an existing one.

A guest has seats in matches, and a place in the lobby. Finished or running, they move to the account, and the guest's
row is deleted. No player is seated twice: where the account already sits in the same match, a finished match keeps the
guest's name without a player; in a running one the guest stays, unused, until its clocks have run out.

A bot's account takes nothing over: a person's seat would become a program's, under the person's name. What the guest
had stays the guest's, unused; places in the lobby are given up, and a running match ends when its time is up.

A match that began with a guest counts for no player's rank, however it ends: otherwise a player could sign in to keep a
win, and stay a guest to avoid a loss.
"""

from django.db import transaction

from accounts.models import User
from accounts.services import blocks
from accounts.signals import player_leaving, player_merged, player_merging
from game import api as game


def become_account(guest: User) -> None:
    """The sign-up is complete: the guest's row is now an account."""
    with transaction.atomic():
        game.count_for_nobody(guest.pk)
        guest.is_guest = False
        guest.save(update_fields=["is_guest"])


def merge(guest_id: int, user_id: int) -> None:
    """Move everything the guest has to the account, unless that is a bot's; the guest is then deleted, or left to be
    purged."""
    with transaction.atomic():
        # Whoever makes a match holds the places that lead to it, whoever ends one holds its row, and then they wait for
        # the players. Matches of the account are among them: a sanction that moves takes the rank from those.
        player_merging.send(sender=User, from_id=guest_id, to_id=user_id)
        game.lock_running_matches(guest_id, user_id)
        # In one order, so that two sign-ins at once wait for each other instead of both failing.
        # Those whom a block keeps apart from the guest are among them: a block that moves ends what they have with the
        # account.
        concerned = [guest_id, user_id, *blocks.apart_from(guest_id)]
        locked = {user.pk: user for user in User.objects.select_for_update().filter(pk__in=concerned).order_by("pk")}
        guest = locked.get(guest_id)
        if guest is None or not guest.is_guest or user_id not in locked:
            return
        game.count_for_nobody(guest_id)
        if locked[user_id].is_bot:
            player_leaving.send(sender=User, user_id=guest_id)
            return
        kept = game.move_seats(guest_id, user_id)
        player_merged.send(sender=User, from_id=guest_id, to_id=user_id)
        if not kept:
            guest.delete()
    game.check_sessions(guest_id)
