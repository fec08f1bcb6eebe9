"""The CSRF failure view: a form whose token is out of date. Signing in, also as a guest by pressing Play, changes it in
every tab.

The form is not processed: the browser goes back to the page it came from, which has the new token, and asks to press
once more. A request without any token, or from another site, is refused.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure


def failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The setting CSRF_FAILURE_VIEW: the response to a post with a missing or wrong token."""
    try:
        came_from = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # "http://[::1" is no URL
        return csrf_failure(request, reason)
    is_own = came_from.netloc == request.get_host() and request.headers.get("Origin", "null") in (
        "null",
        f"{request.scheme}://{request.get_host()}",
    )
    if not is_own or settings.CSRF_COOKIE_NAME not in request.COOKIES:
        return csrf_failure(request, reason)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    if request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
        return csrf_failure(request, reason)
    messages.info(request, _("You have signed in or started playing in another tab. Please press again."))
    path = "/" + came_from.path.lstrip("/")
    return HttpResponseRedirect(path + (f"?{came_from.query}" if came_from.query else ""))
