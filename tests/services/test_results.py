"""What other apps are told of a finished match."""

from collections.abc import Sequence

import pytest

from game import api as game
from game.models import Match, SeatRow
from game.services.results import Result
from tests.support.matches import START, UserFactory, make_match, submit, user_at
from tests.support.types import certain


def test_a_conceded_match_names_winner_and_leaver() -> None:
    row = make_match(board_size=11)
    submit(row, 1, at=START + 5_000, do="resign")
    result = certain(game.result(row.pk))
    assert (result.reason, result.winner, result.drawn, result.played_out) == ("resigned", 0, False, False)
    assert [(seat.place, seat.left) for seat in result.seats] == [(1, False), (2, True)]
    assert [seat.user_id for seat in result.seats] == [user_at(row, 0).pk, user_at(row, 1).pk]
    assert (result.public_id, result.language, result.variant) == (row.public_id, "en", "alfapower")
    assert result.finished_at == START + 5_000
    assert all(isinstance(seat.total, int) for seat in result.seats)


def test_only_players_and_only_of_matches_that_are_over() -> None:
    row = make_match(board_size=11)
    player = user_at(row, 0)
    assert game.result(row.pk) is None and game.result_for(row.public_id, player.pk) is None
    submit(row, 0, do="resign")
    assert game.result_for(row.public_id, player.pk) == game.result(row.pk)
    assert game.result_for(row.public_id, UserFactory.create().pk) is None
    assert game.result_for("no\0match", player.pk) is None


def test_a_player_whose_account_is_gone_keeps_name_and_total() -> None:
    row = make_match(board_size=11)
    submit(row, 0, do="resign")
    name = user_at(row, 0).display_name
    user_at(row, 0).delete()
    gone = certain(game.result(row.pk)).seats[0]
    assert (gone.user_id, gone.name) == (None, name)


def over(
    row: Match,
    places: Sequence[int | None],
    out: tuple[bool, bool, bool] = (False, False, False),
    winner: int | None = None,
    reason: str = "bag_empty",
) -> Result:
    """The match as one of three that ended with these places."""
    SeatRow.objects.create(match=row, seat=2, user=UserFactory.create(display_name="Clara"), name="Clara", total="30")
    for seat, (place, left) in enumerate(zip(places, out, strict=True)):
        SeatRow.objects.filter(match=row, seat=seat).update(place=place, out=left, total=str(100 - 10 * seat))
    Match.objects.filter(pk=row.pk).update(status="over", reason=reason, winner=winner, finished_at=START)
    return certain(game.result(row.pk))


@pytest.mark.parametrize(
    ("places", "out", "winner", "drawn", "played_out"),
    [
        ((1, 2, 3), (False, False, False), 0, False, True),
        ((1, 1, 3), (False, False, False), None, True, True),
        ((2, 1, 3), (False, False, True), 1, False, True),  # one left, the rest played on
        ((3, 1, 2), (True, False, True), 1, False, False),  # all but one left
        ((None, None, None), (False, False, False), None, False, False),  # everybody was gone
    ],
)
def test_places_of_three(
    places: tuple[int | None, ...],
    out: tuple[bool, bool, bool],
    winner: int | None,
    drawn: bool,
    played_out: bool,
) -> None:
    result = over(make_match(board_size=11), places, out, winner)
    assert tuple(seat.place for seat in result.seats) == places
    assert tuple(seat.left for seat in result.seats) == out
    assert (result.winner, result.drawn, result.played_out) == (winner, drawn, played_out)
    assert [seat.name for seat in result.others(1)] == [result.seats[2].name, result.seats[0].name]


def test_the_list_of_a_player_names_all_the_others_and_the_best_of_their_totals() -> None:
    row = make_match(board_size=11)
    over(row, (1, 1, 3))
    names = [seat.name for seat in SeatRow.objects.filter(match=row).order_by("seat")]
    mine, _, last = (game.recent_matches(certain(seat.user_id))[0] for seat in SeatRow.objects.filter(match=row))
    assert (mine.opponent, mine.totals, mine.won, mine.drawn) == (f"{names[1]}, {names[2]}", (100, 90), False, True)
    assert (last.opponent, last.totals, last.won, last.drawn) == (f"{names[0]}, {names[1]}", (80, 100), False, False)
