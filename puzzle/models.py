"""The model of a player's attempt at the puzzle of a day."""

from django.conf import settings
from django.db import models


class Attempt(models.Model):
    """A player's tries at one puzzle.

    `powers` are those used since the last try, `tries` the latest tries as [word, points], `tried` their total number,
    `best` the highest points. `begun_on` is the day of the first action, `done_on` the day on which it ended; None
    until then. `version` counts changes; `nonce` and `answer` are the latest action's, so that repeating it changes
    nothing.
    """

    class State(models.TextChoices):
        """The state of the attempt."""

        OPEN = "open"
        SOLVED = "solved"
        SHOWN = "shown"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    puzzle = models.ForeignKey("bots.Puzzle", on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    powers = models.JSONField(default=list)
    tries = models.JSONField(default=list)
    tried = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)
    hints = models.PositiveSmallIntegerField(default=0)
    begun_on = models.DateField(null=True)
    done_on = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)
    nonce = models.CharField(max_length=64, default="", blank=True)
    answer = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_attempt_a_player_and_puzzle")]

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.state}"

    @property
    def is_over(self) -> bool:
        """Whether the player may see the answer."""
        return self.state != self.State.OPEN
