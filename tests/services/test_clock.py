"""The clock of the site: the database's where there is one, milliseconds, and how often it is asked."""

import time
from contextlib import nullcontext
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from django.db import DatabaseError

from game.services import clock


def postgres(answer: int | None) -> SimpleNamespace:
    """A connection to Postgres that answers one number, or none."""
    execute = (lambda sql: None) if answer is not None else MagicMock(side_effect=DatabaseError("away"))
    cursor = nullcontext(SimpleNamespace(execute=execute, fetchone=lambda: (answer,)))
    return SimpleNamespace(vendor="postgresql", cursor=lambda: cursor)


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


@pytest.mark.parametrize(
    ("answer", "takes", "known", "measured"),
    [
        pytest.param(500_000, 40, None, 500_000 - 1_020, id="the middle of the way there and back"),
        pytest.param(500_000, 90, 777, 500_000 - 1_045, id="whatever was known"),
        pytest.param(500_000, 300, 777, 777, id="a slow answer does not turn the clock"),
        pytest.param(None, 40, 123, 123, id="while it is away"),
    ],
)
def test_how_far_the_databases_clock_is_before_ours(
    monkeypatch: pytest.MonkeyPatch, answer: int | None, takes: int, known: int | None, measured: int
) -> None:
    steady = iter([1_000, 1_000 + takes])
    monkeypatch.setattr(clock, "_steady_ms", lambda: next(steady))
    monkeypatch.setattr(clock, "_is_true", True)
    monkeypatch.setattr(clock, "connection", postgres(answer))
    assert clock._measured(known) == measured


def test_without_a_database_that_was_ever_asked_the_clock_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "connection", postgres(None))
    assert abs(clock._measured(None) + clock._steady_ms() - time.time() * 1000) < 1_000


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
