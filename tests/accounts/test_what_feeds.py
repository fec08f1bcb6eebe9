"""What feeds a rating, and what only stands in the book: rules §5, R6.27 and R6.30."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import RankChange, Rating, Standing, User
from accounts.ranking.leaderboard import Board, page_of
from accounts.services import ranking
from game.models import LogEntry, Match
from game.variants import VARIANTS
from tests.accounts.ranking import DAY, account, ended, points
from tests.support.matches import START, make_match, resigned, state_of, submit, user_at
from tests.support.players import alfapet, alfapower, classic, flex, keebble
from tests.support.types import certain
from tests.support.word_lists import know_every_word


def rating(player: User) -> Rating | None:
    return Rating.objects.filter(user=player).first()


def settle_in(*players: User) -> None:
    """So many matches that nobody's rating is provisional any more."""
    for number in range(30):
        for place in range(0, len(players), 2):
            one, other = players[place : place + 2]
            first, second = (one, other) if number % 2 else (other, one)
            ended(first, second, at=START + number * DAY)


@pytest.mark.parametrize("scored", [(0, 0), (2, 9), (9, 2)])
@pytest.mark.parametrize("reason", ["resigned", "conceded", "forfeited", "abandoned"])
def test_of_a_match_left_early_only_the_one_who_left_is_rated(
    astrid: User, bjorn: User, reason: str, scored: tuple[int, int]
) -> None:  # R6.27
    ended(astrid, bjorn, reason=reason, winner=0, scored_turns=scored)
    assert rating(astrid) is None
    left = certain(rating(bjorn))
    assert left.rating < 1500 and left.matches == 1
    assert [change.feeds for change in RankChange.objects.order_by("seat")] == [False, True]


ACT: dict[str, Callable[[Any, Random], tuple[int, Any]]] = {
    "alfapet": alfapet.act_by_lot,
    "alfapower": alfapower.act_by_lot,
    "flex": flex.act_by_lot,
    "keebble": keebble.act_by_lot,
}


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("late", [False, True])
def test_in_every_game_a_late_resignation_is_rated_for_both(
    astrid: User, bjorn: User, monkeypatch: pytest.MonkeyPatch, variant: str, late: bool
) -> None:
    """By real matches: the states of some games do not count turns in which words were scored, so the log is asked."""
    know_every_word(monkeypatch)
    row = make_match(users=(astrid, bjorn), variant=variant, turn_seconds=None)
    Match.objects.filter(pk=row.pk).update(preset=variant, rated=True)
    chance, scored = Random(variant), Counter[int]()
    while late and min(scored[0], scored[1]) < 3:
        seat, data = _next(variant, state_of(row), chance)
        submit(row, seat, **data)  # in Classic what is proposed may be refused
        assert not state_of(row).over
        scored.clear()
        for entry in LogEntry.objects.filter(match=row):
            scored.update(event["seat"] for event in json.loads(entry.events) if event["kind"] == "words_scored")
    resigned(row, seat=0)
    winner, loser = (Rating.objects.filter(user=user_at(row, seat)).first() for seat in (1, 0))
    assert certain(loser).rating < 1500
    assert (winner is not None and winner.rating > 1500) is late


def _next(variant: str, state: Any, chance: Random) -> tuple[int, dict[str, Any]]:
    """Whose turn it is, and what they do by lot; no clock runs out here."""
    while True:
        if variant not in ACT:  # Classic, and a plain game that has no player of its own here
            seat, data = state.active, {"do": "place", "tiles": classic.lay_by_lot(state, chance)}
        else:
            seat, action = ACT[variant](state, chance)
            data = action.dump()
        if data["do"] not in ("timeout", "pass"):
            return seat, data


def test_a_rating_that_is_there_stays_as_it_was(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, at=START)
    before = Rating.objects.filter(user=astrid).values().get()
    ended(astrid, bjorn, at=START + DAY, reason="resigned", winner=0, scored_turns=(0, 0))
    assert Rating.objects.filter(user=astrid).values().get() == before
    line = Standing.objects.get(user=astrid, language="en", span="all")
    assert (line.rating, line.matches, line.won) == (before["rating"], 2, 2)


def test_one_who_is_rated_by_nothing_yet_stands_on_no_board_of_ratings(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, reason="resigned", winner=0, scored_turns=(0, 0))
    for unsure in (False, True):
        board = Board(variant="alfapower", language="en", span="all", by="rating", unsure=unsure)
        names = [line.name for line in page_of(board, START, None).lines]
        assert "Astrid" not in names


