"""A room as plain values: what its players, and a user with the code, may see of it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sitter:
    """One taken seat as the pages show it; `points` and `coins` are the player's head start.
    `public_id` names the player to those who block them."""

    number: int
    user_id: int
    name: str
    is_host: bool
    is_ready: bool
    is_here: bool
    points: int = 0
    coins: int = 0
    public_id: str = ""

    @property
    def display_name(self) -> str:
        """The name, as of a player."""
        return self.name


@dataclass(frozen=True, slots=True)
class View:
    """A room as one of its players, `user_id`, may see it. `seats` by number, None while one is free; `ended`: "",
    "closed", "host_gone", "no_game", and only then may the host's account be gone; `match`: its public id once there is
    one; `counting_ms`: what is left of the count-in; `deal`: the commitment to add a number to, "" outside it."""

    code: str
    is_host: bool
    user_id: int | None
    variant: str
    settings: dict[str, Any]
    version: int
    news: dict[str, Any]
    seats: tuple[Sitter | None, ...]
    ended: str
    match: str
    counting_ms: int | None
    deal: str

    @property
    def host(self) -> Sitter:
        """The host's seat, which is always taken."""
        assert self.seats[0] is not None
        return self.seats[0]

    @property
    def taken(self) -> tuple[Sitter, ...]:
        """The taken seats."""
        return tuple(seat for seat in self.seats if seat is not None)

    @property
    def is_full(self) -> bool:
        """Whether no other player can join."""
        return None not in self.seats

    @property
    def is_pair(self) -> bool:
        """Whether it is a room for two, of whom each is "the other"."""
        return len(self.seats) == 2

    @property
    def mine(self) -> Sitter:
        """The seat of the player who views the room."""
        return next((seat for seat in self.taken if seat.user_id == self.user_id), self.host)


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a user with the code sees before taking a seat."""

    code: str
    host: str
    variant: str
    settings: dict[str, Any]
