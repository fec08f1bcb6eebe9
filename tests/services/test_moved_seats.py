"""Seats that go from a guest to an account: what moves with them, and what stays."""

import pytest

from game.services import seats
from tests.support.matches import UserFactory, make_match, user_at


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
