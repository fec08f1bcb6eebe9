"""Ranked points and ratings: applied once to each finished match, and taken back by an operator.

`rank` is called inside the transaction that ends the match, and again for every match whose end could not be signalled
then. The key of `RatedMatch` makes it happen once. Locks: the match's row (the caller's), then the players' rows by
ascending id; a transaction that holds these may write the players' ratings and standings.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import User
from accounts.ranking.glicko import Skill, idle, update
from accounts.ranking.points_rules import (
    MOST_A_DAY,
    SEATS,
    START_POINTS,
    day_of,
    feeds,
    is_provisional,
    judge,
    period_of,
)
from accounts.rating_models import COUNTED, Pace, PointsPutBack, RankChange, RatedMatch, Rating, Span, Standing
from accounts.services.player_locks import lock_players
from common import audit_log
from game import api as game

_STANDING_KEY = ("user", "variant", "language", "span")
_STANDING_SUMS = ("period", "points", "rating", "matches", "won", "listed")
_RATING_SUMS = ("rating", "deviation", "volatility", "matches", "rated_at")

Book = dict[tuple[int, str, str], Standing]
"""A match's lines by player, language and span."""


class DayIsFull(Exception):
    """The matches that may count between the same two players on that day have all counted."""


def rank(match_id: int) -> None:
    """Apply a finished match to points and ratings, unless already done; joins the caller's transaction.

    Custom matches, those of more than two players and practice are not ranked, and get no row.
    """
    result = game.result(match_id)
    if result is None or not result.preset or result.practice or len(result.seats) != SEATS:
        return
    with transaction.atomic():
        # An unranked match writes nothing of its players, so it need not wait for their rows' locks.
        players = (lock_players if result.rated else _read)(seat.user_id for seat in result.seats)
        if RatedMatch.objects.filter(match_id=match_id).exists():
            return
        pace = Pace.SLOW if result.slow else Pace.LIVE
        counted = _counted_that_day([seat.user_id for seat in result.seats], result.variant, pace, result.finished_at)
        judgement = judge(result, players, counted)
        row, is_new = RatedMatch.objects.get_or_create(
            match_id=match_id,
            defaults={
                "verdict": judgement.verdict,
                "moved": judgement.moved,
                "variant": result.variant,
                "language": result.language,
                "pace": pace,
                "ended_at": result.finished_at,
            },
        )
        if is_new and judgement.verdict in COUNTED:
            _apply(row, result, players)


def make_void(match_id: int, now: int, note: str) -> bool:
    """Take back what a match moved, as far as the accounts still exist; returns whether anything changed.

    Points are restored exactly. Each of the two is rated again by the remaining matches (`_rate_anew`).
    """
    return _turn(match_id, -1, voided_at=now, note=note)


def reinstate(match_id: int, note: str) -> bool:
    """Let a void match count again, by what it moved then; returns whether anything changed. Raises DayIsFull."""
    return _turn(match_id, 1, voided_at=None, note=note)


def put_back(match_id: int, now: int) -> list[PointsPutBack]:
    """Move back what a counted match moved, in entries of their own, once; none where nothing is left to move back.
    Of the two only those who still have an account are concerned, and their ratings are not.
    """
    with transaction.atomic():
        players = lock_players(RankChange.objects.filter(rated_match=match_id).values_list("user", flat=True))
        row = RatedMatch.objects.select_for_update().get(match_id=match_id)
        if row.voided_at is not None or not row.moved or row.put_back.exists():
            return []
        changes = list(row.changes.all())
        # Lines of a month or week that is past are not there any more.
        book = {key: line for key, line in _book(row, players).items() if line.pk}
        for change in changes:
            for (user_id, _language, _span), line in book.items():
                line.points -= change.points if user_id == change.user_id else 0
        Standing.objects.bulk_create(
            book.values(), update_conflicts=True, unique_fields=_STANDING_KEY, update_fields=_STANDING_SUMS
        )
        return PointsPutBack.objects.bulk_create(
            PointsPutBack(
                rated_match=row, seat=change.seat, user_id=change.user_id, points=-change.points, put_back_at=now
            )
            for change in changes
        )


def put_back_won(win: RankChange, player: User, now: int) -> int:
    """For an operator (management/commands), logged: move back what a match has moved to the player; how many points, 0
    where that has been done before."""
    with transaction.atomic():
        entries = put_back(win.rated_match_id, now)
        if not entries:
            return 0
        moved = {entry.user.display_name if entry.user else "–": [0, entry.points] for entry in entries}
        note = f"Points put back, match {win.rated_match.match.public_id}"
        audit_log.record_command("put_back_points", player, changes=moved, note=note)
        return win.points


