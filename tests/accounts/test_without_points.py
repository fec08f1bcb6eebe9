"""A game without ranked points: its matches between two feed the rating, and move and show no points."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import RankChange, RatedMatch, Rating, User
from accounts.services import ranking
from accounts.statistics import figures as stats
from accounts.statistics.filters import Choice
from game.games import DEFAULT_VARIANT
from game.variants import VARIANTS
from tests.accounts.ranking import HOUR, ended
from tests.support.matches import START


@pytest.fixture(autouse=True)
def without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default game has none."""
    monkeypatch.setitem(VARIANTS, DEFAULT_VARIANT, replace(VARIANTS[DEFAULT_VARIANT], ranked=False))


@pytest.mark.parametrize(
    ("reason", "scored"), [("bag_empty", (9, 9)), ("bag_empty", (0, 0)), ("resigned", (9, 9)), ("forfeited", (3, 3))]
)
def test_however_it_ends_the_rating_moves_and_no_points(
    astrid: User, bjorn: User, reason: str, scored: tuple[int, int]
) -> None:
    row = ended(astrid, bjorn, (400, 100), reason=reason, winner=0, scored_turns=scored)
    rated = RatedMatch.objects.get(match=row)
    assert (rated.verdict, rated.moved) == ("rated", 0)
    assert [change.points for change in RankChange.objects.all()] == [0, 0]
    assert Rating.objects.get(user=astrid).rating > 1500 > Rating.objects.get(user=bjorn).rating
    assert [ranking.points_of(player.pk) for player in (astrid, bjorn)] == [1000, 1000]
    assert ranking.make_void(row.pk, START + HOUR, "") and Rating.objects.get(user=astrid).rating == 1500
    assert ranking.reinstate(row.pk, "") and Rating.objects.get(user=astrid).rating > 1500


def test_a_shared_first_place_is_a_half(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (200, 200), places=(1, 1))
    assert RatedMatch.objects.get().verdict == "rated"
    assert Rating.objects.get(user=astrid).rating == Rating.objects.get(user=bjorn).rating == 1500


def test_its_pages_say_nothing_of_points(client: Client, astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (400, 100))
    client.force_login(astrid)
    card = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert "This game has no ranked points." in card and "The rating counts it as a win." in card
    assert "Ranked points" not in card and 'class="delta' not in card
    board = client.get(reverse("accounts:leaderboard")).content.decode()
    assert "Ranked points" not in board and "Astrid" in board
    assert "Astrid" in client.get(reverse("accounts:leaderboard"), {"by": "points"}).content.decode()
    assert stats.ranked_points(astrid) is None
    assert stats.points_curve(astrid, Choice(), START) == []
    assert len(stats.rating_curve(astrid, "en", Choice(), START)) == 1
