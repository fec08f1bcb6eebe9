"""What matches of Alfapet count for: the rating for two from a preset, no points, places for all, own figures."""

from collections.abc import Sequence

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.models import PlayedMatch, RankChange, RatedMatch, Rating
from accounts.services import facts, ranking
from accounts.statistics import figures as stats
from accounts.statistics.filters import Choice
from game import api as game
from game.models import Match
from game.variants.alfapet.rules.tiles import ARROW, BLACK
from tests.support.matches import make_match, state_of, submit, user_at
from tests.support.types import certain

GAME, NAMES = "alfapet", ("Anna", "Bo", "Cilla", "Dag")
SIGNS = (BLACK, ARROW, "?")

pytestmark = pytest.mark.usefixtures("every_word")


def passed(row: Match, turns: int) -> None:
    """That many turns passed."""
    for _ in range(turns):
        assert not submit(row, state_of(row).active, do="pass").code


def ended(seats: int, *, preset: str = GAME, leaves: Sequence[int] = ()) -> Match:
    """A match of so many accounts: seat 0 lays a word, some leave, the others pass to the end."""
    row = make_match(variant=GAME, players=NAMES[:seats], turn_seconds=None)
    get_user_model().objects.filter(seats__match=row).update(is_guest=False)
    Match.objects.filter(pk=row.pk).update(preset=preset, rated=bool(preset))
    state = state_of(row)
    center = state.board.size // 2
    letters = [tile for tile in state.players[0].hand if tile not in SIGNS][:3]
    laid = [[center, center + at, tile] for at, tile in enumerate(letters)]
    assert not submit(row, 0, do="place", tiles=laid).code
    for seat in leaves:
        assert not submit(row, seat, do="resign").code
    passed(row, 2 * (seats - len(leaves)))
    facts.sweep()
    return Match.objects.get(pk=row.pk)


def places(row: Match) -> list[int]:
    return [certain(seat.place) for seat in row.seats.order_by("seat")]


def test_two_from_a_preset_move_the_rating_of_the_game_and_language_and_no_points(client: Client) -> None:
    row = ended(2)
    rated, users = RatedMatch.objects.get(match=row), [user_at(row, seat) for seat in (0, 1)]
    assert (row.reason, rated.verdict, rated.moved) == ("all_passed", "rated", 0)
    assert set(Rating.objects.values_list("variant", "language")) == {(GAME, row.language)}
    won = certain(row.winner)
    winner, loser = users[won], users[1 - won]
    assert Rating.objects.get(user=winner).rating > 1500 > Rating.objects.get(user=loser).rating
    assert [change.points for change in RankChange.objects.all()] == [0, 0]
    assert [ranking.points_of(user.pk, GAME) for user in users] == [1000, 1000]
    board = client.get(reverse("accounts:leaderboard"), {"game": GAME, "unsure": "1", "language": row.language})
    page = board.content.decode()
    assert winner.display_name in page and "Ranked points" not in page
    assert reverse("accounts:bests") in page


@pytest.mark.parametrize(("seats", "preset"), [(2, ""), (3, GAME), (4, GAME), (4, "")])
def test_no_other_match_moves_anything(client: Client, seats: int, preset: str) -> None:
    row = ended(seats, preset=preset)
    assert not RatedMatch.objects.exists() and not Rating.objects.exists() and not RankChange.objects.exists()
    client.force_login(user_at(row, 0))
    told = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert ("Only matches of two are ranked." if preset else "Custom matches are not ranked.") in told


def test_of_four_all_have_a_place_and_figures_of_this_game_alone(client: Client) -> None:
    row = ended(4, preset="", leaves=(2,))
    totals = [int(seat.total) for seat in row.seats.order_by("seat")]
    stayed = (0, 1, 3)
    for seat in stayed:
        assert places(row)[seat] == 1 + sum(totals[other] > totals[seat] for other in stayed)
    assert places(row)[2] == 4
    played = PlayedMatch.objects.filter(match=row)
    assert sorted(played.values_list("place", "seats")) == [(place, 4) for place in sorted(places(row))]
    first = user_at(row, 0)
    assert stats.statistics(first, Choice(variant=GAME), certain(row.finished_at)).all.matches == 1
    assert stats.statistics(first, Choice(), certain(row.finished_at)).all.matches == 0
    client.force_login(first)
    page = client.get(reverse("accounts:player", args=[first.public_id]), {"game": GAME}).content.decode()
    shown = page.partition('id="figures"')[2].partition("<footer")[0]
    assert shown and not any(foreign in shown for foreign in ("Alfa tile", "Coins", "owers"))
    (recent,) = game.recent_matches(first.pk)
    assert (recent.place, recent.seats, recent.variant) == (places(row)[0], 4, GAME)
    end = client.get(reverse("game:match", args=[row.public_id])).content.decode()
    assert end.count(">Place<") == 1 and "Left" in end
