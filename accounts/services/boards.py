"""Players' own boards: save, rename, copy and delete. A match keeps its own copy of its board.

Saving another board locks the player's row, so that two tabs together cannot exceed the limit.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.board_models import BOARD_NAME_LENGTH, MOST_BOARDS
from accounts.models import SavedBoard, User
from common.typed_text import as_meant
from game import api as game

_ABOUT_NAMES = ("no_name", "long_name", "unshown_name", "name_taken")


class BadBoard(ValueError):
    """A board that cannot be saved. `code`: no_name, long_name, unshown_name, name_taken; too_many; no_board, it was
    deleted; or that of `fault`, which says what is wrong with the rows."""

    def __init__(self, code: str, fault: game.BoardFault | None = None) -> None:
        super().__init__(code)
        self.code, self.fault = code, fault

    @property
    def is_about_name(self) -> bool:
        """Whether another name would be accepted."""
        return self.code in _ABOUT_NAMES


def boards_of(user: User) -> list[SavedBoard]:
    """The player's boards, the last changed first."""
    return list(SavedBoard.objects.filter(user=user).order_by("-changed_at", "-pk"))


def board_of(user: User, board_id: int) -> SavedBoard | None:
    """The board by its key, if it is the player's."""
    return SavedBoard.objects.filter(user=user, pk=board_id).first()


def keep(user_id: int, raw_name: str, rows: Sequence[str], board_id: int | None = None) -> SavedBoard:
    """Save a new board, or change the one of that key. Raises BadBoard."""
    name = clean_name(raw_name)
    fault = game.board_fault(rows)
    if fault is not None:
        raise BadBoard(fault.code, fault)
    with transaction.atomic():
        mine = _held(user_id)
        if board_id is None:
            _make_room(mine)
            board = SavedBoard(user_id=user_id)
        else:
            board = _named(mine, board_id)
        if any(other.name == name and other.pk != board.pk for other in mine):
            raise BadBoard("name_taken")
        board.name, board.rows, board.changed_at = name, list(rows), timezone.now()
        board.save()
        return board


def duplicate(user_id: int, board_id: int) -> SavedBoard:
    """Save a copy of the board, under a name that is free. Raises BadBoard."""
    with transaction.atomic():
        mine = _held(user_id)
        _make_room(mine)
        board = _named(mine, board_id)
        return SavedBoard.objects.create(user_id=user_id, name=_free_name(board.name, mine), rows=board.rows)


def delete(user_id: int, board_id: int) -> None:
    """Delete the board. Does nothing if there is none."""
    with transaction.atomic():
        _held(user_id)
        SavedBoard.objects.filter(user_id=user_id, pk=board_id).delete()


def move(from_id: int, to_id: int) -> None:
    """Move one player's boards to another, the latest first, within the limit; a board that the other already has under
    the same name is not duplicated. Joins the caller's transaction."""
    with transaction.atomic():
        theirs = _held(to_id)
        for board in SavedBoard.objects.filter(user_id=from_id).order_by("-changed_at", "-pk"):
            is_there = any((other.name, other.rows) == (board.name, board.rows) for other in theirs)
            if is_there or len(theirs) >= MOST_BOARDS:
                continue
            if any(other.name == board.name for other in theirs):
                board.name = _free_name(board.name, theirs)
            board.user_id = to_id
            board.save(update_fields=["user", "name"])
            theirs.append(board)


def clean_name(raw: str) -> str:
    """The name as it is stored. Raises BadBoard."""
    name = as_meant(raw)
    if not name:
        raise BadBoard("no_name")
    if len(name) > BOARD_NAME_LENGTH:
        raise BadBoard("long_name")
    if not name.isprintable():
        raise BadBoard("unshown_name")
    return name


def _held(user_id: int) -> list[SavedBoard]:
    """The player's boards, locked until the transaction ends. Raises BadBoard for a deleted player."""
    if User.objects.select_for_update().filter(pk=user_id).first() is None:
        raise BadBoard("no_board")
    return list(SavedBoard.objects.filter(user_id=user_id))


def _make_room(mine: Sequence[SavedBoard]) -> None:
    if len(mine) >= MOST_BOARDS:
        raise BadBoard("too_many")


def _named(mine: Sequence[SavedBoard], board_id: int) -> SavedBoard:
    board = next((one for one in mine if one.pk == board_id), None)
    if board is None:
        raise BadBoard("no_board")
    return board


def _free_name(name: str, mine: Sequence[SavedBoard]) -> str:
    """The name with a number appended that none of these has."""
    taken = {board.name for board in mine}
    tails = (f" {number}" for number in range(2, MOST_BOARDS + 3))
    return next(free for tail in tails if (free := name[: BOARD_NAME_LENGTH - len(tail)].rstrip() + tail) not in taken)
