"""The clock of the site: the database's where there is one, milliseconds, and how often it is asked."""

import time
from types import SimpleNamespace
from typing import Self
from unittest.mock import MagicMock

import pytest
from django.db import DatabaseError, connection

from game.services import clock

steady = [0]


class Answers:
    """A connection to Postgres that answers one number, or none."""

    vendor = "postgresql"

    def __init__(self, answer: int | None) -> None:
        self.answer = answer

    def cursor(self) -> Self:
        if self.answer is None:
            raise DatabaseError("away")
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def execute(self, sql: str) -> None:
        steady[0] += 40  # the way there and back

    def fetchone(self) -> tuple[int | None]:
        return (self.answer,)


def test_the_clock_tells_the_time_and_counts_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_offset_ms", None)
    assert abs(clock.now_ms() - time.time() * 1000) < 1_000
    steady = iter([5_000_000_000, 10_000_000_000, 15_999_999_999])
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(steady))
    assert [clock._steady_ms() for _ in range(3)] == [5_000, 10_000, 15_999]


def test_what_the_edge_noted_is_that_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_measured", lambda known: 1_000_000)
    monkeypatch.setattr(clock, "_offset_ms", 1_000_000)
    monkeypatch.setattr(clock, "_steady_ms", lambda: 7_000)
    assert clock.at_edge(clock.edge_stamp()) == 1_007_000
    assert clock.at_edge(2_000) == 1_002_000


def test_the_databases_clock_is_read_at_the_middle_of_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_steady_ms", lambda: steady[0])
    steady[0] = 1_000
    monkeypatch.setattr(clock, "connection", Answers(500_000))
    assert clock._measured(None) == 500_000 - 1_020
    monkeypatch.setattr(clock, "connection", Answers(None))
    assert clock._measured(123) == 123
    assert abs(clock._measured(None) + steady[0] - time.time() * 1000) < 1_000
    monkeypatch.setattr(clock, "connection", connection)


@pytest.mark.parametrize(("vendor", "asked"), [("postgresql", [None, 1_000]), ("sqlite", [None])])
def test_the_databases_clock_is_asked_again_after_ten_seconds_and_nobody_waits_before(
    monkeypatch: pytest.MonkeyPatch, vendor: str, asked: list[int | None]
) -> None:
    lock = MagicMock()
    monkeypatch.setattr(clock, "_lock", lock)
    known: list[int | None] = []
    monkeypatch.setattr(clock, "connection", SimpleNamespace(vendor=vendor))
    monkeypatch.setattr(clock, "_offset_ms", None)
    monkeypatch.setattr(clock, "_measured_at", 0.0)
    monkeypatch.setattr(clock, "_steady_ms", lambda: 7)
    monkeypatch.setattr(clock, "_measured", lambda offset: known.append(offset) or 1_000 * len(known))
    for now in (3.0, 4.0, 13.0, 13.1, 13.2):  # on a machine that has just started
        monkeypatch.setattr(time, "monotonic", lambda now=now: now)
        assert clock.now_ms() == 1_000 * len(known) + 7
    assert known == asked and lock.__enter__.call_count == len(asked)
