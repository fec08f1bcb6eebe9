"""The policy is worded once, and a view that wants another gets it all the same."""

from collections.abc import Callable
from typing import Any

import pytest
from csp.decorators import csp_exempt, csp_update
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from alfapower.web.content_policy import ContentPolicy

HEADER = "Content-Security-Policy"


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def answer(view: Callable[..., HttpResponse]) -> Any:
    return ContentPolicy(view)(RequestFactory().get("/"))


@pytest.mark.parametrize(("decorate", "found"), [
    (csp_update({"img-src": ["pictures.example"]}), "img-src 'self' data: pictures.example"),
    (csp_exempt(), ""),
])  # fmt: skip
def test_a_view_can_have_its_own(decorate: Callable[..., Any], found: str) -> None:
    assert found in answer(decorate(plain)).headers.get(HEADER, "")
    if not found:
        assert HEADER not in answer(decorate(plain))
    assert "pictures.example" not in answer(plain)[HEADER]
