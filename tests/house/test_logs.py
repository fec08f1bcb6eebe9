"""What a refusal of bad input leaves in the log: a line for the operator, no traceback."""

import io
import logging

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def written():
    """What the site's own handler writes of Django's log."""
    (handler,) = (one for one in logging.getLogger("django").handlers if one.name == "stderr")
    before = handler.setStream(io.StringIO())
    yield handler.stream.getvalue
    handler.setStream(before)


def test_a_form_that_is_too_large(written):
    answer = Client().post("/quick/seek", {"preset": "x" * 70_000})
    assert answer.status_code == 400
    assert "WARNING django.security.RequestDataTooBig: Request body exceeded" in written()
    assert "Traceback" not in written() and "xxx" not in written()


def test_a_host_that_is_not_ours(written, settings):
    settings.ALLOWED_HOSTS = ["play.example"]
    answer = Client().get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "WARNING django.security.DisallowedHost: Invalid HTTP_HOST" in written()
    assert "Traceback" not in written()


def test_a_fault_of_our_own_keeps_its_traceback(written):
    try:
        raise ValueError("of our own")
    except ValueError:
        logging.getLogger("django.request").exception("it failed")
    assert "ERROR django.request: it failed" in written() and "ValueError: of our own" in written()
