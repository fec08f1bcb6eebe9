"""The kinds of views, as decorators: what shows something, what shows a form and takes it, what only takes a post.

Each says by which methods it is asked for, whether a browser may keep the answer, and how many requests are taken.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.rate_limits import Limit, P, View, limited


def fresh_page(limit: Limit | None = None) -> Callable[[View[P]], View[P]]:
    """Decorator of a view that shows what is so now: read only, and kept by no browser."""
    return lambda view: never_cache(require_safe(_within(limit, view)))


def fresh_form(limit: Limit | None = None) -> Callable[[View[P]], View[P]]:
    """Decorator of a view that shows a form, kept by no browser, and takes it posted."""
    asked = require_http_methods(["GET", "HEAD", "POST"])
    return lambda view: never_cache(asked(_within(limit, view)))


def post_only(limit: Limit | None = None, *, fresh: bool = False) -> Callable[[View[P]], View[P]]:
    """Decorator of a view that changes something. `fresh`: its answer says that no browser may keep it."""

    def decorate(view: View[P]) -> View[P]:
        posted = require_POST(_within(limit, view))
        return never_cache(posted) if fresh else posted

    return decorate


def reader_key(request: HttpRequest) -> int:
    """The primary key of who asks, guests too. Raises Http404 for a visitor."""
    if request.user.pk is None:
        raise Http404("nobody")
    return request.user.pk


def _within(limit: Limit | None, view: View[P]) -> View[P]:
    return view if limit is None else limited(limit)(view)
