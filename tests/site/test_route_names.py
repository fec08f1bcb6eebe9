"""No line of a log names the path of a request: it may carry a room's code, a match's token, a word looked up."""

import io
import json
import logging.config
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver

from alfapower import logs
from alfapower.web import request_log, route_names
from game.live.routing import websocket_urlpatterns
from tests.support.routes import filled, paths

CANARY = "cAnArY7x"
# Numbers of rows, names of files and games.
HARMLESS = ("admin/", "accounts/2fa/webauthn/", "accounts/boards/", "credits/", "guide/", "play/", "slow/")


BEARING = [
    path
    for path in paths([*get_resolver().url_patterns, *websocket_urlpatterns])
    if "<" in path and not path.startswith(HARMLESS)
]


@pytest.fixture(params=[False, True], ids=["lines", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """A logger with the site's own handler: what it writes."""
    formatter = logs.configuration(as_json=request.param)["formatters"]["line"]
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(logging.config.DictConfigurator({}).configure_formatter(formatter))
    handler.addFilter(logs.Refusals())
    handler.addFilter(logs.Routes())
    names = ("django", "django.request", "django.security.csrf", "daphne.server", "twisted", "asyncio")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    yield handler.stream.getvalue
    for name in names:
        logging.getLogger(name).removeHandler(handler)


def test_every_address_that_goes_on_with_something_of_its_own_is_known() -> None:
    assert len(BEARING) > 20
    for path in BEARING:
        assert path.startswith(tuple(f"{begin}/" for begin in route_names.BEARING)), path


@pytest.mark.parametrize(
    "said",
    [
        "Application instance for connection <WebRequest at 0x7f method=GET uri={}?a={} clientproto=HTTP/1.1> took",
        "No route found for path '{}'.",
        "GET http://play.example:8000{} failed",
        'referer "{}", then "{}?next={}"',
    ],
)
def test_what_a_library_says_of_it_is_made_unreadable(said: str) -> None:
    for path in BEARING:
        text = route_names.scrub(said.format(filled(path, CANARY), filled(path, CANARY), CANARY))
        assert CANARY not in text and "…" in text, path


def test_other_lines_stay_as_they_are() -> None:
    for line in (
        'File "/srv/match/game/match/views.py", line 3, in join',
        "GET /match/<slug:public_id>/act",
        "POST /accounts/login/ 200",
        "what? no: 3/4 of rooms",
    ):
        assert route_names.scrub(line) == line


@pytest.mark.django_db
@pytest.mark.parametrize("path", [f"/{way}/{CANARY}/" for way in ("shared", "nothing", "match", "room")])
def test_django_s_own_lines_name_the_route(path: str, written: Callable[..., Any]) -> None:
    for client in (Client(), Client(enforce_csrf_checks=True)):
        client.get(path, {"q": CANARY})
        client.post(path, {"a": CANARY})
        client.put(path)
    assert written() and CANARY not in written()


def test_a_fault_of_our_own_is_told_with_its_route(written: Callable[..., Any]) -> None:
    request = RequestFactory().get(f"/match/{CANARY}/")
    cast(Any, request).resolver_match = SimpleNamespace(route="match/<slug:public_id>/")
    try:
        raise LookupError(f"nothing at /match/{CANARY}/")
    except LookupError:
        logging.getLogger("django.request").error(
            "Internal Server Error: %s", request.path, exc_info=True, extra={"request": request, "status_code": 500}
        )
    assert "Traceback" in written() and CANARY not in written() and "/match/<slug:public_id>/" in written()


def test_the_line_of_a_request_names_its_route() -> None:
    request = RequestFactory().get(f"/match/{CANARY}/?q={CANARY}")
    assert request_log.RequestLog.format_request(request) == "GET (no route)"
    request.resolver_match = get_resolver().resolve(request.path)
    assert request_log.RequestLog(lambda _: HttpResponse()).format_request(request) == "GET /match/<slug:public_id>/"
    assert json.dumps(request_log.RequestLog.format_request(request))
