"""The ratings of slow matches: a pool of their own, which moves no ranked points and stands on no
leaderboard (R9.21)."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.api import Pace, rating_of
from accounts.models import PlayedMatch, RankChange, RatedMatch, Rating, Standing, User
from accounts.services import ranking
from tests.accounts.ranking import HOUR, ended, points, verdict
from tests.support.matches import START

SLOW_CLOCK = 14 * 86_400


def pools(player: User) -> dict[str, int]:
    """How many matches fed each of the player's ratings."""
    return dict(Rating.objects.filter(user=player).values_list("pace", "matches"))


@pytest.mark.parametrize("reason", ["bag_empty", "resigned", "forfeited", "conceded"])
def test_however_it_ends_the_slow_rating_alone_moves(astrid: User, bjorn: User, reason: str) -> None:
    row = ended(astrid, bjorn, (400, 100), reason=reason, winner=0, slow=True)
    rated = RatedMatch.objects.get()
    assert (rated.verdict, rated.moved, rated.pace) == ("rated", 0, "slow")
    assert [change.points for change in RankChange.objects.all()] == [0, 0]
    assert points(astrid, bjorn) == [1000, 1000] and not Standing.objects.exists()
    assert rating_of(astrid.pk, "en", pace=Pace.SLOW) > 1500 > rating_of(bjorn.pk, "en", pace=Pace.SLOW)
    assert rating_of(astrid.pk, "en") == rating_of(bjorn.pk, "en") == 1500
    assert ranking.make_void(row.pk, START + HOUR, "") and rating_of(astrid.pk, "en", pace=Pace.SLOW) == 1500
    assert ranking.reinstate(row.pk, "") and rating_of(astrid.pk, "en", pace=Pace.SLOW) > 1500
    assert not Standing.objects.exists()


def test_the_pools_know_nothing_of_each_other(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, at=START)
    live = rating_of(astrid.pk, "en")
    standings = list(Standing.objects.order_by("pk").values())
    ended(bjorn, astrid, at=START + HOUR, slow=True)
    assert pools(astrid) == pools(bjorn) == {"live": 1, "slow": 1}
    assert rating_of(astrid.pk, "en") == live > 1500 > rating_of(astrid.pk, "en", pace=Pace.SLOW)
    assert list(Standing.objects.order_by("pk").values()) == standings


def test_five_a_day_count_of_each_pace(astrid: User, bjorn: User) -> None:
    for number in range(6):
        last = ended(astrid, bjorn, at=START + number, slow=True)
    assert verdict(last) == "often"
    assert verdict(ended(astrid, bjorn, at=START + 7)) == "moved"
    assert pools(astrid) == {"live": 1, "slow": 5}


def test_one_called_off_counts_in_no_pool(client: Client, astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (20, 10), reason="called_off", slow=True)
    assert verdict(row) == "nobody" and not Rating.objects.exists()
    client.force_login(astrid)
    said = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert "The match was called off, so it counts for nothing." in said


def test_the_end_page_says_which_rating_moved(client: Client, astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (400, 100), slow=True)
    client.force_login(astrid)
    card = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert "Slow matches move no ranked points." in card and "Rating in slow matches, English" in card
    assert "Ranked points" not in card


@pytest.mark.parametrize("paces", [(False,), (True,), (False, True)])
def test_the_page_of_figures_shows_the_pools_that_were_played(
    client: Client, astrid: User, bjorn: User, paces: tuple[bool, ...]
) -> None:
    for slow in paces:
        row = ended(astrid, bjorn, slow=slow)
        PlayedMatch.objects.create(**_facts_of(row.pk, astrid, bjorn))
    client.force_login(astrid)
    page = client.get(reverse("accounts:player", args=[astrid.public_id])).content.decode()
    assert ('id="curve-en-live">Rating in English' in page) is (False in paces)
    assert ('id="curve-en-slow">Rating in slow matches, English' in page) is (True in paces)


def _facts_of(match_id: int, player: User, other: User) -> dict[str, object]:
    sums = (
        "score", "total", "opponent_total", "turns", "word_turns", "time_ms", "points", "best_word_points", "best_turn",
        "full_turns", "coins_earned", "coins_spent", "alfa_made", "alfa_points", "tries", "try_points", "try_coins",
        "passes", "timeouts", "swaps",
    )  # fmt: skip
    return dict.fromkeys(sums, 0) | {
        "match_id": match_id, "user": player, "opponent": other, "seat": 0, "finished_at": START, "language": "en",
        "preset": "standard", "rated": True, "board_size": 15, "turn_seconds": SLOW_CLOCK, "outcome": "w",
        "reason": "bag_empty",
    }  # fmt: skip
