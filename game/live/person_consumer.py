"""The WebSocket of a user's page outside matches: it notifies the page that something of theirs has changed, not what.

The page then requests what it shows. Only signs of life come in.
"""

import json
import time

from game.live.kept_consumer import KeptConsumer
from game.live.open_sockets import in_thread
from game.match_statements import stamp_of_user

BEAT = "{}"
CHANGED = json.dumps({"person": True})


class PersonConsumer(KeptConsumer):
    """One open page of a signed-in user. As it opens it gets a stamp of how the user's matches stand, so that a page
    drawn before a change asks anew."""

    async def connect(self) -> None:
        """The keeper first, then the stamp: nothing can fall between."""
        if not await self.let_in():
            return
        await self.keeper.add(self)
        self.is_in = True
        await self.send(json.dumps({"stamp": await in_thread(stamp_of_user)(self.user_id)}))

    def _heard(self, kind: str, shows: object, looks: bool) -> None:
        """The page is visible, and shows the user's shelf."""
        self.answered_at = time.monotonic()
        if looks:
            self.keeper.looked_at_shelf(self.user_id, self.answered_at)

    def told(self, version: int) -> None:
        """It shows no match."""

    async def beat(self) -> None:
        """A sign of life for the page, which answers it."""
        await self.send(BEAT)

    async def told_how_many(self, number: int) -> None:
        """It shows no match."""

    async def told_of_beside(self) -> None:
        """It shows no match."""

    async def told_of_person(self) -> None:
        """Something of the person's has changed."""
        await self.send(CHANGED)
