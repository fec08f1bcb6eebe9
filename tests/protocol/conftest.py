"""A server of its own for all tests of a file, and guests who talk to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import data_folder
from tests.support.live_server import Guest, Site, meet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the site."""
    made = tmp_path_factory.mktemp("site")
    data_folder.lend(made)
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """The server, killed in the end."""
    running = Site(folder)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def guests(site: Site) -> list[Guest]:
    """Two guests in one match."""
    return meet(site)


@pytest.fixture
def said(site: Site) -> Iterator[Callable[..., Any]]:
    """`said()`: what the server, which must go on, has printed since the test began. It must be no traceback and
    nothing that was sent."""
    before = len(site.output)
    yield lambda: site.output[before:]
    assert site.process.poll() is None
    assert "Traceback" not in site.output[before:] and "CANARY" not in site.output[before:]
