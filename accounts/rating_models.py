"""The models of ranked points and ratings: which matches counted, what each moved, and every player's standing.

`RatedMatch` and `RankChange` are the ledger, `Rating` and `Standing` its sums; all four are written together, by
services/ranking.py alone. Times are milliseconds since the epoch.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.ranking.glicko import START_DEVIATION, START_RATING, START_VOLATILITY


class Verdict(models.TextChoices):
    """What a finished Quick Join match counted for, and why."""

    MOVED = "moved", _("the difference moved")
    EVEN = "even", _("even totals, nothing to move")
    AHEAD = "ahead", _("ended early by one who was not behind")
    EARLY = "early", _("ended before both had scored in three turns")
    RATED = "rated", _("rated, without ranked points")
    GUEST = "guest", _("a guest played")
    UNRANKED = "unranked", _("began unranked")
    OFTEN = "often", _("too many between the two that day")
    NOBODY = "nobody", _("nobody won")
    GONE = "gone", _("an account is gone")


COUNTED = (Verdict.MOVED, Verdict.EVEN, Verdict.AHEAD, Verdict.EARLY, Verdict.RATED)
"""The verdicts that feed the ratings; of these, MOVED alone moves points."""


class Pace(models.TextChoices):
    """The pace of a match when it ends: each has its own pool of ratings. Slow matches move no ranked points."""

    LIVE = "live", _("live")
    SLOW = "slow", _("slow")


class RatedMatch(models.Model):
    """A finished Quick Join match that the ranking has judged. The primary key makes that happen once.

    `moved` went from the loser to the winner. A match that an operator has made void counts as if not played.
    """

    match = models.OneToOneField(
        "game.Match", models.CASCADE, primary_key=True, related_name="+", verbose_name=_("match")
    )
    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict.choices)
    moved = models.PositiveIntegerField(_("points moved"), default=0)
    variant = models.CharField(_("variant"), max_length=20)
    language = models.CharField(_("language"), max_length=8)
    pace = models.CharField(_("pace"), max_length=4, choices=Pace.choices, default=Pace.LIVE, db_default=Pace.LIVE)
    ended_at = models.BigIntegerField(_("ended at"))
    voided_at = models.BigIntegerField(_("made void at"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        constraints = [
            models.CheckConstraint(condition=Q(moved=0) | Q(verdict=Verdict.MOVED), name="only_moved_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.verdict}"


class RankChange(models.Model):
    """What a counted match did to one player: ranked points, and the rating in the match's language.

    `deviation_before` has grown over the time since the previous match. A player who neither `won` nor has `drawn` has
    lost. If it does not `feed` the rating, that stays as it was (`points_rules.feeds`). `met_provisional`: the
    opponent's rating was provisional then. The row outlives a deleted account.
    """

    rated_match = models.ForeignKey(RatedMatch, models.CASCADE, related_name="changes", verbose_name=_("rated match"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rank_changes", verbose_name=_("player")
    )
    won = models.BooleanField(_("won"))
    drawn = models.BooleanField(_("drawn"), default=False, db_default=False)
    feeds = models.BooleanField(_("feeds the rating"), default=True, db_default=True)
    met_provisional = models.BooleanField(_("met a provisional rating"), default=False, db_default=False)
    points_before = models.IntegerField(_("points before"))
    points = models.IntegerField(_("points moved"))
    rating_before = models.FloatField(_("rating before"))
    deviation_before = models.FloatField(_("deviation before"))
    rating_after = models.FloatField(_("rating after"))
    deviation_after = models.FloatField(_("deviation after"))
    ended_at = models.BigIntegerField(_("ended at"))

    class Meta:
        verbose_name = _("change of rank")
        verbose_name_plural = _("changes of rank")
        constraints = [models.UniqueConstraint("rated_match", "seat", name="one_change_a_seat")]
        indexes = [models.Index(F("user"), F("ended_at").desc(), name="rank_change_of_user")]

    def __str__(self) -> str:
        return f"{self.rated_match_id}/{self.seat}: {self.points:+d}"

    @property
    def share(self) -> float:
        """The player's score as Glicko-2 counts: 1 won, ½ drawn, 0 lost."""
        return 0.5 if self.drawn else float(self.won)

    @property
    def points_after(self) -> int:
        """The ranked points after the match."""
        return self.points_before + self.points

    @property
    def rating_change(self) -> float:
        """By how much the rating changed."""
        return self.rating_after - self.rating_before


