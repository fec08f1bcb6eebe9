"""One log line for each request, under an id that every other line of the request carries too."""

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware


class RequestLog(RequestMiddleware):
    """django-structlog's, without the query of the address."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path."""
        return f"{request.method} {request.path}"
