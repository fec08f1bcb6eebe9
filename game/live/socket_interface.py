"""The interface of a socket to the process's keeper, and how it is notified."""

import asyncio
import contextlib
from typing import Protocol

from game.services import sessions
from game.services.announce import group_of, group_of_user
from game.services.presence import Place


class MatchPage(Protocol):
    """What shows a match, as the keeper knows it: a page of a seat, or all of its onlookers together (gallery.py).
    `user_id` is 0 for those."""

    @property
    def user_id(self) -> int:
        """Whose page it is."""

    @property
    def place(self) -> Place | None:
        """The seat that it shows; None of none."""

    @property
    def drawing(self) -> "asyncio.Task[None] | None":
        """What is being drawn for it, for which others wait."""

    def told(self, version: int) -> None:
        """The match is at this version: draw it where that is news."""

    async def told_of_beside(self) -> None:
        """Something beside the match has changed, as talk in it."""

    async def told_how_many(self, number: int) -> None:
        """So many watch the match."""


class Socket(MatchPage, Protocol):
    """An open page as the keeper knows it (`KeptConsumer`). `user_id` is 0 for a visitor, who has no session. Moments
    are those of the steady clock.

    `found`: session and user as the database had them when they were last found good.
    """

    user_id: int
    session_key: str | None
    answered_at: float
    opened_at: float
    found: sessions.Found | None
    drawing: asyncio.Task[None] | None

    async def beat(self) -> None:
        """Send a beat; draw what could not be drawn before."""

    def began_with(self, found: sessions.Found) -> bool:
        """Whether session and user are as they were when the socket was opened."""

    async def check_session(self) -> bool:
        """Look at session and user in full, and close the socket where they are not good."""

    async def told_of_session(self) -> None:
        """The player has signed out somewhere, or was locked out: look at once."""

    async def told_of_person(self) -> None:
        """Something of the person's has changed."""

    async def close(self, code: int) -> None:
        """Close it."""


async def tell_of_person(socket: Socket) -> None:
    """A page that has gone is not notified; its beat finds that out."""
    with contextlib.suppress(RuntimeError):
        await socket.told_of_person()


async def tell_of_beside(socket: MatchPage) -> None:
    """As `tell_of_person`."""
    with contextlib.suppress(RuntimeError):
        await socket.told_of_beside()


def groups_of(socket: Socket) -> tuple[str, ...]:
    """The channel groups by which it is notified."""
    own = (group_of_user(socket.user_id),) if socket.user_id else ()
    return own if socket.place is None else (group_of(socket.place.match_id), *own)