class PointsPutBack(models.Model):
    """An entry of its own in a player's history: what a match had moved by cheating was moved back, at `put_back_at`.

    There is one for each player of the match, whose own rows stay as they are. Ratings are not changed by it. Written
    by services/ranking.py, for the command `put_back_points` alone. The row outlives a deleted account.
    """

    rated_match = models.ForeignKey(RatedMatch, models.CASCADE, related_name="put_back", verbose_name=_("rated match"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="points_put_back", verbose_name=_("player")
    )
    points = models.IntegerField(_("points put back"))
    put_back_at = models.BigIntegerField(_("put back at"))

    class Meta:
        verbose_name = _("points put back")
        verbose_name_plural = _("points put back")
        constraints = [models.UniqueConstraint("rated_match", "seat", name="put_back_once")]

    def __str__(self) -> str:
        return f"{self.rated_match_id}/{self.seat}: {self.points:+d}"


class Rating(models.Model):
    """A player's Glicko-2 rating at one game, in one language and at one pace, as the last match that fed it left it at
    `rated_at`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    language = models.CharField(_("language"), max_length=8)
    pace = models.CharField(_("pace"), max_length=4, choices=Pace.choices, default=Pace.LIVE, db_default=Pace.LIVE)
    rating = models.FloatField(_("rating"), default=START_RATING)
    deviation = models.FloatField(_("deviation"), default=START_DEVIATION)
    volatility = models.FloatField(_("volatility"), default=START_VOLATILITY)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    rated_at = models.BigIntegerField(_("rated at"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint("user", "variant", "language", "pace", name="one_rating_a_pace")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.language} {self.pace}: {self.rating:.0f} ± {self.deviation:.0f}"


class Span(models.TextChoices):
    """The time span that a standing covers."""

    ALL = "all", _("all time")
    MONTH = "month", _("month")
    WEEK = "week", _("week")


class Standing(models.Model):
    """A player's row on one leaderboard: one language ("" for all together) and one span of time.

    `points` are those gained and lost there; an account's ranked points are those of all languages and times, added to
    what every account starts with. `rating` is the rating (span `all`) or its change (other spans), and null where all
    languages are combined. `period` names the month or week; the row of a past one is reused by the next. A row that is
    not `listed` (the account is closed or a bot's, or every match was made void) is on no board.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings", verbose_name=_("player")
    )
    variant = models.CharField(_("variant"), max_length=20)
    language = models.CharField(_("language"), max_length=8, blank=True)
    span = models.CharField(_("span"), max_length=5, choices=Span.choices)
    period = models.CharField(_("period"), max_length=8, blank=True)
    points = models.IntegerField(_("points"), default=0)
    rating = models.FloatField(_("rating"), null=True)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    won = models.PositiveIntegerField(_("won"), default=0)
    listed = models.BooleanField(_("listed"), default=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [models.UniqueConstraint("user", "variant", "language", "span", name="one_line_a_board")]
        indexes = [
            models.Index(
                F("variant"), F("language"), F("span"), F("period"), F("points").desc(), F("user"),
                condition=Q(listed=True),
                name="board_of_points",
            ),
            models.Index(
                F("variant"), F("language"), F("span"), F("period"), F("rating").desc(), F("user"),
                condition=Q(listed=True, rating__isnull=False),
                name="board_of_ratings",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.user_id} {self.language or '*'} {self.span} {self.period}: {self.points:+d}"
