"""Response headers of every page: the content security policy, django-csp's header, built once; what other sites and
the browser's devices may do with our pages; and that personal pages are not cached, unless the app decides.

The settings alone define the policy. A view with a policy of its own, or a page with a nonce, gets django-csp's header.
"""

from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers, has_vary_header

UNUSED_FEATURES = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)
_OF_ITS_OWN = ("_csp_exempt", "_csp_config", "_csp_update", "_csp_replace")
"""What django-csp's decorators leave on a response."""


@cache
def _usual_policy() -> str:
    return build_policy()


class ResponseHeaders(CSPMiddleware):
    """Django-csp's middleware, which builds the policy anew for every response, and again to find that nothing is
    report-only; and the headers that no package in use sets."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response with its headers."""
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # A response that varies by the cookie shows a name or carries a form's token.
        if not response.has_header("Cache-Control") and has_vary_header(response, "Cookie"):
            add_never_cache_headers(response)
        is_usual = not getattr(request, "_csp_nonce", None) and not any(hasattr(response, name) for name in _OF_ITS_OWN)
        if settings.DEBUG or not is_usual:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _usual_policy())
        return response
