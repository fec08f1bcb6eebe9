"""The views of the service worker and of the page "no network" that it caches.

A worker controls the URLs below its own, so it is served at the root and not with the other scripts; its text
(static/js/service_worker.js) is preceded by `SITE`, the data of this release. The response is the same for all users,
reads no session and no database, and browsers check for a new one once an hour: each response is made once per process.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SCRIPT = "js/service_worker.js"
KEPT_SECONDS = 3_600
TRUE_NEWS = "/news/true/"
"""Where the app of news says which topics still hold."""
RENEW, SUBSCRIBE = "/news/push/renew/", "/news/push/subscribe/"
"""Where it gives what a changed subscription is made with, and where it takes that."""


@cache_control(public=True, max_age=KEPT_SECONDS)
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The worker script of this release."""
    return HttpResponse(_worker(tuple(_names().items())), content_type="text/javascript; charset=utf-8")


@cache_control(public=True, max_age=KEPT_SECONDS)
@require_safe
def no_network(_request: HttpRequest, language: str) -> HttpResponse:
    """The page shown without a network, in one of the site's languages."""
    return HttpResponse(_page(language), headers={"Content-Language": language})


def pages() -> list[URLPattern]:
    """The URLs of the page, one for each language."""
    return [path(f"no-network/{code}/", no_network, {"language": code}, name=_name(code)) for code in _languages()]


def _languages() -> list[str]:
    return [code for code, _name_of_it in settings.LANGUAGES]


def _name(language: str) -> str:
    return f"no-network-{language}"


def _names() -> dict[str, str]:
    """The built files that the worker caches, by their names in `SITE`; a release that changes one changes its name."""
    return {
        "style": static("css/no-network.css"),
        "script": static("js/no_network.js"),
        "icon": static("img/icon-192.png"),
        "badge": static("img/badge-96.png"),
    }


@cache
def _worker(names: tuple[tuple[str, str], ...]) -> str:
    """The worker script for built files of those names. Its release is a digest of all its parts."""
    files, script = dict(names), _script()
    made_of = [settings.RELEASE, script, *files.values(), *map(_page, _languages())]
    site = {
        "release": hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:12],
        "static": settings.STATIC_URL,
        "pages": {code: reverse(_name(code)) for code in _languages()},
        "files": [files["style"], files["script"]],
        "icon": files["icon"],
        "badge": files["badge"],
        "true": TRUE_NEWS,
        "renew": RENEW,
        "subscribe": SUBSCRIBE,
    }
    return f"const SITE = {json.dumps(site)};\n{script}"


def _page(language: str) -> str:
    with override(language):
        return render_to_string("no_network.html")


def _script() -> str:
    """The built script: as collected, or as the finders build it where nothing is collected."""
    if settings.STATIC_ROOT and staticfiles_storage.exists(SCRIPT):
        with staticfiles_storage.open(SCRIPT) as file:
            return str(file.read().decode())
    found = finders.find(SCRIPT)
    assert isinstance(found, str)  # it is one of the site's files
    return Path(found).read_text(encoding="utf-8")
