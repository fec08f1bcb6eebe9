"""A player's statistics: sums of their rows in the database (fact_models.py, rating_models.py), as plain values.

Every query begins with the player and is bound by how much one player has played, never by how much the site has.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Count, F, Q, QuerySet, Sum
from django.db.models.aggregates import Max
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from accounts.models import BoughtItem, PlayedMatch, PlayedWord, RankChange, Rating, Standing, User
from accounts.ranking.glicko import Skill, idle
from accounts.ranking.points_rules import START_POINTS, is_provisional
from accounts.rating_models import Pace, Span, Verdict
from accounts.statistics.filters import Choice
from game import api as game

RIVALS = 8
RECENT = 10
CHART_POINTS = 30

_SUMS = (
    "turns", "word_turns", "time_ms", "points", "full_turns", "coins_earned", "coins_spent", "alfa_made", "alfa_points",
    "tries", "try_points", "try_coins", "passes", "timeouts", "swaps",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches of a kind, and how they ended; `key` names the kind. Only won and lost have a share."""

    key: Any
    won: int
    lost: int
    nobody: int = 0
    drawn: int = 0

    @property
    def matches(self) -> int:
        """All of them."""
        return self.won + self.lost + self.nobody + self.drawn

    @property
    def share(self) -> float:
        """The share won of matches with a winner, 0 to 1."""
        decided = self.won + self.lost
        return self.won / decided if decided else 0.0


@dataclass(frozen=True, slots=True)
class ItemTally:
    """The items of one kind over many matches: as `game.api.ItemFacts`, with the coins paid."""

    item: str
    bought: int
    used: int
    paid: int
    brought: int
    gave: int


@dataclass(frozen=True, slots=True)
class BestWord:
    """A word and its score; `language` for screen readers."""

    text: str
    points: int
    language: str


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent met, and the results, from the player's side."""

    player: User
    tally: Tally


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row: the current streak, and the longest. A match without a winner, or a draw, ends none."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class Line:
    """One match of a player, as a row to show. `points` are the ranked points it moved, None for none."""

    played: PlayedMatch
    points: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """One rated match on a curve: the value before it and after it."""

    ended_at: int
    before: float
    after: float
    won: bool

    @property
    def change(self) -> float:
        """By how much the match changed it."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class RatingNow:
    """A current rating, and how certain it is; `deviation` has grown over the time without a match."""

    rating: float
    deviation: float
    provisional: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything the page shows of the chosen matches. `sums` has the sums of `PlayedMatch` columns by their names,
    `own` those of the game's further figures without a column, each with its English label."""

    all: Tally
    sums: dict[str, int]
    own: tuple[tuple[str, int], ...]
    best_turn: int
    endings: tuple[Tally, ...]
    presets: tuple[Tally, ...]
    seats: tuple[Tally, ...]
    items: tuple[ItemTally, ...]
    best_words: tuple[BestWord, ...]
    streaks: Streaks
    recent: tuple[Line, ...]

    @property
    def points_a_turn(self) -> float:
        """Points from words per turn."""
        return self.sums["points"] / self.sums["turns"] if self.sums["turns"] else 0.0

    @property
    def seconds_a_turn(self) -> float:
        """Time per turn, over all turns played to their end."""
        return self.sums["time_ms"] / self.sums["turns"] / 1000 if self.sums["turns"] else 0.0


def statistics(player: User, choice: Choice, now_ms: int) -> Statistics:
    """The figures of the chosen matches."""
    played = chosen(player, choice, now_ms)
    sums = played.aggregate(
        **{name: Sum(name, default=0) for name in _SUMS}, best_turn=Max("best_turn", default=0), **_ENDED
    )
    return Statistics(
        all=_tally("", sums),
        sums={name: int(sums[name]) for name in _SUMS},  # Postgres adds large columns up as decimals
        own=_own(played, choice.variant),
        best_turn=sums["best_turn"],
        endings=_tallies(played, "reason"),
        presets=_tallies(played, "preset"),
        seats=tuple(sorted(_tallies(played, "seat"), key=lambda tally: int(tally.key))),
        items=_items(player, choice, now_ms),
        best_words=_best_words(player, choice, now_ms),
        streaks=streaks(played.order_by("finished_at", "match_id").values_list("outcome", flat=True)),
        recent=_recent(player, played),
    )


def _own(played: QuerySet[PlayedMatch], variant: str) -> tuple[tuple[str, int], ...]:
    """The sums of the game's own figures, beside the columns all games share."""
    labels = {name: label for name, label in figures_of(variant).items() if name not in _SUMS}
    if not labels:
        return ()
    sums = played.aggregate(
        **{name: Sum(Cast(KeyTextTransform(name, "own"), BigIntegerField()), default=0) for name in labels}
    )
    return tuple((label, int(sums[name])) for name, label in labels.items())


