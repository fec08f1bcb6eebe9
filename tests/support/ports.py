"""Ports of this machine: those that nothing listens on, and whether something does."""

import contextlib
import random
import socket

BELOW_THOSE_OF_CLIENTS = range(20_000, 32_000)
"""Linux gives connections that go out a port from 32,768 on: one of those may be gone before a server begins there."""
_CHANCE = random.SystemRandom()  # not the seed of the tests, which processes side by side share


def free_port(count: int = 1) -> int:
    """The first of `count` consecutive ports that nothing listens on."""
    for _ in range(50):
        first = _CHANCE.choice(BELOW_THOSE_OF_CLIENTS)
        with contextlib.ExitStack() as taken, contextlib.suppress(OSError, OverflowError):
            for port in range(first, first + count):
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise RuntimeError("no free ports")


def listens(port: int) -> bool:
    """Whether anything of this machine accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
