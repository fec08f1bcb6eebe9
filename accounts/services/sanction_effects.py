"""What a sanction does beyond its row, and what its end undoes.

* Closed: the player is signed out everywhere; running matches end as resigned and move nothing; the opponent has won.
* No rated play: running rated matches go on and count for nobody; places where a rated match is waited for are given
  up. A match that is being made at this moment is made unrated (`may_count`).
* Name to be changed: hidden_names.py.

Mute and a word do nothing here: who writes asks `is_muted`.
"""

from accounts.models import Sanction, SanctionKind, User
from accounts.services import hidden_names
from accounts.signals import player_leaving, rated_play_closed
from game import api as game


def before(user_id: int, kind: str) -> None:
    """Before the player is locked: a match that ends holds its own row, and then waits for its players. Joins the
    caller's transaction."""
    if kind == SanctionKind.NO_RATED:
        game.count_for_nobody(user_id)
    elif kind == SanctionKind.RENAME:
        game.lock_running_matches(user_id)


def begin(user: User, made: Sanction) -> None:
    """The sanction has been stored, and its player is locked. Joins the caller's transaction."""
    match made.kind:
        case SanctionKind.CLOSED:
            user.is_active = False
            user.save(update_fields=["is_active"])
        case SanctionKind.NO_RATED:
            close_rated_play(user.pk)
        case SanctionKind.RENAME:
            hidden_names.hide(user, made)


def close_rated_play(user_id: int) -> None:
    """The locked player waits for no rated match, and what has begun until now counts for nobody."""
    User.objects.filter(pk=user_id).update(is_kept_from_rated=True)
    rated_play_closed.send(sender=User, user_id=user_id, now_ms=game.now_ms())
    game.count_for_nobody(user_id)


def after(user_id: int, kind: str) -> None:
    """After the transaction. Once the account is closed no match can begin."""
    if kind == SanctionKind.CLOSED:
        player_leaving.send(sender=User, user_id=user_id)
        game.count_for_nobody(user_id)
        game.resign_all(user_id, game.now_ms())
        game.check_sessions(user_id)


def end(ended: Sanction) -> None:
    """The sanction holds no longer; its player is locked. Joins the caller's transaction."""
    match ended.kind:
        case SanctionKind.CLOSED:
            ended.user.is_active = True
            ended.user.save(update_fields=["is_active"])
        case SanctionKind.NO_RATED:
            User.objects.filter(pk=ended.user_id).update(is_kept_from_rated=False)
        case SanctionKind.RENAME:
            hidden_names.show(ended.user, ended)
