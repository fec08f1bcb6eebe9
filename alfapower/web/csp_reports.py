"""The endpoint for content security policy reports: one line per violation in the security log.

Any client may send anything here, so little is logged: the directive, and the blocked origin, never a full URL.
"""

import json
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from common import client_address, rate_limits, security_log

LONGEST = 40


@csrf_exempt
@require_POST
@rate_limits.limited(rate_limits.POLICY_REPORTS)
def receive(request: HttpRequest) -> HttpResponse:
    """204; 400 for an invalid report."""
    try:
        report = json.loads(request.body)["csp-report"]
        directive, blocked = report["effective-directive"], report.get("blocked-uri", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return HttpResponseBadRequest("no report")
    if not isinstance(directive, str) or not isinstance(blocked, str):
        return HttpResponseBadRequest("no report")
    security_log.note(
        "policy_violation",
        warns=True,
        directive=_plain(directive),
        blocked=_plain(_origin(blocked)),
        address=client_address.of(request),
    )
    return HttpResponse(status=204)


def _origin(address: str) -> str:
    """The origin of a URL, or the keyword ("inline", "eval") in its place."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else address.partition(":")[0]


def _plain(text: str) -> str:
    return "".join(sign for sign in text[:LONGEST] if sign.isascii() and sign.isprintable())
