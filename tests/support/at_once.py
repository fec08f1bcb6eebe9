"""Pieces of work in a thread each, all let go together: for tests of what happens at the same instant."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db import connections

from tests.support.timeouts import PATIENCE


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each came to; an exception stands for itself."""
    gate = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        try:
            gate.wait(PATIENCE)
            results[number] = works[number]()
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "a thread hangs"
    return results


def faults(results: Sequence[Any]) -> list[Exception]:
    """Those that came to an exception."""
    return [result for result in results if isinstance(result, Exception)]


def well_at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each came to; none meets a fault."""
    results = at_once(*works)
    met = faults(results)
    assert not met, met
    return results


def wrong_at_once(work: Callable[[Any], Any], arguments: Sequence[Any]) -> list[Any]:
    """What went wrong when `work(argument)` ran for each argument."""
    return faults(at_once(*(partial(work, argument) for argument in arguments)))


def codes_of(refusals: tuple[type[Any], ...], results: Sequence[Any]) -> list[str]:
    """The codes of such refusals among what pieces of work came to, sorted; there is no other fault."""
    refused = [result for result in results if isinstance(result, refusals)]
    assert len(refused) == len(faults(results)), results
    return sorted(refusal.code for refusal in refused)
