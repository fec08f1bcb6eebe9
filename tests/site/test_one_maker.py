"""What one process makes and others wait for: never two at it, whoever asks."""

import fcntl
from pathlib import Path

import pytest

from common.one_maker import one_maker


def is_held(lock: Path) -> bool:
    """Whether another would have to wait."""
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_while_one_is_at_it_all_others_wait(tmp_path: Path) -> None:
    lock = tmp_path / "folder" / "making"
    with one_maker(lock):
        assert is_held(lock)
        with one_maker(lock):  # what it makes has parts that are made so
            assert is_held(lock)
        assert is_held(lock)
    assert not is_held(lock)


def test_whoever_fails_lets_go(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), one_maker(tmp_path / "making"):
            raise ZeroDivisionError
    assert not is_held(tmp_path / "making")


def test_where_no_file_can_be_written_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with one_maker(tmp_path / "file" / "making"):
        pass
