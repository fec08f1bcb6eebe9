"""Players' rows are locked in one order everywhere, so that two who want the same players wait for each other."""

from collections.abc import Iterable

from accounts.models import User


def lock_players(user_ids: Iterable[int | None]) -> dict[int, User]:
    """The players who are still there of these (None: one who is gone), by key, locked until the transaction ends
    against whatever changes them. Their keys may be referred to meanwhile."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in={key for key in user_ids if key is not None})
    return {user.pk: user for user in rows.order_by("pk")}
