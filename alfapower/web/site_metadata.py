"""Views for browsers and search engines: manifest, icons, robots.txt."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GROUND = "#0f3a45"
"""What is seen while the site opens as an application: the ground of its icon."""
ICON_SIZES = (192, 512)
NOT_FOR_SEARCH = ("/match/", "/room/", "/accounts/", "/admin/", "/ws/")
"""Shared matches are not among them: link previews read this too. Their pages say noindex."""


@cache_control(private=True, max_age=3_600)
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, in the visitor's language."""
    return JsonResponse(
        {
            "name": "AlfaPower",
            "short_name": "AlfaPower",
            "description": _("A word game for two, with coins and power-ups."),
            "lang": get_language(),
            "categories": ["games"],
            "id": "/",
            "scope": "/",
            "start_url": reverse("lobby:home"),
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [
                {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
                *(_icon("icon", size, "any") for size in ICON_SIZES),
                *(_icon("maskable-icon", size, "maskable") for size in ICON_SIZES),
            ],
            "shortcuts": [
                _shortcut(_("Your matches"), reverse("lobby:home")),
                _shortcut(_("Today’s puzzle"), reverse("puzzle:today")),
                _shortcut(_("New match"), f"{reverse('lobby:home')}#now"),
            ],
            "share_target": {
                "action": reverse("lobby:share_target"),
                "method": "GET",
                "params": {"title": "title", "text": "text", "url": "url"},
            },
        },
        content_type="application/manifest+json",
    )


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    """One of the icons; a maskable one may be cut to any shape by the device, and has its mark well inside."""
    file = static(f"img/{name}-{size}.png")
    return {"src": file, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _shortcut(name: str, address: str) -> dict[str, object]:
    """The shortcuts in the app icon's menu."""
    return {"name": name, "url": address, "icons": [_icon("icon", ICON_SIZES[0], "any")]}


@cache_control(public=True, max_age=86_400)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines should leave alone: matches, rooms and accounts are private."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
