"""What browsers and search engines ask a site about itself."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GROUND = "#0f3a45"
NOT_FOR_SEARCH = ("/match/", "/room/", "/accounts/", "/admin/", "/ws/")
"""Shared matches are not among them: whoever shows a link reads this too. Their pages say noindex."""


@cache_control(private=True, max_age=3_600)
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest by which the site is put among a device's applications, in the visitor's language."""
    return JsonResponse(
        {
            "name": "AlfaPower",
            "short_name": "AlfaPower",
            "description": _("A word game for two, with coins and power-ups."),
            "lang": get_language(),
            "start_url": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [
                {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {"src": static("img/touch-icon.png"), "sizes": "512x512", "type": "image/png"},
            ],
        },
        content_type="application/manifest+json",
    )


@cache_control(public=True, max_age=86_400)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines leave alone: matches, rooms and accounts are people's own."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
