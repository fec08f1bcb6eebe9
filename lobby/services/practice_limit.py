"""The limit on one user's running matches against bots, which leaves the bots time to think for other users."""

from accounts.api import User
from game import api as game

MOST, MOST_OF_A_GUEST = 20, 5


class TooManyPractice(Exception):
    """The player has `most` running matches against bots already, the limit. Nothing has changed."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def refuse_more(user: User, coming: int = 1) -> None:
    """Raise TooManyPractice if `coming` more matches against bots would exceed the limit."""
    most = MOST_OF_A_GUEST if user.is_guest else MOST
    if game.how_many_practised(user.pk) + coming > most:
        raise TooManyPractice(most)
