"""What the tests of the site share."""

import io
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from alfapower import logs


@pytest.fixture
def written() -> Iterator[Callable[..., Any]]:
    """What the site's own handler writes of Django's log."""
    (handler,) = (one for one in logging.getLogger("django").handlers if one.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    before = handler.setStream(io.StringIO())
    (outages,) = (one for one in handler.filters if isinstance(one, logs.RedisOutages))
    outages.last_at = float("-inf")
    yield handler.stream.getvalue
    handler.setStream(before)
