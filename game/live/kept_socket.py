"""What the keeper of a process knows of an open page (socket_keeper.py)."""

import asyncio
from typing import Protocol

from game.services import sessions
from game.services.presence import Place


class Socket(Protocol):
    """An open page as the keeper knows it (`MatchConsumer`). Moments are those of the steady clock.

    `found`: session and user as the database had them when they were last found good.
    """

    place: Place
    user_id: int
    session_key: str | None
    answered_at: float
    opened_at: float
    found: sessions.Found | None
    drawing: asyncio.Task[None] | None

    def told(self, version: int) -> None:
        """The match is at this version: draw it where that is news."""

    async def beat(self) -> None:
        """Send a beat; draw what could not be drawn before."""

    def began_with(self, found: sessions.Found) -> bool:
        """Whether session and user are as they were when the socket was opened."""

    async def check_session(self) -> bool:
        """Look at session and user in full, and close the socket where they are not good."""

    async def told_of_session(self) -> None:
        """The player has signed out somewhere, or was locked out: look at once."""

    async def close(self, code: int) -> None:
        """Close it."""
