"""The field for commands comes when it is opened: to who plays the match, with the words of its game."""

import pytest
from django.test import Client

from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, user_at


@pytest.mark.parametrize(("variant", "has_powers"), [("alfapower", True), ("alfapet", False)])
def test_a_player_is_given_the_field_of_the_game(variant: str, has_powers: bool) -> None:
    row = make_match(variant=variant)
    field = signed_in(user_at(row, 1)).get(f"/match/{row.public_id}/commands").content.decode()
    assert field.startswith("<section") and 'id="command-line"' in field
    assert ("claim" in field) is has_powers


def test_nobody_else_is_and_it_changes_nothing() -> None:
    row = make_match()
    path = f"/match/{row.public_id}/commands"
    for stranger in (Client(), signed_in(UserFactory.create())):
        assert stranger.get(path).status_code in (302, 403, 404)
    player = signed_in(user_at(row, 0))
    assert player.post(path).status_code == 405
    assert player.get("/match/no-such-match/commands").status_code == 404
