"""The model of the bot API: the tokens by which programs authenticate."""

from django.conf import settings
from django.db import models

NAME_LENGTH = 40


class Token(models.Model):
    """A token of a bot account. Only its `digest` (SHA-256 in hex) is kept: the text itself was shown once.

    `used_at` is written once a minute at most.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
