"""Child processes that a server starts beside itself, and that end with it, however it ends: by a signal to it alone,
or killed. Their work takes minutes and hundreds of megabytes, and is restarted by the next server.

The parent holds the other end of the child's standard input, which the system closes with the parent.
"""

import os
import subprocess
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

OPTION = "--ends-with-input"


def start(command: Sequence[str], **options: Any) -> "subprocess.Popen[Any]":
    """Start a management command that takes OPTION, given as arguments of this server's Python: it ends with this
    process. `options` are Popen's."""
    return subprocess.Popen([*command, OPTION], stdin=subprocess.PIPE, **options)  # nosec B603  # no shell


def add_option(parser: ArgumentParser) -> None:
    """Add the option to a command that `start` may start."""
    parser.add_argument(OPTION, action="store_true", help="end when standard input does, which its starter holds")


def end_with_starter() -> None:
    """End this process, whatever it is doing, as soon as its standard input has ended."""
    threading.Thread(target=_wait_for_the_end, name="starter", daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)
