"""Python runs this at its start where this folder is on PYTHONPATH: what the process sends to push services goes to the
one at PUSH_SERVICE, whatever host is asked. A site under test has no other way to be told so.
"""

import os

import httpx

_service = httpx.URL(os.environ["PUSH_SERVICE"])
_sent = httpx.HTTPTransport.handle_request


def _send_here(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
    request.url = _service.copy_with(path=request.url.path)
    return _sent(transport, request)


httpx.HTTPTransport.handle_request = _send_here  # type: ignore[assignment, method-assign]
