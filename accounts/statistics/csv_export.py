"""A player's matches as CSV rows for a spreadsheet."""

from collections.abc import Iterator

from django.db.models import QuerySet

from accounts.models import PlayedMatch, RankChange, User
from accounts.templatetags.stats import moment

_FIGURES = (
    "total", "opponent_total", "score", "points", "turns", "word_turns", "best_word_points", "best_turn", "full_turns",
    "coins_earned", "coins_spent", "alfa_made", "alfa_points", "tries", "try_points", "try_coins", "passes", "timeouts",
    "swaps", "time_ms",
)  # fmt: skip

HEADER = (
    "match", "finished_at", "game", "language", "preset", "rated", "board_size", "turn_seconds", "seat", "opponent",
    "outcome", "ending", "ranked_points", "best_word", *_FIGURES,
)  # fmt: skip

_A_FORMULA_BEGINS_WITH = ("=", "+", "-", "@", "\t", "\r", "\n")


def rows_of(player: User, played: QuerySet[PlayedMatch]) -> Iterator[list[object]]:
    """The matches, the latest first, in the columns of HEADER. Seats count from 1 here."""
    moved = dict(
        RankChange.objects.filter(user=player, rated_match__voided_at=None).values_list("rated_match_id", "points")
    )
    rows = played.select_related("opponent", "match").defer("match__state", "match__seed")
    for row in rows.order_by("-finished_at", "-match_id").iterator(chunk_size=500):
        yield [
            row.match.public_id,
            moment(row.finished_at).isoformat(timespec="seconds"),
            row.variant,
            row.language,
            as_text(row.preset),
            int(row.rated),
            row.board_size,
            row.turn_seconds if row.turn_seconds is not None else "",
            row.seat + 1,
            as_text(row.opponent.display_name if row.opponent else ""),
            PlayedMatch.Outcome(row.outcome).name.lower(),
            row.reason,
            moved.get(row.match_id, ""),
            as_text(row.best_word),
            *(getattr(row, name) for name in _FIGURES),
        ]


def as_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(_A_FORMULA_BEGINS_WITH) else text