def points_of(user_id: int, variant: str = game.DEFAULT_VARIANT) -> int:
    """The account's ranked points."""
    line = Standing.objects.filter(user=user_id, variant=variant, language="", span=Span.ALL).first()
    return START_POINTS + (line.points if line else 0)


def list_or_hide(user: User) -> None:
    """Take accounts that are closed, hide their figures or are bots' off the leaderboards, and put back the others."""
    listed = _is_listed(user)
    Standing.objects.filter(user=user, matches__gt=0, listed=not listed).update(listed=listed)


def _is_listed(user: User) -> bool:
    return user.is_active and not user.hides_figures and not user.is_bot


def _read(user_ids: Iterable[int | None]) -> dict[int, User]:
    """The players who still have an account."""
    return User.objects.in_bulk([user_id for user_id in user_ids if user_id is not None])


def _counted_that_day(players: Iterable[int | None], variant: str, pace: str, moment: int) -> int:
    """How many matches of the same players at that game and pace count on the day of that moment."""
    start, end = day_of(moment)
    counted = RatedMatch.objects.filter(voided_at=None, variant=variant, pace=pace)
    for player in players:
        counted = counted.filter(changes__user=player, changes__ended_at__gte=start, changes__ended_at__lt=end)
    return counted.count()


def _wins_that_day(row: RatedMatch, user_id: int) -> int:
    """How many wins over provisional opponents have fed the player's rating on the day of that match."""
    start, end = day_of(row.ended_at)
    won = RankChange.objects.filter(user=user_id, won=True, feeds=True, met_provisional=True)
    of_rating = won.filter(
        rated_match__variant=row.variant,
        rated_match__language=row.language,
        rated_match__pace=row.pace,
        rated_match__voided_at=None,
    )
    return of_rating.filter(ended_at__gte=start, ended_at__lt=end).count()


def _apply(row: RatedMatch, result: game.Result, players: dict[int, User]) -> None:
    """Write the two changes of a counted match, and apply them."""
    ratings = _ratings(row, players)
    # Both skills as they were, before either is changed.
    before = {user_id: _rested(rating, row.ended_at) for user_id, rating in ratings.items()}
    book = _book(row, players)
    changes: list[RankChange] = []
    rated: list[tuple[Rating, Skill]] = []
    for seat, player in enumerate(result.seats):
        assert player.user_id is not None
        won = seat == result.winner
        others = [other.user_id for other in result.others(seat) if other.user_id is not None]
        met_provisional = any(is_provisional(before[other].deviation, ratings[other].matches) for other in others)
        wins = _wins_that_day(row, player.user_id) if won and met_provisional else 0
        change = RankChange(
            rated_match=row,
            seat=seat,
            user_id=player.user_id,
            won=won,
            drawn=result.drawn,
            feeds=feeds(result, seat, wins_that_day=wins),
            met_provisional=met_provisional,
            points_before=START_POINTS + book[player.user_id, "", Span.ALL].points,
            points=row.moved if won else -row.moved,
            rating_before=before[player.user_id].rating,
            deviation_before=before[player.user_id].deviation,
            ended_at=row.ended_at,
        )
        after = before[player.user_id]
        if change.feeds:
            after = update(after, [(before[other], change.share) for other in others])
            rated.append((ratings[player.user_id], after))
        change.rating_after, change.deviation_after = after.rating, after.deviation
        changes.append(change)
    for rating, after in rated:  # now that both have been met as they were
        _note(rating, after, row.ended_at)
    RankChange.objects.bulk_create(changes)
    Rating.objects.bulk_create(
        [rating for rating in ratings.values() if rating.matches],
        update_conflicts=True,
        unique_fields=("user", "variant", "language", "pace"),
        update_fields=_RATING_SUMS,
    )
    if row.pace == Pace.LIVE:
        _enter(changes, players, ratings, book, 1)


