"""What other apps are told of a finished match."""

import pytest

from game import api as game
from tests.support.matches import START, UserFactory, make_match, submit, user_at

pytestmark = pytest.mark.django_db


def test_a_conceded_match_names_winner_and_leaver():
    row = make_match(board_size=11)
    submit(row, 1, at=START + 5_000, do="resign")
    result = game.result(row.pk)
    assert (result.reason, result.winner, result.left, result.played_out) == ("resigned", 0, 1, False)
    assert [seat.user_id for seat in result.seats] == [user_at(row, 0).pk, user_at(row, 1).pk]
    assert (result.public_id, result.language, result.variant) == (row.public_id, "en", "alfapower")
    assert result.finished_at == START + 5_000
    assert all(isinstance(seat.total, int) for seat in result.seats)


def test_only_players_and_only_of_matches_that_are_over():
    row = make_match(board_size=11)
    player = user_at(row, 0)
    assert game.result(row.pk) is None and game.result_for(row.public_id, player.pk) is None
    submit(row, 0, do="resign")
    assert game.result_for(row.public_id, player.pk) == game.result(row.pk)
    assert game.result_for(row.public_id, UserFactory().pk) is None
    assert game.result_for("no\0match", player.pk) is None


def test_a_player_whose_account_is_gone_keeps_name_and_total():
    row = make_match(board_size=11)
    submit(row, 0, do="resign")
    name = user_at(row, 0).display_name
    user_at(row, 0).delete()
    gone = game.result(row.pk).seats[0]
    assert (gone.user_id, gone.name) == (None, name)
