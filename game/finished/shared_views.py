"""Views behind a share link, for any visitor: the end page and the replay of one finished match, read-only."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common import rate_limits
from game.finished import pages
from game.finished.pages import Visit
from game.services import sharing


def shared(view: Callable[[HttpRequest, Visit], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Give the view the visit that a link opens; 404 for one that never was or is revoked. Kept out of search."""

    @wraps(view)
    @never_cache
    @require_safe
    @rate_limits.limited(rate_limits.SHARED_PAGES)
    def wrapped(request: HttpRequest, token: str) -> HttpResponse:
        link = sharing.find(token)
        if link is None:
            raise Http404("no such link")
        response = view(request, pages.visit_by(link))
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


@shared
def end(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How the match ended."""
    return pages.end_page(request, visit)


@shared
def picture(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The preview picture of the link (PNG)."""
    return HttpResponse(pages.kept_picture(visit), content_type="image/png")


@shared
def replay(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The match turn by turn."""
    return pages.replay_page(request, visit)
