"""What a failing test leaves open is closed, so that it fails alone."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support import rerun_alone
from tests.support.sockets import Socket, close_all

ROOT = Path(__file__).resolve().parents[2]
FAILING = """
import asyncio
import os
import pytest
from tests.realtime.conftest import _closed_sockets
from tests.realtime.test_websocket_close_codes import silent
from tests.support.sockets import OPEN, Socket

class Cancelled:
    async def disconnect(self):
        raise asyncio.CancelledError

@pytest.fixture
def patched(monkeypatch, settings):
    monkeypatch.setenv("OF_ANOTHER_TEST", "1")
    settings.OF_ANOTHER_TEST = True

@pytest.fixture
async def cancelled_behind_the_test(patched):
    yield
    raise asyncio.CancelledError

@pytest.fixture
async def cancelled_before_the_test(patched):
    raise asyncio.CancelledError

async def test_fails_and_its_sockets_are_cancelled():
    OPEN.extend([Cancelled(), Cancelled()])
    raise AssertionError("on purpose")

def test_after_it_1(settings):
    assert untouched(settings)

async def test_fails_behind_itself(cancelled_behind_the_test):
    pass

def test_after_it_2(settings):
    assert untouched(settings)

async def test_fails_before_itself(cancelled_before_the_test):
    pass

async def test_after_it_3(settings):
    assert untouched(settings)

async def test_fails_by_stopping_its_loop(patched):
    asyncio.get_running_loop().stop()
    await asyncio.sleep(0)

async def test_after_it_4(settings):
    assert untouched(settings)

async def test_fails_and_leaves_a_socket_and_a_stubborn_task(patched):
    await Socket(silent, "/").connect()

    async def stubborn():
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)

    stubborn.task = asyncio.ensure_future(stubborn())
    raise asyncio.CancelledError

async def test_after_it_5(settings):
    assert untouched(settings) and len(asyncio.all_tasks()) == 1

def untouched(settings):
    return OPEN == [] and "OF_ANOTHER_TEST" not in os.environ and not hasattr(settings, "OF_ANOTHER_TEST")
"""


async def silent(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    """Accepts, then says nothing and ends when it is closed."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def test_a_socket_that_was_waited_for_in_vain_keeps_none_open() -> None:
    opened = [Socket(silent, "/") for _ in range(3)]
    for one in opened:
        await one.connect()
    with pytest.raises(TimeoutError):
        await opened[1].receive_from(timeout=0.01)
    kept = list(opened)
    await close_all(opened)
    assert opened == [] and all(one.future.done() for one in kept)


@pytest.mark.long
def test_what_fails_fails_alone(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Cancelled sockets, cancelled fixtures, a loop that stands still, and what is left running fail five tests."""
    assert request.config.pluginmanager.is_registered(rerun_alone)
    (tmp_path / "test_one.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.support.rerun_alone"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), str(tmp_path / "test_one.py")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert "3 failed, 6 passed, 2 errors" in done.stdout, done.stdout + done.stderr
    assert "test_after_it" not in done.stdout
