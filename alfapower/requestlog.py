"""One log line for each request, under an id that every other line of the request carries too."""

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from alfapower import routes


class RequestLog(RequestMiddleware):
    """django-structlog's, with the route in the place of the address."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and route."""
        return f"{request.method} {routes.of(request)}"
