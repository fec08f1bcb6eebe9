"""Writes the facts of finished matches, without delaying any match.

The transaction that ends a match leaves one small row (`request`); a periodic job replays the match, outside any
transaction, and stores the sums. If a process is killed in between, the row is still there.
"""

import logging
from dataclasses import asdict

from django.db import transaction
from django.db.models import F

from accounts.fact_models import BoughtItem, FactsDue, PlayedMatch, PlayedWord
from accounts.models import User
from bots.api import OF_A_PLAYER
from game import api as game

log = logging.getLogger(__name__)

A_RUN = 10
"""Matches a run of the job: each takes some hundredths of a second, and other jobs wait for their turn."""

MOST_TRIES = 3
"""After so many failures a match is left alone, and named in the log."""

LARGEST = 10**12
"""A figure beyond this, which only odd custom settings reach, counts as this much: sums of rows must fit a column."""

OWN_COLUMNS = ("coins_earned", "coins_spent", "alfa_made", "alfa_points", "try_points", "try_coins")
"""Figures that have columns though not every game tells them: 0 of one that does not."""

NO_RECORDS: dict[str, int | str] = {"best_turn": 0, "best_word": "", "best_word_points": 0}
"""What a match is no record by."""

_COLUMNS = frozenset(field.name for field in PlayedMatch._meta.concrete_fields)


def request(match_id: int) -> None:
    """The match has ended: request its facts. Joins the caller's transaction."""
    FactsDue.objects.bulk_create([FactsDue(match_id=match_id)], ignore_conflicts=True)


def request_missing(after: int, limit: int = 1000) -> tuple[int, int]:
    """Request the facts of up to `limit` finished matches above `after` that have none: (the last one looked at, how
    many were requested). The last one is `after` itself when there are no more.
    """
    finished = game.finished_matches(after, limit)
    done = set(PlayedMatch.objects.filter(match_id__in=finished, seat=0).values_list("match_id", flat=True))
    missing = [match_id for match_id in finished if match_id not in done]
    FactsDue.objects.bulk_create([FactsDue(match_id=match_id) for match_id in missing], ignore_conflicts=True)
    return (finished[-1] if finished else after), len(missing)


def sweep(limit: int = A_RUN) -> int:
    """Write the facts that are due, the oldest matches first; returns how many matches were looked at."""
    due = FactsDue.objects.filter(tries__lt=MOST_TRIES).order_by("match_id").values_list("match_id", flat=True)
    taken = list(due[:limit])
    for match_id in taken:
        try:
            _write(match_id)
        except Exception:  # one match that cannot be read must not hold up the others
            FactsDue.objects.filter(match_id=match_id).update(tries=F("tries") + 1)
            log.exception("match %s: its facts could not be written", match_id)
    return len(taken)


def move(from_id: int, to_id: int) -> None:
    """Move one player's rows to another. Where the two met, the match stays without the first. Joins the caller's
    transaction.
    """
    met = list(PlayedMatch.objects.filter(user=from_id, opponent=to_id).values_list("match_id", flat=True))
    PlayedMatch.objects.filter(user=from_id, match_id__in=met).update(user=None)
    PlayedMatch.objects.filter(opponent=from_id, match_id__in=met).update(opponent=None)
    PlayedMatch.objects.filter(user=from_id).update(user=to_id)
    PlayedMatch.objects.filter(opponent=from_id).update(opponent=to_id)


def _write(match_id: int) -> None:
    facts = game.match_facts(match_id)
    with transaction.atomic():
        due = FactsDue.objects.select_for_update().filter(match_id=match_id).first()
        if due is None:  # another process has just done it
            return
        # The end of a match may be signalled twice, and its words may be requested again (migration 0013).
        if facts is not None:
            _words(facts, list(PlayedMatch.objects.filter(match_id=match_id).order_by("seat")) or _rows(facts))
        due.delete()


def _words(facts: game.MatchFacts, played: list[PlayedMatch]) -> None:
    PlayedWord.objects.filter(played__in=played).delete()
    PlayedWord.objects.bulk_create(
        PlayedWord(played=row, word=word, points=_fits(points))
        for row in played
        for word, points in facts.seats[row.seat].best_words
        if not facts.head_start
    )


def _rows(facts: game.MatchFacts) -> list[PlayedMatch]:
    bot = _bot_of(facts)
    played = PlayedMatch.objects.bulk_create(_played(facts, seat, bot) for seat in range(len(facts.seats)))
    buyers: dict[str, set[int]] = {}
    for seat in facts.seats:
        for item in seat.items:
            buyers.setdefault(item.item, set()).add(seat.seat)
    BoughtItem.objects.bulk_create(
        BoughtItem(
            played=row,
            alone=len(buyers[item.item]) == 1,
            first=item == next(other for other in seat.items if other.item == item.item),
            variant=row.variant,
            rated=row.rated,
            board_size=row.board_size,
            seat=row.seat,
            outcome=row.outcome,
            **{name: _fits(value) for name, value in asdict(item).items()},
        )
        for row, seat in zip(played, facts.seats, strict=True)
        for item in seat.items
    )
    return played


def _bot_of(facts: game.MatchFacts) -> str:
    """The level of the bot that played, OF_A_PLAYER for a bot account, "" where only people played."""
    users = [user_id for user_id in facts.users if user_id is not None]
    of_a_player = OF_A_PLAYER if User.objects.filter(pk__in=users, is_bot=True).exists() else ""
    return next((bot for bot in facts.bots if bot), of_a_player)


def _played(facts: game.MatchFacts, seat: int, bot: str) -> PlayedMatch:
    mine, others = facts.seats[seat], [other for other in range(len(facts.seats)) if other != seat]
    told = {name: _fits(value) for name, value in asdict(mine).items() if name not in ("items", "best_words")}
    figures = dict.fromkeys(OWN_COLUMNS, 0) | {name: value for name, value in told.items() if name in _COLUMNS}
    if facts.head_start:
        figures |= NO_RECORDS
    return PlayedMatch(
        match_id=facts.match_id,
        variant=facts.variant,
        user_id=facts.users[seat],
        opponent_id=facts.users[others[0]] if len(others) == 1 else None,
        bot=bot,
        finished_at=facts.finished_at,
        language=facts.language,
        preset=facts.preset,
        rated=facts.rated,
        board_size=facts.board_size,
        turn_seconds=facts.turn_seconds,
        reason=facts.reason,
        outcome=_outcome(facts, seat),
        seats=len(facts.seats),
        place=facts.places[seat],
        opponent_total=_fits(max((facts.seats[other].total for other in others), default=0)),
        **figures,
        own={name: value for name, value in told.items() if name not in _COLUMNS},
    )


def _outcome(facts: game.MatchFacts, seat: int) -> str:
    if facts.places[seat] is None:
        return PlayedMatch.Outcome.NOBODY
    if facts.places[seat] != 1:
        return PlayedMatch.Outcome.LOST
    return PlayedMatch.Outcome.WON if facts.winner == seat else PlayedMatch.Outcome.DRAWN


def _fits(value: int | str) -> int | str:
    return value if isinstance(value, str) else max(-LARGEST, min(LARGEST, value))
