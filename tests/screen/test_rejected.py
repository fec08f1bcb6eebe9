"""What the list has turned down in the turn that runs is remembered for its player, on every page of theirs."""

import re

from django.test import Client

from game.models import Match
from tests.screen.drawn import drawn
from tests.support.matches import give_hand, make_match, submit, user_at


def remembered(row: Match, seat: int) -> str:
    """The words that the seat's page knows to be none."""
    found = re.search(r'data-rejected="([^"]*)"', drawn(row, seat)["state"])
    return found[1] if found else ""


def test_the_words_of_failed_tries_are_known_to_their_player_alone_until_the_turn_ends() -> None:
    row = make_match(turn_seconds=None, tries_per_turn=None)
    give_hand(row, 0, "TNSXAEI")
    assert remembered(row, 0) == ""
    for tiles in ([[7, 7, "T"], [7, 8, "N"]], [[7, 7, "X"], [7, 8, "S"]], [[7, 7, "T"], [7, 8, "N"]]):
        assert submit(row, 0, do="place", tiles=tiles).code == "invalid_words"
    assert (remembered(row, 0), remembered(row, 1)) == ("TN XS", "")
    assert submit(row, 0, do="pass").code == ""
    assert (remembered(row, 0), remembered(row, 1)) == ("", "")


def test_the_page_has_them_from_the_start(client: Client) -> None:
    row = make_match(turn_seconds=None)
    give_hand(row, 0, "TNSXAEI")
    submit(row, 0, do="place", tiles=[[7, 7, "T"], [7, 8, "N"]])
    client.force_login(user_at(row, 0))
    assert 'data-rejected="TN"' in client.get(f"/match/{row.public_id}/").content.decode()