def _turn(match_id: int, sign: int, *, voided_at: int | None, note: str) -> bool:
    """Take the changes of a match back (-1), or apply them again (1)."""
    with transaction.atomic():
        players = lock_players(RankChange.objects.filter(rated_match=match_id).values_list("user", flat=True))
        row = RatedMatch.objects.select_for_update().get(match_id=match_id)
        if (row.voided_at is None) is (sign == 1):
            return False
        counted = _counted_that_day(players, row.variant, row.pace, row.ended_at)
        if sign == 1 and len(players) == SEATS and counted >= MOST_A_DAY:
            raise DayIsFull
        row.voided_at, row.note = voided_at, note
        row.save(update_fields=["voided_at", "note"])
        changes = list(row.changes.filter(user__in=players))
        if row.put_back.exists():
            for change in changes:  # its points have been moved back already, and stay so
                change.points = 0
        ratings = _ratings(row, players)
        for rating in ratings.values():
            _rate_anew(rating)
            if rating.matches or rating.pk:
                rating.save()
        if row.pace == Pace.LIVE:
            _enter(changes, players, ratings, _book(row, players), sign)
        return True


def _ratings(row: RatedMatch, players: dict[int, User]) -> dict[int, Rating]:
    """Each player's rating in the match's language, at its pace; a player never rated starts at the match."""
    found = Rating.objects.filter(user__in=players, variant=row.variant, language=row.language, pace=row.pace)
    ratings = {rating.user_id: rating for rating in found}
    for user_id in players:
        if user_id not in ratings:
            ratings[user_id] = Rating(
                user_id=user_id, variant=row.variant, language=row.language, pace=row.pace, rated_at=row.ended_at
            )
    return ratings


def _rested(rating: Rating, moment: int) -> Skill:
    """The deviation of a player's rating when a match ends, after the time without one."""
    skill = Skill(rating.rating, rating.deviation, rating.volatility)
    return idle(skill, moment - rating.rated_at) if rating.matches else skill


def _note(rating: Rating, after: Skill, moment: int) -> None:
    """Count one match more, with the rating it led to."""
    rating.rating, rating.deviation, rating.volatility = after.rating, after.deviation, after.volatility
    rating.matches += 1
    rating.rated_at = max(moment, rating.rated_at)


def _rate_anew(rating: Rating) -> None:
    """Rate a player by the counted matches, from the first on, in the order in which they were applied.

    Opponents keep the ratings they had then, and the rows of those matches stay as they are: what a void match did
    indirectly, through the players it touched, is not undone.
    """
    start = Skill()
    rating.rating, rating.deviation, rating.volatility = start.rating, start.deviation, start.volatility
    rating.matches = rating.rated_at = 0
    others = RankChange.objects.filter(
        rated_match__changes__user=rating.user_id,
        rated_match__changes__feeds=True,
        rated_match__pace=rating.pace,
        rated_match__variant=rating.variant,
        rated_match__language=rating.language,
        rated_match__voided_at=None,
    ).exclude(user=rating.user_id)
    for other in others.order_by("pk"):
        met = Skill(other.rating_before, other.deviation_before)
        after = update(_rested(rating, other.ended_at), [(met, 1 - other.share)])
        _note(rating, after, other.ended_at)


def _book(row: RatedMatch, players: dict[int, User]) -> Book:
    """The players' rows on the boards that the match belongs to, new rows where they had none.

    A row of an earlier month or week starts over. A row of a later one is left out: the match was applied late, and its
    own period is past.
    """
    wanted = Standing.objects.filter(user__in=players, variant=row.variant, language__in=("", row.language))
    found = {(line.user_id, line.language, line.span): line for line in wanted}
    book: Book = {}
    for user_id in players:
        for language in ("", row.language):
            for span in Span.values:
                period = period_of(span, row.ended_at)
                line = found.get((user_id, language, span))
                if line is not None and line.period > period:
                    continue
                if line is None or line.period < period:
                    line = Standing(user_id=user_id, variant=row.variant, language=language, span=span, period=period)
                book[user_id, language, span] = line
    return book


def _enter(
    changes: Sequence[RankChange], players: dict[int, User], ratings: dict[int, Rating], book: Book, sign: int
) -> None:
    """Add the changes to the rows, or subtract them, and save. A row without matches is on no board.

    The boards are those of live matches: slow matches are not entered.
    """
    for change in changes:
        for (user_id, language, span), line in book.items():
            if user_id != change.user_id:
                continue
            line.points += sign * change.points
            line.matches += sign
            line.won += sign * change.won
            line.listed = _is_listed(players[user_id]) and line.matches > 0
            if language and span == Span.ALL:
                line.rating = ratings[user_id].rating if ratings[user_id].matches else None
            elif language and change.feeds:
                line.rating = (line.rating or 0) + sign * change.rating_change
    Standing.objects.bulk_create(
        book.values(), update_conflicts=True, unique_fields=_STANDING_KEY, update_fields=_STANDING_SUMS
    )
