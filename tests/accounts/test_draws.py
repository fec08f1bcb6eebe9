"""Ranked points and ratings of a match that two have drawn, and of one that more than two have played."""

import pytest
from django.db.models import QuerySet

from accounts.models import RankChange, Rating, Standing, User
from accounts.services import ranking
from game.models import Match, SeatRow
from tests.accounts.ranking import HOUR, account, ended, points, verdict
from tests.support.matches import START


def test_a_draw_moves_no_points_and_feeds_the_ratings_as_half_a_win(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (300, 250))
    before = {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)}
    held = points(astrid, bjorn)

    row = ended(astrid, bjorn, (280, 280), places=(1, 1))
    after = {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)}
    assert verdict(row) == "even" and points(astrid, bjorn) == held
    assert before[astrid.pk] > after[astrid.pk] > after[bjorn.pk] > before[bjorn.pk]
    assert [(change.won, change.drawn) for change in row_changes(row)] == [(False, True)] * 2
    line = Standing.objects.get(user=astrid, language="", span="all")
    assert (line.matches, line.won) == (2, 1)

    ranking.make_void(row.pk, START, "a test")
    assert {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)} == pytest.approx(before)


def test_a_draw_that_came_first_is_a_draw_when_players_are_rated_anew(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (280, 280), places=(1, 1))
    before = Rating.objects.get(user=astrid).rating
    ranking.make_void(ended(astrid, bjorn, (300, 250), at=START + HOUR).pk, START, "a test")
    assert Rating.objects.get(user=astrid).rating == pytest.approx(before)


def test_a_match_of_more_than_two_is_not_the_rankings_business(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (300, 250), tell=False)
    SeatRow.objects.create(match=row, seat=2, user=account("Clara"), name="Clara", total="100", place=3)
    ranking.rank(row.pk)
    assert verdict(row) is None


def row_changes(row: Match) -> QuerySet[RankChange]:
    return RankChange.objects.filter(rated_match=row.pk).order_by("seat")
