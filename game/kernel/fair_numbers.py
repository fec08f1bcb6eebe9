"""The numbers of a fair deal, and the seed made from them.

In the form of today the server commits to a number of its own before it takes one from any player, and the seed is made
of all of them: a player who sends a number knows that no one chose the deal. In the older form, which stays valid, the
server commits to the seed itself: that proves only that it was not changed after the start.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

NUMBER_BYTES = 32
NO_NUMBER = "-"
_DIGITS = frozenset("0123456789abcdef")


def is_number(text: object) -> TypeGuard[str]:
    """Whether it is a number (or a commitment) as the record writes it: 64 lower-case hex digits."""
    return isinstance(text, str) and len(text) == 2 * NUMBER_BYTES and _DIGITS.issuperset(text)


def commitment(number: bytes) -> str:
    """What is published of a number beforehand: its SHA-256 in hex."""
    return hashlib.sha256(number).hexdigest()


def seed_of(server: bytes, players: Sequence[bytes | None]) -> bytes:
    """The seed of the server's number and the players' in lobby order; None for one who sent none."""
    texts = [server.hex(), *(NO_NUMBER if number is None else number.hex() for number in players)]
    return hashlib.sha256(":".join(texts).encode("ascii")).digest()


@dataclass(frozen=True, slots=True, repr=False)
class FairNumbers:
    """What the chance of a match follows from, all 32 bytes long but `commitment`, the number published (hex).

    `players` are in lobby order (seat order where no lots were drawn), None for one who sent none. In the older form
    `server` is None, `players` is empty and `told_seed` is what was committed to; beside numbers it is the seed that a
    record also holds, which must agree.
    """

    commitment: str
    server: bytes | None = None
    players: tuple[bytes | None, ...] = ()
    told_seed: bytes | None = None

    @classmethod
    def of_seed(cls, seed: bytes) -> "FairNumbers":
        """The older form."""
        return cls(commitment(seed), told_seed=seed)

    @classmethod
    def of_numbers(cls, server: bytes, players: Sequence[bytes | None]) -> "FairNumbers":
        """The form of today."""
        return cls(commitment(server), server, tuple(players))

    @property
    def seed(self) -> bytes:
        """What every chance follows from."""
        if self.server is not None:
            return seed_of(self.server, self.players)
        assert self.told_seed is not None
        return self.told_seed

    @property
    def is_committed(self) -> bool:
        """Whether the number committed to is the one revealed."""
        return commitment(self.seed if self.server is None else self.server) == self.commitment

    def data(self) -> dict[str, Any]:
        """The record's `fair`."""
        if self.server is None:
            return {"commitment": self.commitment, "seed": self.seed.hex()}
        players = [None if number is None else number.hex() for number in self.players]
        return {"commitment": self.commitment, "server": self.server.hex(), "players": players}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "FairNumbers":
        """`data` undone, of a form that is right; a seed may stand beside the numbers."""
        return cls(
            commitment=data["commitment"],
            server=bytes.fromhex(data["server"]) if "server" in data else None,
            players=tuple(None if text is None else bytes.fromhex(text) for text in data.get("players", ())),
            told_seed=bytes.fromhex(data["seed"]) if "seed" in data else None,
        )
