"""How many matches with bots somebody may have running: what bots think about one person's they cannot think about
another's."""

from accounts.api import User
from game import api as game

MOST, MOST_OF_A_GUEST = 20, 5


class TooManyPractice(Exception):
    """The player has `most` matches with bots running, which is as many as may be. Nothing has changed."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def refuse_more(user: User, coming: int = 1) -> None:
    """Raise TooManyPractice where so many more matches with bots than run already would be too many."""
    most = MOST_OF_A_GUEST if user.is_guest else MOST
    if game.how_many_practised(user.pk) + coming > most:
        raise TooManyPractice(most)
