"""Django's ASGI handler, with each request answered from end to end in one hop to one of a few permanent threads:
started, through all middleware to the view and back, and finished, with its connection returned.

No view here is asynchronous. Django would hop to a thread and back for each of these, and for each method of any
middleware that can run on the event loop; and it would start two threads for every request, one to answer it, with
connections of its own, and one to wait for the end of that.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

MOST_AT_ONCE = 100
"""Requests that are answered at once; there are as many threads as there ever were of these. Far more than have a
connection to the database: health is told while they wait for one."""


class OneHopHandler(ASGIHandler):
    """The whole chain of middleware with the view at its end is one call in a thread."""

    def __init__(self) -> None:
        super().__init__()
        threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="request")
        self.answer = sync_to_async(self._answer, thread_sensitive=False, executor=threads)

    def load_middleware(self, is_async: bool = False) -> None:
        """The chain as for a server without an event loop, whatever the argument."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; nothing if the client disconnects before it has sent all of it."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await self.answer(scope, body)
            if response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming:
            signals.request_finished.send(sender=type(self))  # a stream keeps no database connection meanwhile
        else:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send it piece by piece, until the client disconnects."""
        async with ThreadSensitiveContext():
            sending = asyncio.ensure_future(self.send_response(response, send))
            gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
            try:
                await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                sending.cancel()
                gone.cancel()
                sent, _ = await asyncio.gather(sending, gone, return_exceptions=True)
                await sync_to_async(response.close)()
            if isinstance(sent, Exception):
                raise sent
