"""A rematch of three by its services: all who stay must agree, and who has left or said not now is left out."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from lobby.models import Rematch
from lobby.services import players_present
from lobby.services.rematch import accept, decline, look, propose, withdraw
from tests.lobby.conftest import Clock
from tests.support.browsers import signed_in
from tests.support.matches import START
from tests.support.types import certain

END = START + 5_000


pytestmark = pytest.mark.usefixtures("made")


def stages(public_id: str, players: Sequence[int], at: int = END) -> list[str]:
    return [certain(look(public_id, player, at)).stage for player in players]


def test_it_begins_when_all_have_agreed_and_everybody_is_a_seat_further_up(
    table: tuple[str, list[int]], made: list[Any]
) -> None:
    over, (astrid, bjorn, clara) = table
    assert stages(over, table[1]) == ["open"] * 3
    assert [certain(look(over, player, END)).begins for player in table[1]] == [False, True, False]
    seen = certain(look(over, clara, END))
    assert seen.opponent == "Astrid, Björn" and seen.starter == "Björn"

    propose(over, astrid, END)
    assert stages(over, table[1]) == ["waiting", "asked", "asked"]
    assert certain(accept(over, clara, END)).stage == "waiting"
    assert stages(over, table[1]) == ["waiting", "asked", "waiting"] and made == []
    assert certain(accept(over, bjorn, END)).stage == "agreed"
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Björn", "Clara", "Astrid"]
    assert made[0]["by_lot"] is False


def test_who_says_not_now_is_left_out_and_the_others_play(table: tuple[str, list[int]], made: list[Any]) -> None:
    over, (astrid, bjorn, clara) = table
    propose(over, astrid, END)
    accept(over, clara, END)
    assert certain(decline(over, bjorn, END)).stage == "without"
    assert stages(over, table[1]) == ["agreed", "without", "agreed"]  # nobody leads him to a match he has no seat in
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Clara", "Astrid"]


def test_where_two_of_three_say_not_now_nobody_plays(table: tuple[str, list[int]], made: list[Any]) -> None:
    over, (astrid, bjorn, clara) = table
    propose(over, astrid, END)
    decline(over, bjorn, END)
    decline(over, clara, END)
    assert certain(look(over, astrid, END)).stage == "declined" and made == []
    assert certain(propose(over, astrid, END)).stage == "declined"
    assert certain(propose(over, bjorn, END)).stage == "waiting"  # but who said so may ask
    assert certain(look(over, clara, END)).stage == "asked"


def test_who_has_left_is_not_waited_for(table: tuple[str, list[int]], made: list[Any]) -> None:
    over, (astrid, bjorn, clara) = table
    stages(over, table[1])
    propose(over, astrid, END + 1_000)
    accept(over, bjorn, END + 1_000)
    later = END + 1_000 + players_present.GONE_MS
    assert stages(over, [astrid], later - 1_000) == ["waiting"]  # Clara was heard a moment ago
    players_present.expect([bjorn], later)
    assert stages(over, [astrid], later) == ["agreed"]
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Björn", "Astrid"]


def test_what_is_taken_back_takes_the_answers_with_it(table: tuple[str, list[int]], made: list[Any]) -> None:
    over, (astrid, bjorn, clara) = table
    propose(over, astrid, END)
    accept(over, bjorn, END)
    withdraw(over, astrid, END)
    assert stages(over, table[1]) == ["open"] * 3 and not Rematch.objects.get().answers.exists()
    propose(over, clara, END)
    assert certain(accept(over, astrid, END)).stage == "waiting" and made == []


def card_of(over: str, player: int) -> str:
    """The card on that player's page."""
    user = get_user_model().objects.get(pk=player)
    return signed_in(user).get(reverse("lobby:rematch", args=[over])).content.decode()


def test_the_card_names_who_asks_and_speaks_of_all(table: tuple[str, list[int]], clock: Clock) -> None:
    over, (astrid, bjorn, clara) = table
    clock.now = END
    assert "All who stay must accept." in card_of(over, bjorn)
    propose(over, clara, END)
    assert "Clara wants a rematch." in card_of(over, bjorn) and "Astrid, Clara wants" not in card_of(over, bjorn)
    decline(over, astrid, END)
    withdraw(over, clara, END)
    decline(over, clara, END)
    propose(over, astrid, END)
    clock.now = END + players_present.GONE_MS + 100_000
    assert "The others have left." in card_of(over, bjorn)


def test_the_card_says_so_where_too_few_are_left(table: tuple[str, list[int]], clock: Clock) -> None:
    over, (astrid, bjorn, clara) = table
    propose(over, astrid, END)
    for player in (bjorn, clara):
        decline(over, player, END)
    clock.now = END
    assert "Too few want to play again." in card_of(over, astrid)
