"""A network of its own for a server of a test, with a link to it that may be taken down: what is sent then is gone."""

import os
import subprocess
from typing import Self

from tests.support import needs


def _ip(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([needs.program("ip"), *words], capture_output=True, text=True, timeout=20)
    assert not check or done.returncode == 0, (words, done.stderr)
    return done


class Namespace:
    """Made when the block is entered, removed when it is left. The server in it is reached at `address`. Not every
    machine lets its root make one: then the running test is skipped."""

    def __init__(self, name: str | None = None) -> None:
        number = os.getpid()
        self.name = name or f"alfapower-{number}"
        self.here, self.there = f"af{number}a"[:15], f"af{number}b"[:15]
        self.prefix = f"10.213.{number % 250}."

    @property
    def address(self) -> str:
        return f"{self.prefix}2"

    @property
    def network(self) -> str:
        return f"{self.prefix}0/24"

    @property
    def command(self) -> list[str]:
        """What to put before a command that is to run in it."""
        return [needs.program("ip"), "netns", "exec", self.name]

    def __enter__(self) -> Self:
        needs.require("namespaces")
        try:
            self._make()
        except BaseException as error:
            self.__exit__()
            if isinstance(error, AssertionError):
                needs.require("namespaces", refused=str(error))
            raise
        return self

    def _make(self) -> None:
        _ip("netns", "add", self.name)
        _ip("link", "add", self.here, "type", "veth", "peer", "name", self.there, "netns", self.name)
        _ip("addr", "add", f"{self.prefix}1/24", "dev", self.here)
        _ip("link", "set", self.here, "up")
        _ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", self.there)
        _ip("-n", self.name, "link", "set", "lo", "up")
        _ip("netns", "exec", self.name, "true")
        self.up()

    def __exit__(self, *_: object) -> None:
        _ip("link", "del", self.here, check=False)
        _ip("netns", "del", self.name, check=False)

    def up(self) -> None:
        _ip("-n", self.name, "link", "set", self.there, "up")

    def down(self) -> None:
        """Nobody is told: a connection is not reset, a packet is not refused."""
        _ip("-n", self.name, "link", "set", self.there, "down")
