"""Processes that a server starts beside itself, and that end with it, however it ends: by a signal to it alone, or
killed. What they do takes minutes and hundreds of megabytes, and is begun again by the next server.

Whoever starts one holds the other end of its standard input, which the system closes with the process that holds it.
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
    """Start a management command that takes OPTION, in the words of this server's Python: it ends with this process.
    `options` are Popen's."""
    return subprocess.Popen([*command, OPTION], stdin=subprocess.PIPE, **options)  # nosec B603  # no shell


def add_option(parser: ArgumentParser) -> None:
    """The option of a command that `start` may start."""
    parser.add_argument(OPTION, action="store_true", help="end when standard input does, which its starter holds")


def end_with_starter() -> None:
    """End this process, whatever it is at, as soon as its standard input has ended."""
    threading.Thread(target=_wait_for_the_end, name="starter", daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)
