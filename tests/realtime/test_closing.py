"""What a failing test leaves open is closed, so that it fails alone."""

import subprocess
import sys
from pathlib import Path

import pytest
from channels.testing import WebsocketCommunicator

from tests.support.closing import close_all

ROOT = Path(__file__).resolve().parents[2]
FAILING = '''
import asyncio
import pytest
from tests.realtime.test_consumer import OPEN, _closed_sockets

class Cancelled:
    async def disconnect(self):
        raise asyncio.CancelledError

async def test_one_whose_sockets_were_cancelled():
    OPEN.extend([Cancelled(), Cancelled()])
    raise AssertionError("on purpose")

@pytest.mark.parametrize("number", range(5))
async def test_those_after_it(number):
    assert OPEN == []
'''


async def silent(scope, receive, send):
    """Accepts, then says nothing and ends when it is closed."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def test_a_socket_that_was_waited_for_in_vain_keeps_none_open():
    opened = [WebsocketCommunicator(silent, "/") for _ in range(3)]
    for one in opened:
        await one.connect()
    with pytest.raises(TimeoutError):
        await opened[1].receive_from(timeout=0.01)
    kept = list(opened)
    await close_all(opened)
    assert opened == [] and all(one.future.done() for one in kept)


def test_a_failing_test_with_cancelled_sockets_fails_alone(tmp_path):
    (tmp_path / "test_one.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, "--rootdir", str(ROOT), str(tmp_path / "test_one.py")], cwd=ROOT, capture_output=True, text=True
    )
    assert "1 failed, 5 passed" in done.stdout, done.stdout + done.stderr
