"""Ends at the same instant, on real row locks: each match moves what it moves once, and the sum of all points stays."""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import RankChange, RatedMatch, Rating, Standing, User
from accounts.services import ranking
from game.models import Match
from game.services import store
from tests.accounts.ranking import account, ended
from tests.support.at_once import well_at_once
from tests.support.matches import START

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 12


def told(row: Match) -> Callable[[], None]:
    """What the end of a match, or the sweep after it, does under the match's lock."""

    def tell() -> None:
        with transaction.atomic():
            store.tell_end(store.lock(row.pk), START)

    return tell


def ranked(row: Match) -> Callable[[], object]:
    """The same without that lock: whoever else might call it."""
    return lambda: ranking.rank(row.pk)


def deleted(player: User) -> Callable[[], None]:
    """A deletion takes the player's row before it looks at what hangs on it."""

    def delete() -> None:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=player.pk).delete()

    return delete


@pytest.fixture
def pair(astrid: User, bjorn: User) -> tuple[User, User]:
    return astrid, bjorn


@pytest.mark.parametrize("way", [told, ranked])
def test_one_match_applied_by_several_counts_once(
    pair: tuple[User, User], way: Callable[[Match], Callable[[], object]]
) -> None:
    for number in range(1, ROUNDS + 1):
        RankChange.objects.all().delete()  # so that the day's limit stays away
        row = ended(*pair, (110, 100), tell=False)
        well_at_once(*(way(row) for _ in range(3)))
        assert RankChange.objects.filter(rated_match=row.pk).count() == 2
        assert [ranking.points_of(player.pk) for player in pair] == [1000 + 10 * number, 1000 - 10 * number]
        assert {rating.matches for rating in Rating.objects.all()} == {number}


def test_two_matches_of_the_same_pair_end_at_once(pair: tuple[User, User]) -> None:
    """They sit the other way round in the other one: whoever locked by seat would deadlock."""
    first, second = pair
    for number in range(1, ROUNDS + 1):
        RankChange.objects.all().delete()
        rows = ended(first, second, (110, 100), tell=False), ended(second, first, (90, 100), tell=False)
        well_at_once(*(told(row) for row in rows))
        changes = RankChange.objects.filter(rated_match__in=[row.pk for row in rows])
        assert changes.count() == 4 and sum(change.points for change in changes) == 0
        assert [ranking.points_of(player.pk) for player in pair] == [1000 + 20 * number, 1000 - 20 * number]
        # One after the other: the later of them began where the earlier one ended.
        mine = sorted(changes.filter(user=first), key=lambda change: change.points_before)
        assert mine[1].points_before == mine[0].points_after
        assert mine[1].rating_before == pytest.approx(mine[0].rating_after)
        assert Standing.objects.get(user=first, language="en", span="week").matches == 2 * number


def test_the_sixth_match_of_a_day_stays_out_when_all_end_at_once(pair: tuple[User, User]) -> None:
    rows = [ended(*pair, (110, 100), tell=False) for _ in range(7)]
    well_at_once(*(told(row) for row in rows))
    verdicts = sorted(RatedMatch.objects.values_list("verdict", flat=True))
    assert verdicts == ["moved"] * 5 + ["often"] * 2
    assert [ranking.points_of(player.pk) for player in pair] == [1050, 950]


def test_an_account_deleted_while_its_match_is_ranked(pair: tuple[User, User]) -> None:
    """Either before, and nothing moves, or after, and the opponent keeps what was won."""
    first, _ = pair
    expected, seen = 1000, set()
    for number in range(ROUNDS):
        RankChange.objects.all().delete()
        leaver = account(f"Leaver {number}")
        row = ended(first, leaver, (110, 100), tell=False)
        works = [told(row), deleted(leaver)]
        well_at_once(*(works if number % 2 else works[::-1]))
        verdict = RatedMatch.objects.get(match=row).verdict
        changes = list(RankChange.objects.filter(rated_match=row.pk))
        expected += 10 * (verdict == "moved")
        assert ranking.points_of(first.pk) == expected
        assert sum(change.points for change in changes) == 0
        assert [change.user_id for change in changes] in ([first.pk, None], [])
        assert (verdict == "gone") == (not changes)
        seen.add(verdict)
    assert seen <= {"moved", "gone"}
