"""A room as plain values: what its two players, and somebody with the code, may see of it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sitter:
    """One taken seat as the pages show it."""

    user_id: int
    name: str
    is_host: bool
    is_ready: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class View:
    """A room as one of its two players may see it. `guest`: None while the seat is free; `ended`: "", "closed",
    "host_gone", and only then may the host's account be gone; `match`: its public id once there is one;
    `counting_ms`: what is left of the count-in; `deal`: the commitment to add a number to, "" outside it."""

    code: str
    is_host: bool
    settings: dict[str, Any]
    version: int
    news: dict[str, Any]
    host: Sitter
    guest: Sitter | None
    ended: str
    match: str
    counting_ms: int | None
    deal: str

    @property
    def mine(self) -> Sitter:
        """The seat of the player who looks."""
        return self.host if self.is_host or self.guest is None else self.guest


@dataclass(frozen=True, slots=True)
class Invitation:
    """What somebody with the code learns before taking the seat."""

    code: str
    host: str
    settings: dict[str, Any]
