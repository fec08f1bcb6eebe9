"""Results of finished matches, one row per seat, so that statistics are sums in the database and no match is read
twice. Written once by services/facts.py; the match and its log remain the source of truth.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from game import api as game


class PlayedMatch(models.Model):
    """One seat's side of a finished match; the figures are those of `game.api.SeatFacts`, under their names.

    `user` and `opponent` are null once the account is gone, and `opponent` where several were; `opponent_total` is then
    the best of theirs. `turn_seconds` is null without a timer. `seats` is how many played, `place` this one's, null
    where there was no winner and in matches between two that ended before places were written. `own` are the game's
    further figures, by name. `bot`: the level of the bot it was practice against, "" in a match between people; in a
    bot's own row its own.
    """

    class Outcome(models.TextChoices):
        """How it ended for this player; a match that all players abandoned has no winner."""

        WON = "w", _("won")
        LOST = "l", _("lost")
        DRAWN = "d", _("drawn")
        NOBODY = "n", _("nobody won")

    match = models.ForeignKey("game.Match", models.CASCADE, db_index=False, related_name="+")
    variant = models.CharField(_("game"), max_length=20, default=game.DEFAULT_VARIANT, db_default=game.DEFAULT_VARIANT)
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, related_name="played"
    )
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bot = models.CharField(_("bot"), max_length=12, blank=True, default="", db_default="")
    finished_at = models.BigIntegerField(_("finished at"))
    language = models.CharField(_("language"), max_length=8)
    preset = models.CharField(_("preset"), max_length=40, blank=True)
    rated = models.BooleanField(_("rated"))
    board_size = models.PositiveSmallIntegerField(_("board size"))
    turn_seconds = models.PositiveIntegerField(_("turn time"), null=True)
    reason = models.CharField(_("reason"), max_length=20)
    outcome = models.CharField(_("outcome"), max_length=1, choices=Outcome.choices)
    seats = models.PositiveSmallIntegerField(_("seats"), default=2, db_default=2)
    place = models.PositiveSmallIntegerField(_("place"), null=True)

    score = models.BigIntegerField(_("score"))
    total = models.BigIntegerField(_("total"))
    opponent_total = models.BigIntegerField(_("opponent's total"))
    turns = models.PositiveIntegerField(_("turns"))
    word_turns = models.PositiveIntegerField(_("turns with a word"))
    time_ms = models.BigIntegerField(_("time, ms"))
    points = models.BigIntegerField(_("points"))
    best_word = models.CharField(_("best word"), max_length=40, blank=True)
    best_word_points = models.BigIntegerField(_("points of the best word"))
    best_turn = models.BigIntegerField(_("best turn"))
    full_turns = models.PositiveIntegerField(_("seven-tile turns"))
    coins_earned = models.BigIntegerField(_("coins earned"))
    coins_spent = models.BigIntegerField(_("coins spent"))
    alfa_made = models.PositiveIntegerField(_("Alfa tiles made"))
    alfa_points = models.BigIntegerField(_("points through Alfa tiles"))
    tries = models.PositiveIntegerField(_("failed tries"))
    try_points = models.PositiveIntegerField(_("points lost by failed tries"))
    try_coins = models.PositiveIntegerField(_("coins lost by failed tries"))
    passes = models.PositiveIntegerField(_("passes"))
    timeouts = models.PositiveIntegerField(_("timeouts"))
    swaps = models.PositiveIntegerField(_("swaps"))
    own = models.JSONField(_("the game's own figures"), default=dict, db_default={})

    class Meta:
        verbose_name = _("played match")
        verbose_name_plural = _("played matches")
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_played_match_a_seat")]
        indexes = [models.Index(fields=["user", "finished_at"], name="played_by")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class PlayedWord(models.Model):
    """One of the best words that a player played in a match: several of the best of all can come from one match."""

    played = models.ForeignKey(PlayedMatch, models.CASCADE, related_name="words")
    word = models.CharField(_("word"), max_length=40)
    points = models.BigIntegerField(_("points"))

    class Meta:
        verbose_name = _("played word")
        verbose_name_plural = _("played words")

    def __str__(self) -> str:
        return f"{self.played_id} {self.word}"


class BoughtItem(models.Model):
    """The items of one kind that a player bought in a match at one price; figures as in `game.api.ItemFacts`.

    `alone`: the other player bought none of that kind. `first`: of the player's rows of that kind in the match, the row
    of the first purchase, so that players can be counted once. Below are copies of the match's columns, so that the
    balance of the game is one pass over this table.
    """

    played = models.ForeignKey(PlayedMatch, models.CASCADE, db_index=False, related_name="items")
    item = models.CharField(_("item"), max_length=20)
    price = models.PositiveSmallIntegerField(_("price"))
    bought = models.PositiveIntegerField(_("bought"))
    used = models.PositiveIntegerField(_("used"))
    brought = models.BigIntegerField(_("brought"))
    gave = models.BigIntegerField(_("gave to the opponent"))
    alone = models.BooleanField(_("bought by one player only"))
    first = models.BooleanField(_("the first price"), default=True)

    variant = models.CharField(_("game"), max_length=20, default=game.DEFAULT_VARIANT, db_default=game.DEFAULT_VARIANT)
    rated = models.BooleanField(_("rated"))
    board_size = models.PositiveSmallIntegerField(_("board size"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    outcome = models.CharField(_("outcome"), max_length=1, choices=PlayedMatch.Outcome.choices)

    class Meta:
        verbose_name = _("bought item")
        verbose_name_plural = _("bought items")
        constraints = [
            models.UniqueConstraint(fields=["played", "item", "price"], name="one_bought_item_a_price"),
        ]

    def __str__(self) -> str:
        return f"{self.played_id} {self.item} {self.price}"


class FactsDue(models.Model):
    """A finished match whose facts are not written yet. The row is created as it ends, and deleted with the writing."""

    match = models.OneToOneField("game.Match", models.CASCADE, primary_key=True, related_name="+")
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("facts due")
        verbose_name_plural = _("facts due")

    def __str__(self) -> str:
        return str(self.match_id)


class BalanceReport(models.Model):
    """The last computed balance of the game, in one row: plain data for the public page."""

    computed_at = models.BigIntegerField(_("computed at"))
    data = models.JSONField(_("data"))

    class Meta:
        verbose_name = _("balance report")
        verbose_name_plural = _("balance reports")

    def __str__(self) -> str:
        return str(self.computed_at)
