"""Django's handler for an ASGI server, with each request answered from end to end in the one thread that it has.

No view here is asynchronous. Django would all the same run whatever middleware can be so on the event loop, and hop to
the request's thread and back for each of its methods: some fifteen times a request.
"""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneHopHandler(ASGIHandler):
    """The whole chain of middleware with the view at its end is one call in the thread."""

    def load_middleware(self, is_async: bool = False) -> None:
        """As for a server without an event loop, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
