"""The policy is worded once, a view that wants another gets it all the same, and browsers report what it held back
(security review L9)."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from csp.decorators import csp_exempt, csp_update
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from alfapower.web.response_headers import ResponseHeaders
from common import security_log

pytestmark = pytest.mark.django_db


def report(client: Client, body: str | bytes, kind: str = "application/csp-report") -> int:
    return client.post("/csp-report", body, content_type=kind).status_code


def told(**fields: Any) -> str:
    return json.dumps({"csp-report": {"effective-directive": "script-src-elem", "blocked-uri": "", **fields}})


@pytest.mark.parametrize(
    ("blocked", "written"),
    [
        ("https://evil.example/secret/path?token=1", "https://evil.example"),
        ("inline", "inline"),
        ("data:text/html,<b>", "data"),
        ("https://[broken", ""),
    ],
)
def test_a_report_is_a_line_with_an_origin_and_no_address(
    client: Client, caplog: pytest.LogCaptureFixture, blocked: str, written: str
) -> None:
    with caplog.at_level(logging.WARNING, security_log.NAME):
        assert report(client, told(**{"blocked-uri": blocked})) == 204
    (line,) = [record for record in caplog.records if record.name == security_log.NAME]
    fields = vars(line)["security"]
    assert line.getMessage() == "policy_violation" and fields["directive"] == "script-src-elem"
    assert fields.get("blocked", "") == written


@pytest.mark.parametrize(
    "body",
    [b"", b"x", b"null", b"[]", b"1", b'{"csp-report": 1}', b'{"csp-report": {}}', b"\xff", b"[" * 5000,
     b'{"csp-report": {"effective-directive": 1}}',
     b'{"csp-report": {"effective-directive": "x", "blocked-uri": []}}'],
)  # fmt: skip
def test_what_is_no_report_is_refused_and_written_nowhere(
    client: Client, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    with caplog.at_level(logging.INFO, security_log.NAME):
        assert report(client, body) == 400
    assert not [record for record in caplog.records if record.name == security_log.NAME]


def test_odd_letters_do_not_reach_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, security_log.NAME):
        assert report(client, told(**{"effective-directive": "a\r\nb\x1b[31m" + "x" * 500})) == 204
    (line,) = [record for record in caplog.records if record.name == security_log.NAME]
    directive = vars(line)["security"]["directive"]
    assert directive.startswith("ab[31m") and len(directive) <= 40


HEADER = "Content-Security-Policy"


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def answer(view: Callable[..., HttpResponse]) -> Any:
    return ResponseHeaders(view)(RequestFactory().get("/"))


@pytest.mark.parametrize(("decorate", "found"), [
    (csp_update({"img-src": ["pictures.example"]}), "img-src 'self' data: pictures.example"),
    (csp_exempt(), ""),
])  # fmt: skip
def test_a_view_can_have_its_own(decorate: Callable[..., Any], found: str) -> None:
    assert found in answer(decorate(plain)).headers.get(HEADER, "")
    if not found:
        assert HEADER not in answer(decorate(plain))
    assert "pictures.example" not in answer(plain)[HEADER]
