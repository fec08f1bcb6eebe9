"""As many open files as there are sockets to serve."""

import resource

import pytest

from alfapower.processes import file_descriptors
from game.live import open_sockets

ENDLESS = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "becomes", "is_said"),
    [
        (1024, 524_288, (8192, 524_288), False),
        (1024, ENDLESS, (8192, ENDLESS), False),
        (1024, 4096, (4096, 4096), True),
        (20_000, 20_000, None, False),
        (ENDLESS, ENDLESS, None, False),
    ],
)
def test_the_limit_is_raised_as_far_as_it_may_be(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    soft: int,
    hard: int,
    becomes: tuple[int, int] | None,
    is_said: bool,
) -> None:
    made = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: made.append(limits))
    file_descriptors.allow_many_files()
    assert made == ([becomes] if becomes else []) and bool(caplog.records) is is_said


def test_it_is_enough_for_all_sockets_and_their_first_requests() -> None:
    assert file_descriptors.WANTED > 2 * open_sockets.MOST_A_PROCESS
