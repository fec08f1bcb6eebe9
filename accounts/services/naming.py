"""Who has which name. An account's name is its own, look-alikes included; guests may share theirs with other guests."""

from django.db import IntegrityError, transaction

from accounts.models import NameKey, User
from accounts.names import BadName, clean_name, is_reserved, keys_of


def free_name(raw: str, user_id: int | None) -> str:
    """The name as it would be shown, if the player (None: somebody new) may have it. Raises BadName."""
    name = clean_name(raw)
    if is_reserved(name):
        raise BadName("reserved")
    if NameKey.objects.filter(key__in=keys_of(name)).exclude(user_id=user_id or 0).exists():
        raise BadName("taken")
    return name


def rename(user_id: int, raw: str) -> None:
    """Give the player the name `raw`; matches already begun keep the old one. Raises BadName."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if clean_name(raw) == user.display_name:
            return
        user.display_name = free_name(raw, user_id)
        _save_with_name(user)


def take_name(user: User, raw: str) -> None:
    """Save `user`, new or a guest signing up, under a name that is theirs alone from now on. Raises BadName."""
    with transaction.atomic():
        user.display_name = free_name(raw, user.pk)
        user.username = user.display_name
        _save_with_name(user, holds=True)


def hold_name(user: User) -> None:
    """Let an account hold the name it has, as far as nobody else does: the admin and `createsuperuser` ask nobody."""
    keys = keys_of(user.display_name)
    NameKey.objects.filter(user=user).exclude(key__in=keys).delete()
    NameKey.objects.bulk_create([NameKey(user=user, key=key) for key in keys], ignore_conflicts=True)


def _save_with_name(user: User, *, holds: bool = False) -> None:
    """The unique keys decide between two who want the same name at once."""
    holds = holds or not user.is_guest or user.has_usable_password()
    if holds:
        user.username = user.display_name
    try:
        with transaction.atomic():
            user.save()
            if holds:
                NameKey.objects.filter(user=user).delete()
                NameKey.objects.bulk_create(NameKey(user=user, key=key) for key in keys_of(user.display_name))
    except IntegrityError as taken:
        raise BadName("taken") from taken
