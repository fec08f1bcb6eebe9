"""How a request goes through the chain of middleware under an ASGI server, counted in hops between threads."""

import threading
from typing import Any, cast

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator

from alfapower.web.asgi_handler import OneHopHandler

PATIENCE = 60


@pytest.mark.parametrize(("path", "status"), [("/health/live", 200), ("/no-such-page", 404)])
async def test_requests_are_answered_in_one_hop_each_by_threads_that_stay(
    monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    hops: list[threading.Thread] = []
    handler, real = OneHopHandler(), cast(Any, SyncToAsync).thread_handler

    def note(self: Any, *args: Any) -> Any:
        hops.append(threading.current_thread())
        return real(self, *args)

    monkeypatch.setattr(SyncToAsync, "thread_handler", note)
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"testserver")]}
    for number in (1, 2):
        asked = ApplicationCommunicator(handler, scope)
        await asked.send_input({"type": "http.request"})
        assert (await asked.receive_output(PATIENCE))["status"] == status
        await asked.receive_output(PATIENCE)
        await asked.wait(PATIENCE)
        assert len(hops) == number and all(thread.is_alive() for thread in hops), hops
