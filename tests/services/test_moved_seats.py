"""Seats that go from a guest to an account or lose their name: what moves with them, and what stays."""

import pytest

from game.kernel.chance import seat_order
from game.services import matches, seats
from tests.support.matches import UserFactory, make_match, submit, user_at
from tests.support.types import certain


def test_with_the_seats_go_the_disputes(monkeypatch: pytest.MonkeyPatch) -> None:
    row, account, moved = make_match(), UserFactory.create(), []
    guest = user_at(row, 0).pk
    monkeypatch.setattr("game.services.seats.dictionary.move_disputes", lambda *who: moved.append(who))
    assert seats.move(guest, account.pk) == 0
    assert (user_at(row, 0), moved) == (account, [(guest, account.pk)])


def test_a_running_seat_against_oneself_stays_and_is_counted() -> None:
    row, nobodys = make_match(), make_match(seed=b"\x01" * 32)
    nobodys.seats.update(user=None)
    guest, account = (user_at(row, seat).pk for seat in (0, 1))
    assert seats.move(guest, account) == 1
    assert [user_at(row, seat).pk for seat in (0, 1)] == [guest, account]


@pytest.mark.parametrize("number", range(4))
def test_the_order_of_the_lobby_goes_on_agreeing_with_the_seats_when_a_name_is_forgotten(number: int) -> None:
    row = make_match(seed=bytes([number]) * 32)
    submit(row, 0, do="resign")
    assert seats.forget(user_at(row, 0).pk)
    row.refresh_from_db()
    names = matches.names_of(row.pk)
    assert names[0] == matches.DELETED_NAME != names[1]
    assert seat_order(bytes(certain(row.seed)), certain(row.lobby_order)) == names
