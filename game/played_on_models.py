"""Matches that were not dealt: played on from a turn of another one."""

from django.db import models

from game.share_models import ShareLink


class PlayedOn(models.Model):
    """A match that goes on from the beginning of a `turn` of its `source`, None once that is gone.

    `position` is how it began, encoded (game/dispatch/stored_forms.py): a secret as the state itself. `link` is the
    one by which its player saw the source, None for a player of it, and once it is revoked.
    """

    match = models.OneToOneField("game.Match", on_delete=models.CASCADE, primary_key=True, related_name="played_on")
    position = models.TextField()
    source = models.ForeignKey("game.Match", null=True, on_delete=models.SET_NULL, related_name="+")
    turn = models.PositiveIntegerField()
    link = models.ForeignKey(ShareLink, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = "match played on"
        verbose_name_plural = "matches played on"

    def __str__(self) -> str:
        return f"{self.match_id} from {self.source_id}/{self.turn}"
