"""The model of boards that players have painted and saved."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MOST_BOARDS = 9
"""Boards that a player may keep."""
BOARD_NAME_LENGTH = 30


class SavedBoard(models.Model):
    """A player's own board, under a name unique among the player's boards. `rows` are in the record's notation (`. d t
    D T *`); a match keeps its own copy, so editing or deleting the board changes no match."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_boards", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=BOARD_NAME_LENGTH)
    rows = models.JSONField(_("rows"))
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("own board")
        verbose_name_plural = _("own boards")
        constraints = [models.UniqueConstraint("user", "name", name="board_names_differ")]

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """The side of the board, in squares."""
        return len(self.rows)
