"""The content security policy of every page: django-csp's header, built once.

The settings alone define it. A view with a policy of its own, or a page with a nonce, gets django-csp's header.
"""

from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_OF_ITS_OWN = ("_csp_exempt", "_csp_config", "_csp_update", "_csp_replace")
"""What django-csp's decorators leave on a response."""


@cache
def _usual() -> str:
    return build_policy()


class ContentPolicy(CSPMiddleware):
    """Django-csp's middleware, which builds the policy anew for every response, and again to find that nothing is
    report-only."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response with its policy."""
        is_usual = not getattr(request, "_csp_nonce", None) and not any(hasattr(response, name) for name in _OF_ITS_OWN)
        if settings.DEBUG or not is_usual:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _usual())
        return response
