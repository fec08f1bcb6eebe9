"""Ports of this machine: those that nothing listens on, and whether something does."""

import contextlib
import socket


def free_port(count: int = 1) -> int:
    """The first of `count` consecutive ports that nothing listens on."""
    for _ in range(50):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            first: int = probe.getsockname()[1]
        with contextlib.ExitStack() as taken, contextlib.suppress(OSError, OverflowError):
            for port in range(first, first + count):
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise RuntimeError("no free ports")


def listens(port: int) -> bool:
    """Whether anything of this machine accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
