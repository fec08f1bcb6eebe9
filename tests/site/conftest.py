"""What the tests of the site share."""

import io
import logging

import pytest

from alfapower import logs


@pytest.fixture
def written():
    """What the site's own handler writes of Django's log."""
    (handler,) = (one for one in logging.getLogger("django").handlers if one.name == "stderr")
    before = handler.setStream(io.StringIO())
    (outages,) = (one for one in handler.filters if isinstance(one, logs.RedisOutages))
    outages.last_at = float("-inf")
    yield handler.stream.getvalue
    handler.setStream(before)
