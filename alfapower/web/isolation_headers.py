"""Response headers that no package in use sets: what other sites and the browser's devices may do with our pages; and
that personal pages are not cached, unless the app decides.

Not the content security policy (django-csp).
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers, has_vary_header
from django.utils.deprecation import MiddlewareMixin

UNUSED_FEATURES = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


class IsolationHeaders(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # A response that varies by the cookie shows a name or carries a form's token.
        if not response.has_header("Cache-Control") and has_vary_header(response, "Cookie"):
            add_never_cache_headers(response)
        return response
