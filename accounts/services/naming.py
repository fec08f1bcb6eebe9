"""Which player has which name. An account's name is unique, look-alikes included; guests may share theirs with other
guests.

A name that an account gives up, by renaming or by leaving, is reserved for a while: others would take a newcomer for
its bearer. Only keyed digests of such a name are kept.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import GivenUpName, NameKey, User
from accounts.profiles.names import BOT_MARK, BadName, clean_name, is_reserved, keys_of
from accounts.profiles.offensive_names import is_offensive
from accounts.services import hidden_names
from common.typed_text import as_meant

KEPT_BACK = timedelta(days=90)
RENAME_AFTER = timedelta(days=30)


def free_name(raw: str, user_id: int | None) -> str:
    """The name as it would be shown, if the player (None: a new player) may have it. Raises BadName."""
    name = clean_name(raw)
    if is_reserved(name):
        raise BadName("reserved")
    if is_offensive(name):
        raise BadName("offensive")
    if user_id is not None and hidden_names.is_barred(name, user_id):
        raise BadName("to_be_changed")
    keys = keys_of(name)
    if NameKey.objects.filter(key__in=keys).exclude(user_id=user_id or 0).exists():
        raise BadName("taken")
    kept_back = GivenUpName.objects.filter(digest__in=_digests(keys), until__gt=timezone.now())
    if kept_back.exclude(user_id=user_id or 0).exists():
        raise BadName("taken")
    return name


def rename(user_id: int, raw: str, *, by_staff: bool = False) -> None:
    """Give the player the name `raw`; matches already begun keep the old one. An account may rename itself once per
    RENAME_AFTER, staff may rename it at any time, of which the player is notified. A player who is told to change their
    name may at any time, and is done with it then. Raises BadName."""
    with transaction.atomic():
        hidden_names.before_lock(user_id)
        user = User.objects.select_for_update().get(pk=user_id)
        if clean_name(raw) == user.display_name.removesuffix(BOT_MARK):
            return
        told = hidden_names.open_of(user_id)
        if not user.is_guest and not by_staff:
            if told is None and user.renamed_at is not None and timezone.now() < user.renamed_at + RENAME_AFTER:
                raise BadName("too_soon", since=user.renamed_at + RENAME_AFTER)
            user.renamed_at = timezone.now()
        user.display_name = free_name(raw, user_id) + (BOT_MARK if user.is_bot else "")
        user.renamed_by_staff = by_staff
        _save_with_name(user)
        if told is not None:
            hidden_names.fulfil(user, told)


def name_to_sign_in(typed: str) -> str:
    """The account name to sign in with: a name that an account has given up, by its own choice or by staff's, leads to
    that account for as long as it is reserved. Any other name is returned as typed."""
    try:
        digests = _digests(keys_of(clean_name(typed)))
    except BadName:
        return typed
    given_up = GivenUpName.objects.filter(digest__in=digests, until__gt=timezone.now(), user__isnull=False)
    former = given_up.select_related("user").first()
    if former is None or former.user is None or User.objects.filter(username__iexact=as_meant(typed)).exists():
        return typed
    return former.user.username


def take_name(user: User, raw: str) -> None:
    """Save `user`, new or a guest signing up, under a name that is now unique to them. Raises BadName."""
    with transaction.atomic():
        user.display_name = free_name(raw, user.pk)
        user.username = user.display_name
        _save_with_name(user, holds=True)


def hold_name(user: User) -> None:
    """Reserve an account's present name unless another has it: `createsuperuser` and the admin do not check."""
    keys = keys_of(hidden_names.claimed_name(user))
    _let_go(user, NameKey.objects.filter(user=user).exclude(key__in=keys).values_list("key", flat=True))
    NameKey.objects.bulk_create([NameKey(user=user, key=key) for key in keys], ignore_conflicts=True)


def leave_name(user: User) -> None:
    """The account is about to be deleted: reserve its name for a while. Joins the caller's transaction."""
    if not user.is_guest:
        GivenUpName.objects.filter(user=user).update(user=None)
        _let_go(None, NameKey.objects.filter(user=user).values_list("key", flat=True))


def forget_names() -> int:
    """Delete the digests of given-up names whose time is over; returns how many."""
    return GivenUpName.objects.filter(until__lte=timezone.now()).delete()[0]


def _let_go(user: User | None, keys: Iterable[str]) -> None:
    given_up = list(keys)
    until = timezone.now() + KEPT_BACK
    NameKey.objects.filter(key__in=given_up).delete()
    GivenUpName.objects.bulk_create(
        [GivenUpName(digest=digest, user=user, until=until) for digest in _digests(given_up)],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["user", "until"],
    )


def _digests(keys: Iterable[str]) -> list[str]:
    return sorted(salted_hmac("accounts.GivenUpName", key, algorithm="sha256").hexdigest() for key in keys)


def _save_with_name(user: User, *, holds: bool = False) -> None:
    """The unique keys decide between two players who want the same name at once."""
    was_account = not user.is_guest
    holds = holds or was_account or user.has_usable_password()
    if holds:
        user.username = user.display_name.removesuffix(BOT_MARK)
    try:
        with transaction.atomic():
            keys = keys_of(user.display_name)
            old = NameKey.objects.filter(user_id=user.pk or 0).exclude(key__in=keys)
            if was_account:
                _let_go(user, old.values_list("key", flat=True))
            user.save()
            if holds:
                NameKey.objects.filter(user=user).delete()
                NameKey.objects.bulk_create(NameKey(user=user, key=key) for key in keys)
    except IntegrityError as taken:
        raise BadName("taken") from taken
