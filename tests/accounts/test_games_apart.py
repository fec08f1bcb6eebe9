"""Two games in one account: points, ratings, boards, figures and what is taken along are each game's own."""

import random

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.models import PlayedMatch, RankChange, RatedMatch, Rating
from accounts.ranking.leaderboard import Board, page_of
from accounts.services import data_export, facts, ranking
from accounts.statistics import figures as stats
from accounts.statistics.filters import Choice
from game.models import Match
from tests.support.classic_matches import classic_match, to_a_draw, to_an_empty_hand
from tests.support.matches import make_match, state_of, submit, user_at
from tests.support.types import certain

pytestmark = pytest.mark.usefixtures("every_word")


def ranked(row: Match, preset: str) -> Match:
    """The match as one of Quick Join between two accounts."""
    get_user_model().objects.filter(seats__match=row).update(is_guest=False)
    Match.objects.filter(pk=row.pk).update(preset=preset, rated=True)
    return row


def played_out() -> Match:
    row = ranked(classic_match(3), "classic")
    to_an_empty_hand(row, random.Random(3))
    facts.sweep()
    return Match.objects.get(pk=row.pk)


def test_the_difference_of_the_totals_moves_at_classic_and_at_no_other_game() -> None:
    row = played_out()
    totals = [int(seat.total) for seat in row.seats.order_by("seat")]
    moved = min(200, abs(totals[0] - totals[1]))
    winner, loser = user_at(row, certain(row.winner)), user_at(row, 1 - certain(row.winner))
    assert RatedMatch.objects.get(match=row).moved == moved > 0
    assert [ranking.points_of(user.pk, "classic") for user in (winner, loser)] == [1000 + moved, 1000 - moved]
    assert [ranking.points_of(user.pk) for user in (winner, loser)] == [1000, 1000]
    assert set(Rating.objects.values_list("variant", "language")) == {("classic", "en")}
    board = page_of(Board("points", "", "all", "classic"), certain(row.finished_at), None)
    assert [line.public_id for line in board.lines] == [winner.public_id, loser.public_id]
    assert not page_of(Board("points", "", "all"), certain(row.finished_at), None).lines


def test_a_draw_moves_no_points_and_half_a_rating() -> None:
    row = ranked(classic_match(3), "classic")
    to_a_draw(row, random.Random(3))
    rated = RatedMatch.objects.get(match=row)
    assert (rated.verdict, rated.moved) == ("even", 0)
    assert [(change.drawn, change.won, change.points) for change in RankChange.objects.all()] == [(True, False, 0)] * 2
    facts.sweep()
    assert list(PlayedMatch.objects.values_list("outcome", "place")) == [("d", 1), ("d", 1)]


def test_matches_of_one_game_do_not_use_up_the_day_of_another() -> None:
    row = played_out()
    users = [user_at(row, seat) for seat in (0, 1)]
    RatedMatch.objects.filter(match=row).update(variant="alfapower")
    ids = [user.pk for user in users]
    assert ranking._counted_that_day(ids, "alfapower", "live", certain(row.finished_at)) == 1
    assert ranking._counted_that_day(ids, "classic", "live", certain(row.finished_at)) == 0


def test_the_figures_of_classic_stand_alone_and_show_nothing_of_alfapower(client: Client) -> None:
    row = played_out()
    user = user_at(row, 0)
    mine = PlayedMatch.objects.get(match=row, user=user)
    assert (mine.variant, mine.coins_earned, mine.alfa_made, mine.board_size) == ("classic", 0, 0, 15)
    assert set(mine.own) == {"bingo_points", "tiles_swapped", "transfer"}
    assert mine.own["bingo_points"] == 50 * mine.full_turns > 0
    found = stats.statistics(user, Choice(variant="classic"), certain(row.finished_at))
    assert dict(found.own) == {"Bonus points for seven tiles": mine.own["bingo_points"], "Tiles swapped": 0}
    assert stats.statistics(user, Choice(), certain(row.finished_at)).all.matches == 0
    client.force_login(user)
    page = client.get(reverse("accounts:player", args=[user.public_id]), {"game": "classic"}).content.decode()
    shown = page.partition('id="figures"')[2].partition("<footer")[0]
    assert "Bonus points for seven tiles" in shown
    for foreign in ("Alfa", "Coins", "owers", "They cost"):
        assert foreign not in shown, foreign


def test_the_leaderboard_of_a_game_is_chosen_and_kept_by_every_link(client: Client) -> None:
    row = played_out()
    winner = user_at(row, certain(row.winner))
    page = client.get(reverse("accounts:leaderboard"), {"game": "classic"}).content.decode()
    assert winner.display_name in page
    assert page.count("&amp;game=classic") >= 8 and 'aria-current="true">Classic</a>' in " ".join(page.split())
    default = client.get(reverse("accounts:leaderboard")).content.decode()
    assert winner.display_name not in default and default.count("game=classic") == 1
    assert client.get(reverse("accounts:leaderboard"), {"game": "chess"}).status_code == 200


def test_what_one_takes_along_names_the_game(client: Client) -> None:
    row = played_out()
    user = user_at(row, 0)
    other = make_match()
    submit(other, 0, do="resign")
    (match,) = data_export.of(user)["matches"]
    assert (match["variant"], match["record"]["variant"]) == ("classic", "classic")
    client.force_login(user)
    table = client.get(reverse("accounts:matches_csv", args=[user.public_id]), {"game": "classic"}).content.decode()
    head, line = table.splitlines()
    assert dict(zip(head.split(","), line.split(","), strict=True))["game"] == "classic"
    assert state_of(row).over
