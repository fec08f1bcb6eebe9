"""The user model, and the models of reserved names. A guest is an ordinary row without a usable password, so a later
sign-up keeps the same row and with it every match.
"""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.best_models import BestTotal as BestTotal
from accounts.block_models import Block as Block
from accounts.board_models import SavedBoard as SavedBoard
from accounts.fact_models import BalanceReport as BalanceReport
from accounts.fact_models import BoughtItem as BoughtItem
from accounts.fact_models import FactsDue as FactsDue
from accounts.fact_models import PlayedMatch as PlayedMatch
from accounts.fact_models import PlayedWord as PlayedWord
from accounts.ladder_models import BeatenBot as BeatenBot
from accounts.profiles.names import BOT_MARK, NAME_LENGTH
from accounts.rating_models import PointsPutBack as PointsPutBack
from accounts.rating_models import RankChange as RankChange
from accounts.rating_models import RatedMatch as RatedMatch
from accounts.rating_models import Rating as Rating
from accounts.rating_models import Standing as Standing
from accounts.sanction_models import Appeal as Appeal
from accounts.sanction_models import AppealOutcome as AppealOutcome
from accounts.sanction_models import Sanction as Sanction
from accounts.sanction_models import SanctionKind as SanctionKind
from accounts.sanction_models import SanctionReason as SanctionReason
from accounts.walk_away_models import CountedMatch as CountedMatch
from accounts.walk_away_models import Staying as Staying
from common.model_rows import ModelRows
from common.prepared_statements import prepared_cursor

PUBLIC_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Ten random symbols that cannot be enumerated or guessed, for the addresses of a player's pages."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(10))


class Users(UserManager["User"]):
    """Django's manager; the user of a request is fetched by key, in plain SQL."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """As in any manager."""
        if args or kwargs.keys() != {"pk"} or not isinstance(kwargs["pk"], int):
            return super().get(*args, **kwargs)
        with prepared_cursor() as cursor:
            cursor.execute(_BY_KEY, [kwargs["pk"]])
            found = cursor.fetchone()
        if found is None:
            raise User.DoesNotExist(f"no user {kwargs['pk']}")
        user, theirs = _USER.object(found[: len(_USER.names)]), found[len(_USER.names) :]
        # What they walked away from is on the home page, for which it is no statement more. Who has no row has walked
        # away from nothing, as one that is not saved says.
        user.staying = Staying() if theirs[0] is None else _STAYING.object(theirs)
        return user


class User(AbstractUser):
    """A player: a guest, an account holder, or staff.

    `display_name` is what other players see. An account signs in with it or with its address: `username` is the same
    name, a guest's is one that cannot be guessed. Guests may share a name, accounts may not (NameKey). `public_id`
    identifies the player in URLs. A user who has begun to sign up and not yet verified the address is still a guest,
    with a password. `language` is the one chosen for the interface, "" before any choice. `preferences` is what else
    was chosen (preferences.py). `is_bot`: a program plays with this account, permanently; its `display_name` ends in
    BOT_MARK (services/bot_accounts.py). `renamed_by_staff`: staff have changed the name, and the player has not
    confirmed having read so (profiles/staff_renames.py). `has_unread_decision`: a moderator has decided something that
    the player has not confirmed having read (profiles/decision_pages.py). `is_kept_from_rated`: a sanction closes rated
    play; `kept_from_rated` says whether it still holds. `kept_until`: until then a guest is not deleted, for another
    player may come to play them (services/guests.py).
    """

    display_name = models.CharField(_("name shown"), max_length=NAME_LENGTH + len(BOT_MARK), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False, editable=False)
    language = models.CharField(max_length=8, blank=True, db_default="", editable=False)
    preferences = models.JSONField(default=dict, db_default={}, blank=True, editable=False)
    hides_figures = models.BooleanField(_("hides figures"), default=False, editable=False)
    renamed_at = models.DateTimeField(_("renamed"), null=True, editable=False)
    renamed_by_staff = models.BooleanField(default=False, db_default=False, editable=False)
    has_unread_decision = models.BooleanField(default=False, db_default=False, editable=False)
    is_kept_from_rated = models.BooleanField(default=False, db_default=False, editable=False)
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    # To the day (middleware.py): separates guests who may come back from those who have left for good.
    seen_at = models.DateTimeField(_("seen"), default=timezone.now, editable=False)
    kept_until = models.DateTimeField(null=True, editable=False)

    objects: ClassVar = Users()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(display_name=""), name="user_has_display_name"),
        ]
        indexes = [models.Index("seen_at", condition=models.Q(is_guest=True), name="guest_seen")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a user created without a display name (`createsuperuser`) shows the user name."""
        self.display_name = self.display_name or self.username[:NAME_LENGTH]
        super().save(*args, **kwargs)

    @property
    def can_be_ranked(self) -> bool:
        """Whether the player's matches may count for ranking: those of a person with an account (rules §5)."""
        return not self.is_guest and not self.is_bot

    def __str__(self) -> str:
        return self.display_name


_USER = ModelRows(User)
_STAYING = ModelRows(Staying)
_BY_KEY = f"""
    SELECT {_USER.columns}, {_STAYING.columns} FROM "accounts_user"
      LEFT JOIN "accounts_staying" ON "accounts_staying"."user_id" = "accounts_user"."id"
     WHERE "accounts_user"."id" = %s"""  # nosec B608


class GivenUpName(models.Model):
    """A key of a name that an account has given up, as a keyed digest; until `until` only `user` may take the name."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.digest


class NameKey(models.Model):
    """A key of the name of an account (`names.keys_of`), unique: no other account's name may have it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_keys")
    key = models.CharField(max_length=120, unique=True)

    def __str__(self) -> str:
        return self.key