def figures_of(variant: str) -> Mapping[str, str]:
    """A game's own statistics, with labels; empty for a game that is no longer played here."""
    known = game.games().get(variant)
    return known.figures if known is not None else {}


def has_points(variant: str) -> bool:
    """Whether matches of that game move ranked points."""
    known = game.games().get(variant)
    return known is None or known.ranked


def chosen(player: User, choice: Choice, now_ms: int) -> QuerySet[PlayedMatch]:
    """The chosen matches of the player."""
    return PlayedMatch.objects.filter(user=player, **choice.conditions(now_ms))


def _between_people(player: User, *, rated_only: bool) -> QuerySet[PlayedMatch]:
    """The player's matches that were no practice, rated ones alone where so wanted."""
    played = PlayedMatch.objects.filter(user=player, bot="")
    return played.filter(rated=True) if rated_only else played


def games_of(player: User, *, rated_only: bool) -> list[game.Game]:
    """The games the player has finished matches of, for the filter, the default one first."""
    played = _between_people(player, rated_only=rated_only)
    keys = set(played.order_by().values_list("variant", flat=True).distinct()) | {game.DEFAULT_VARIANT}
    return [one for key, one in game.games().items() if key in keys]


def last_game_of(player: User, *, rated_only: bool) -> str:
    """The key of the game the player last played against people; the default one before any."""
    played = _between_people(player, rated_only=rated_only).filter(seats__gt=1, variant__in=list(game.games()))
    last = played.order_by("-finished_at").values_list("variant", flat=True).first()
    return last or game.DEFAULT_VARIANT


def choice_of(asked: Mapping[str, str], player: User, *, rated_only: bool) -> Choice:
    """The filters of the query string; without a game, the one the player last played."""
    if "game" not in asked:
        asked = {**asked, "game": last_game_of(player, rated_only=rated_only)}
    return Choice.of(asked, rated_only=rated_only)


def ends_of(player: User, choice: Choice) -> list[str]:
    """The possible outcomes of the player's matches of that game: a draw only if there was one."""
    always = [end for end in PlayedMatch.Outcome.values if end != PlayedMatch.Outcome.DRAWN]
    drawn = PlayedMatch.objects.filter(user=player, variant=choice.variant, outcome=PlayedMatch.Outcome.DRAWN)
    return PlayedMatch.Outcome.values if drawn.exists() else always


def presets_of(player: User, variant: str, *, rated_only: bool) -> list[str]:
    """The presets of a game the player has finished matches of, for the filter; "" for those without one."""
    played = _between_people(player, rated_only=rated_only).filter(variant=variant)
    return list(played.order_by("preset").values_list("preset", flat=True).distinct())


def rivals(player: User, choice: Choice, now_ms: int) -> list[Rival]:
    """The opponents met most often."""
    tallies = _tallies(chosen(player, choice, now_ms).exclude(opponent=None), "opponent", RIVALS)
    players = User.objects.in_bulk([tally.key for tally in tallies])
    return [Rival(players[tally.key], tally) for tally in tallies if tally.key in players]


def against(viewer: User, player: User, variant: str = game.DEFAULT_VARIANT) -> Tally:
    """The results of the viewer's matches of that game against the player, from the viewer's side."""
    return _tally("", PlayedMatch.objects.filter(user=viewer, opponent=player, variant=variant).aggregate(**_ENDED))


def practice(player: User) -> tuple[Tally, ...]:
    """The results of the player's practice, one tally per level of bot."""
    return _tallies(PlayedMatch.objects.filter(user=player).exclude(bot=""), "bot")


def ranked_points(player: User, variant: str = game.DEFAULT_VARIANT) -> int | None:
    """The player's ranked points in that game; None before the first rated match, and in a game without them."""
    if not has_points(variant):
        return None
    lines = Standing.objects.filter(user=player, variant=variant, language="", span=Span.ALL, matches__gt=0)
    points = lines.aggregate(points=Sum("points"))["points"]
    return None if points is None else START_POINTS + points


def points_curve(player: User, choice: Choice, now_ms: int) -> list[Step]:
    """The ranked points over the last of the chosen rated matches, the oldest first; empty in a game without them."""
    if not has_points(choice.variant):
        return []
    rows = _changes(player, choice, Pace.LIVE, now_ms).values_list("ended_at", "points_before", "points", "won")
    return [Step(at, before, before + moved, won) for at, before, moved, won in reversed(rows[:CHART_POINTS])]


def rating_curve(player: User, language: str, choice: Choice, now_ms: int, pace: Pace = Pace.LIVE) -> list[Step]:
    """The rating in one language at that pace over matches, likewise."""
    rows = _changes(player, choice, pace, now_ms).filter(rated_match__language=language)
    steps = rows.values_list("ended_at", "rating_before", "rating_after", "won")[:CHART_POINTS]
    return [Step(at, before, after, won) for at, before, after, won in reversed(steps)]


