"""How a request goes through the chain of middleware under an ASGI server, counted in hops between threads."""

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator

from alfapower.web.asgi_handler import OneHopHandler

PATIENCE = 60
HOPS = 3
"""The word that it begins, the answer, and the word that it has ended; the connection is given back at both ends."""


@pytest.mark.parametrize(("path", "status"), [("/health/live", 200), ("/no-such-page", 404)])
async def test_a_request_is_answered_in_one_hop(monkeypatch: pytest.MonkeyPatch, path, status: int) -> None:
    hops, real = [], SyncToAsync.thread_handler
    monkeypatch.setattr(SyncToAsync, "thread_handler", lambda self, *args: hops.append(self.func) or real(self, *args))
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"testserver")]}
    asked = ApplicationCommunicator(OneHopHandler(), scope)
    await asked.send_input({"type": "http.request"})
    assert (await asked.receive_output(PATIENCE))["status"] == status
    await asked.receive_output(PATIENCE)
    await asked.wait(PATIENCE)
    assert len(hops) == HOPS, hops
