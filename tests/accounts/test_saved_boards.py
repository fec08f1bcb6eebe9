"""Boards of one's own: what may be kept, how many, and where they go with their player."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts import api as accounts
from accounts.board_models import MOST_BOARDS
from accounts.models import SavedBoard, User
from accounts.services import boards, data_export, leaving, merging, retention
from accounts.services.boards import BadBoard
from accounts.services.guests import create_guest
from game.services.clock import now_ms
from tests.accounts.conftest import PLAIN, SMALL, STANDARD, with_row
from tests.support.types import certain


def nine(user: User, name: str = "Board") -> list[SavedBoard]:
    """As many boards as there may be."""
    return [boards.keep(user.pk, f"{name} {number}", SMALL) for number in range(MOST_BOARDS)]


def names(user: User) -> list[str]:
    """The names of the player's boards, the latest first."""
    return [board.name for board in accounts.boards_of(user)]


def test_a_board_is_kept_and_changed() -> None:
    one = create_guest()
    board = boards.keep(one.pk, "  Corners \n of mine ", STANDARD)
    boards.keep(one.pk, "Other", PLAIN)

    boards.keep(one.pk, "Corners", SMALL, board.pk)

    assert names(one) == ["Corners", "Other"]
    kept = accounts.board_of(one, board.pk)
    assert kept is not None and (kept.rows, kept.size, kept.name) == (SMALL, 11, "Corners")


@pytest.mark.parametrize(
    ("rows", "code", "row", "mark"),
    [
        ([], "wrong_size", None, ""),
        (SMALL[1:], "wrong_size", None, ""),
        (["." * 13] * 13, "wrong_size", None, ""),
        (with_row(3, "." * 10), "uneven", 3, ""),
        (with_row(0, "." * 15), "uneven", 0, ""),
        (with_row(10, "..........x"), "unknown_mark", 10, "x"),
        (with_row(2, "q"), "unknown_mark", 2, "q"),
        (with_row(4, "*.........."), "star_off_centre", 4, ""),
        (with_row(5, "t.d..*..d.*"), "star_off_centre", 5, ""),
    ],
)
def test_rows_that_are_no_board_are_named(rows: Sequence[Any], code: str, row: int, mark: str) -> None:
    one = create_guest()
    with pytest.raises(BadBoard) as refused:
        boards.keep(one.pk, "Board", rows)
    fault = certain(refused.value.fault)
    assert (refused.value.code, fault.row, fault.mark) == (code, row, mark)
    assert not refused.value.is_about_name and accounts.boards_of(one) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "no_name"), (" \t", "no_name"), ("x" * 31, "long_name"), ("a\0b", "unshown_name"), ("B", "name_taken")],
)
def test_a_name_that_cannot_be_is_named(name: str, code: str) -> None:
    one = create_guest()
    boards.keep(one.pk, "B", SMALL)
    with pytest.raises(BadBoard) as refused:
        boards.keep(one.pk, name, SMALL)
    assert refused.value.code == code and refused.value.is_about_name


def test_a_name_is_taken_by_ones_own_other_boards_only() -> None:
    one, other = create_guest(), create_guest()
    board = boards.keep(one.pk, "x" * 30, SMALL)
    boards.keep(other.pk, "x" * 30, SMALL)
    boards.keep(one.pk, "x" * 30, STANDARD, board.pk)
    assert len(SavedBoard.objects.filter(name="x" * 30)) == 2


def test_nobody_keeps_more_than_nine() -> None:
    one = create_guest()
    board = nine(one)[0]
    for more in (partial(boards.keep, one.pk, "Tenth", SMALL), partial(boards.duplicate, one.pk, board.pk)):
        with pytest.raises(BadBoard) as refused:
            more()
        assert refused.value.code == "too_many"
    boards.keep(one.pk, "First", STANDARD, board.pk)
    boards.delete(one.pk, board.pk)
    boards.keep(one.pk, "Tenth", SMALL)
    assert len(accounts.boards_of(one)) == MOST_BOARDS


def test_a_copy_gets_a_name_that_is_free() -> None:
    one = create_guest()
    board = boards.keep(one.pk, "x" * 30, STANDARD)
    assert [boards.duplicate(one.pk, board.pk).name for _ in range(2)] == ["x" * 28 + " 2", "x" * 28 + " 3"]
    assert {tuple(board.rows) for board in accounts.boards_of(one)} == {tuple(STANDARD)}


def test_nobody_touches_what_is_another_players() -> None:
    one, other = create_guest(), create_guest()
    board = boards.keep(one.pk, "Mine", SMALL)

    assert accounts.board_of(other, board.pk) is None
    for touch in (
        partial(boards.keep, other.pk, "Theirs", PLAIN, board.pk),
        partial(boards.duplicate, other.pk, board.pk),
    ):
        with pytest.raises(BadBoard) as refused:
            touch()
        assert refused.value.code == "no_board"
    boards.delete(other.pk, board.pk)

    assert names(one) == ["Mine"] and names(other) == []


def test_they_are_in_the_export_and_go_with_their_player() -> None:
    one, other = create_guest(), create_guest()
    boards.keep(one.pk, "Mine", SMALL)
    boards.keep(other.pk, "Theirs", SMALL)

    exported = data_export.of(one)["savedboard_user"]
    assert [(board["name"], board["rows"]) for board in exported] == [("Mine", SMALL)]

    leaving.delete(one.pk)
    assert [board.name for board in SavedBoard.objects.all()] == ["Theirs"]


def test_a_guest_hands_them_over_and_the_account_keeps_its_own() -> None:
    guest, user = create_guest(), User.objects.create_user("Elsa")
    for name, rows in (("Same", SMALL), ("Cross", PLAIN), ("Only the guest's", STANDARD)):
        boards.keep(guest.pk, name, rows)
    for name, rows in (("Same", SMALL), ("Cross", SMALL)):
        boards.keep(user.pk, name, rows)

    merging.merge(guest.pk, user.pk)

    found = {board.name: board.rows for board in accounts.boards_of(user)}
    assert found == {"Same": SMALL, "Cross": SMALL, "Cross 2": PLAIN, "Only the guest's": STANDARD}
    assert SavedBoard.objects.count() == 4


def test_a_guest_hands_over_the_latest_as_far_as_there_is_room() -> None:
    guest, user = create_guest(), User.objects.create_user("Elsa")
    nine(guest, "Guest's")
    for number in range(MOST_BOARDS - 2):
        boards.keep(user.pk, f"Board {number}", SMALL)

    merging.merge(guest.pk, user.pk)

    assert len(names(user)) == MOST_BOARDS and {"Guest's 8", "Guest's 7"} < set(names(user))
    assert SavedBoard.objects.count() == MOST_BOARDS


def test_a_guest_with_a_board_is_kept_like_one_with_a_name() -> None:
    guests = [create_guest() for _ in range(2)]
    boards.keep(guests[0].pk, "Mine", SMALL)
    for days, left in ((3, {guests[0].pk}), (31, set())):
        gone = timezone.now() - timedelta(days=days)
        User.objects.update(seen_at=gone, date_joined=gone)
        retention.purge(now_ms())
        assert set(User.objects.values_list("pk", flat=True)) == left
