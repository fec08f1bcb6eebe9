"""The models of the bots: their processes' heartbeats, analyses, hints and daily puzzles. Times are ms."""

from django.db import models


class BotProcess(models.Model):
    """A bot process and its last heartbeat.

    It has built `done` of the `needed` parts without which no bot can move; `faults` are the turns that it could not
    play since it began.
    """

    name = models.CharField(max_length=80, unique=True)
    seen_at = models.BigIntegerField()
    done = models.PositiveSmallIntegerField(default=0)
    needed = models.PositiveSmallIntegerField(default=1)
    faults = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "process of bots"
        verbose_name_plural = "processes of bots"

    def __str__(self) -> str:
        return self.name


class Analysis(models.Model):
    """The analysis of a finished match, while it is made and afterwards. `turns` are those judged so far
    (`bots/turn_verdicts.py`), of `needed`; 0 before it is begun. `moved_at` is its last progress."""

    class State(models.TextChoices):
        """The state of the analysis."""

        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    match = models.OneToOneField("game.Match", on_delete=models.CASCADE, primary_key=True, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    asked_at = models.BigIntegerField()
    moved_at = models.BigIntegerField()
    needed = models.PositiveIntegerField(default=0)
    turns = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"{self.match_id} {self.state}"


class Hint(models.Model):
    """The last hint that a player of a practice match has asked for: at which `version` of it, from which `seat`.

    `answer` is None until a bot process has answered; then it is empty if no word can be played, or the best play
    (`bots/turn_verdicts.py`).
    """

    match = models.OneToOneField("game.Match", on_delete=models.CASCADE, primary_key=True, related_name="+")
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    asked_at = models.BigIntegerField()
    answer = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}#{self.version}"


class Puzzle(models.Model):
    """The puzzle of a day in a language, the same for all players, made from the word list that it names.

    `position` is the state of a match whose active player tries to solve it, with `coins` to spend; `goal` are the
    points of the best turn, `best` the best turns themselves (`bots/puzzle_turns.py`), the best first. Both hold
    secrets: only what a View shows of the position, and after it is over the best turns, ever leaves the server.
    """

    day = models.DateField()
    language = models.CharField(max_length=8)
    list_version = models.CharField(max_length=64)
    list_digest = models.CharField(max_length=64)
    position = models.JSONField()
    coins = models.PositiveSmallIntegerField()
    goal = models.PositiveIntegerField()
    best = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "language"], name="one_puzzle_a_day_and_language")]

    def __str__(self) -> str:
        return f"{self.day} {self.language}"
