"""What many ask for is read once a second, for each question by itself."""

import threading
import time
from collections.abc import Callable
from typing import TypeAlias

import pytest

from common import one_second_cache
from common.one_second_cache import once_a_second
from tests.support.timeouts import PATIENCE

Read: TypeAlias = Callable[[str, int], tuple[str, int]]
Asked: TypeAlias = list[tuple[str, int]]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock, in seconds, which a test sets."""
    clock = [100.0]
    monkeypatch.setattr(one_second_cache, "SECONDS", 1.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


@pytest.fixture
def asked() -> Asked:
    """Every reading that was made."""
    return []


@pytest.fixture
def two_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """To come before `read`: two answers are kept."""
    monkeypatch.setattr(one_second_cache, "MOST_KEPT", 2)


@pytest.fixture
def read(asked: Asked) -> Read:
    @once_a_second(by=1)
    def reading(what: str, now: int) -> tuple[str, int]:
        asked.append((what, now))
        if what == "broken":
            raise OSError
        return what, now

    return reading


def test_the_answer_is_the_same_for_a_second(read: Read, asked: Asked, at: list[float]) -> None:
    answers = [read("en", now) for at[0], now in ((100, 1), (100.9, 2), (101, 3))]
    assert answers == [("en", 1), ("en", 1), ("en", 3)] and len(asked) == 2


def test_another_question_has_its_own_answer(read: Read, asked: Asked, at: list[float]) -> None:
    assert [read("en", 1), read("sv", 1), read("en", 2)] == [("en", 1), ("sv", 1), ("en", 1)]


def test_what_fails_is_asked_again(read: Read, asked: Asked, at: list[float]) -> None:
    for _ in range(2):
        with pytest.raises(OSError):
            read("broken", 1)
    assert len(asked) == 2


def test_only_so_many_answers_are_kept(two_kept: None, read: Read, asked: Asked, at: list[float]) -> None:
    for what in ("a", "b", "c", "c", "a"):
        read(what, 1)
    assert [what for what, _ in asked] == ["a", "b", "c", "a"]


def test_who_asks_while_it_is_read_waits_for_that_answer(at: list[float]) -> None:
    begun, goes_on, count = threading.Event(), threading.Event(), []

    @once_a_second(by=0)
    def slow() -> None:
        count.append(1)
        begun.set()
        assert goes_on.wait(PATIENCE)

    threads = [threading.Thread(target=slow) for _ in range(5)]
    for thread in threads:
        thread.start()
    assert begun.wait(PATIENCE)
    goes_on.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(count) == 1