def ratings_now(player: User, now_ms: int, variant: str = game.DEFAULT_VARIANT) -> dict[tuple[str, str], RatingNow]:
    """The player's ratings in that game by language and pace."""
    found = {}
    for row in Rating.objects.filter(user=player, variant=variant, matches__gt=0):
        deviation = idle(Skill(row.rating, row.deviation, row.volatility), now_ms - row.rated_at).deviation
        found[row.language, row.pace] = RatingNow(row.rating, deviation, is_provisional(deviation, row.matches))
    return found


def streaks(outcomes: Iterable[str]) -> Streaks:
    """The streaks in these outcomes, the oldest first."""
    run = best = 0
    for outcome in outcomes:
        if outcome == PlayedMatch.Outcome.WON:
            run += 1
            best = max(best, run)
        elif outcome == PlayedMatch.Outcome.LOST:
            run = 0
    return Streaks(run, best)


def with_points(player: User, played: Sequence[PlayedMatch]) -> list[Line]:
    """The matches with the ranked points that each moved for the player."""
    changes = RankChange.objects.filter(
        user=player, rated_match__in=[row.match_id for row in played], rated_match__voided_at=None
    ).exclude(rated_match__verdict=Verdict.RATED)
    points = dict(changes.values_list("rated_match_id", "points"))
    return [Line(row, points.get(row.match_id)) for row in played]


_ENDED = {
    "matches": Count("pk"),
    "won": Count("pk", filter=Q(outcome=PlayedMatch.Outcome.WON)),
    "lost": Count("pk", filter=Q(outcome=PlayedMatch.Outcome.LOST)),
    "nobody": Count("pk", filter=Q(outcome=PlayedMatch.Outcome.NOBODY)),
    "drawn": Count("pk", filter=Q(outcome=PlayedMatch.Outcome.DRAWN)),
}


def _tally(key: object, row: dict[str, Any]) -> Tally:
    return Tally(key, row["won"], row["lost"], row["nobody"], row["drawn"])


def _tallies(played: QuerySet[PlayedMatch], column: str, most: int | None = None) -> tuple[Tally, ...]:
    """One tally per value of the column, those with the most matches first."""
    rows = played.order_by().values(column).annotate(**_ENDED).order_by(F("matches").desc(), column)
    return tuple(_tally(row[column], row) for row in rows[:most])


def _items(player: User, choice: Choice, now_ms: int) -> tuple[ItemTally, ...]:
    rows = (
        BoughtItem.objects.filter(played__user=player, **choice.conditions(now_ms, "played__"))
        .values("item")
        .annotate(
            n_bought=Sum("bought"), n_used=Sum("used"), paid=Sum(F("price") * F("bought")), own=Sum("brought"),
            other=Sum("gave"),
        )
        .order_by("-n_bought", "item")
    )  # fmt: skip
    return tuple(
        ItemTally(row["item"], *(int(row[name]) for name in ("n_bought", "n_used", "paid", "own", "other")))
        for row in rows
    )


def _best_words(player: User, choice: Choice, now_ms: int) -> tuple[BestWord, ...]:
    """The best of all words that the player has played in these matches; each word once, with its highest score."""
    rows = (
        PlayedWord.objects.filter(played__user=player, **choice.conditions(now_ms, "played__"))
        .values("word", "played__language")
        .annotate(worth=Max("points"))
        .order_by("-worth", "word")
    )
    return tuple(BestWord(row["word"], row["worth"], row["played__language"]) for row in rows[: game.BEST_WORDS])


def _recent(player: User, played: QuerySet[PlayedMatch]) -> tuple[Line, ...]:
    rows = played.select_related("opponent", "match").defer("match__state", "match__seed")
    return tuple(with_points(player, list(rows.order_by("-finished_at", "-match_id")[:RECENT])))


def _changes(player: User, choice: Choice, pace: Pace, now_ms: int) -> QuerySet[RankChange]:
    """The player's changes of rank at that pace, the latest first, by those filters that apply to them: all are rated
    matches."""
    filters = choice.conditions(now_ms)
    rows = RankChange.objects.filter(
        user=player, rated_match__variant=choice.variant, rated_match__pace=pace, rated_match__voided_at=None
    )
    if "language" in filters:
        rows = rows.filter(rated_match__language=filters["language"])
    if "preset" in filters:
        rows = rows.filter(rated_match__match__preset=filters["preset"])
    if "finished_at__gte" in filters:
        rows = rows.filter(ended_at__gte=filters["finished_at__gte"])
    return rows.order_by("-ended_at", "-pk")
