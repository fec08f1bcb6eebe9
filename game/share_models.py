"""The model of share links to finished matches."""

import secrets

from django.conf import settings
from django.db import models

TOKEN_BYTES = 18


def new_token() -> str:
    """24 characters that cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class ShareLink(models.Model):
    """A player's link to a finished match, with which any visitor may look back at it. Deleted when it is revoked, or
    with the account that made it."""

    match = models.ForeignKey("game.Match", on_delete=models.CASCADE, related_name="share_links")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    hides_names = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("match", "user", name="one_share_link_a_player")]

    def __str__(self) -> str:
        return f"{self.match_id} by {self.user_id}"
