"""Who plays. A guest is an ordinary row without a usable password, so a later sign-up keeps the same row and
with it every match; sign-up itself, ratings and statistics are not here yet.
"""

import secrets
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fact_models import BalanceReport as BalanceReport
from accounts.fact_models import BoughtItem as BoughtItem
from accounts.fact_models import FactsDue as FactsDue
from accounts.fact_models import PlayedMatch as PlayedMatch

NAME_LENGTH = 20  # the longest name the match page has room for
PUBLIC_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Ten symbols nobody can count up or guess, for a player's own pages."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(10))


class User(AbstractUser):
    """A player: a guest, somebody with an account, or staff.

    `username` is the key to sign in with and is shown to nobody else; `display_name` is what the others see.
    It is never empty and need not be unique. `public_id` is the player in addresses of pages.
    """

    display_name = models.CharField(_("name shown"), max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(display_name=""), name="user_has_display_name"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; whoever came without a name to show (`createsuperuser`) is shown by the user name."""
        self.display_name = self.display_name or self.username[:NAME_LENGTH]
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.display_name