def test_five_wins_a_day_over_provisional_ratings_feed_one(astrid: User) -> None:  # R6.30
    """Puppets that play to the end: the points of the day's limit between two, but no rating without end."""
    fed = []
    for number in range(8):
        ended(astrid, account(f"Puppet {number}"), (300, 250), at=START + number)
        fed.append(certain(rating(astrid)).matches)
    assert fed == [1, 2, 3, 4, 5, 5, 5, 5]
    assert points(astrid) == [1400], "points move by their own rule"
    ended(astrid, account("Tomorrow"), at=START + DAY)
    assert certain(rating(astrid)).matches == 6


def test_losses_to_them_and_draws_with_them_always_do(astrid: User) -> None:
    for number in range(7):
        ended(astrid, account(f"Puppet {number}"), (250, 300), at=START + number)
    assert certain(rating(astrid)).matches == 7


def test_a_puppet_of_the_sixth_win_is_rated_itself(astrid: User) -> None:
    for number in range(6):
        last = account(f"Puppet {number}")
        ended(astrid, last, at=START + number)
    assert certain(rating(last)).rating < 1500


def test_wins_over_settled_ratings_are_not_counted(astrid: User, bjorn: User) -> None:
    others = [account(f"Known {number}") for number in range(8)]
    settle_in(*others)
    for number in range(8):
        ended(astrid, others[number], at=START + 40 * DAY + number)
    assert certain(rating(astrid)).matches == 8


def test_a_language_or_game_has_five_of_its_own(astrid: User) -> None:
    for number in range(12):
        ended(astrid, account(f"Puppet {number}"), at=START + number, language=("en", "sv")[number % 2])
    assert [row.matches for row in Rating.objects.filter(user=astrid)] == [5, 5]


def test_what_is_made_void_and_counts_again_is_rated_by_what_feeds(astrid: User, bjorn: User) -> None:
    first = ended(astrid, bjorn, at=START)
    ended(astrid, bjorn, at=START + DAY, reason="resigned", winner=0, scored_turns=(0, 0))
    ended(astrid, bjorn, at=START + 2 * DAY)
    before = list(Rating.objects.order_by("user").values("rating", "deviation", "volatility", "matches"))
    assert [row["matches"] for row in before] == [2, 3]
    assert ranking.make_void(first.pk, START + 3 * DAY, "")
    assert ranking.reinstate(first.pk, "")
    after = list(Rating.objects.order_by("user").values("rating", "deviation", "volatility", "matches"))
    assert [row["matches"] for row in after] == [2, 3]
    for was, now in zip(before, after, strict=True):
        assert now["rating"] == pytest.approx(was["rating"]) and now["deviation"] == pytest.approx(was["deviation"])


def test_a_void_win_gives_its_place_in_the_day_back(astrid: User) -> None:
    rows = [ended(astrid, account(f"Puppet {number}"), at=START + number) for number in range(5)]
    assert ranking.make_void(rows[0].pk, START + 10, "")
    ended(astrid, account("Another"), at=START + 20)
    assert certain(rating(astrid)).matches == 5


def test_a_farmed_rating_of_one_evening_stays_what_five_wins_make(astrid: User) -> None:
    """Security P5: twelve accounts that resign at once made 2203 of 1500."""
    for puppet in (account(f"Puppet {number}") for number in range(12)):
        for number in range(5):
            ended(astrid, puppet, at=START + number, reason="resigned", winner=0, scored_turns=(0, 0))
    assert rating(astrid) is None


@pytest.mark.parametrize(
    ("count", "early", "said"),
    [
        (1, True, "Your rating stays as it was: of a match that is left so early, only the one who left is rated."),
        (6, False, "Your rating stays as it was: at most 5 wins a day over provisional ratings count."),
        (1, False, ""),
    ],
)
def test_the_end_page_says_why_a_rating_stays(client: Client, astrid: User, count: int, early: bool, said: str) -> None:
    more: dict[str, object] = {"reason": "resigned", "winner": 0, "scored_turns": (0, 0)} if early else {}
    for number in range(count):
        row = ended(astrid, account(f"Puppet {number}"), at=START + number, **more)  # type: ignore[arg-type]
    client.force_login(astrid)
    card = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert ("Your rating stays" in card) is bool(said) and said in card


def test_the_page_of_the_ranking_says_both(client: Client, db: None) -> None:
    page = " ".join(client.get(reverse("accounts:ranking")).content.decode().split())
    assert "only the one who left is rated" in page and "at most 5 wins a day (UTC) count" in page


def test_a_rating_has_a_pace_and_boards_show_the_live_ones(client: Client, astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn)
    assert {row.pace for row in Rating.objects.all()} == {"live"}
    Rating.objects.filter(user=astrid).update(pace="slow", rating=2900)
    client.force_login(astrid)
    board = reverse("accounts:leaderboard")
    assert "2,900" not in client.get(board, {"by": "rating", "language": "en"}).content.decode()
