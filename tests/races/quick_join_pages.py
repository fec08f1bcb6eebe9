"""Two people at the pages of Quick Join."""

from collections.abc import Iterable

from game.models import SeatRow
from lobby.services import quick_join
from lobby.services.quick_join import Queue


def seek_both(players: Iterable[int], queue: Queue, at: int, polls: int) -> None:
    """They come to the queue, and their pages ask so many times, a second apart."""
    for player in players:
        quick_join.seek(player, queue, at)
    poll_both(players, at, range(1, polls + 1))


def poll_both(players: Iterable[int], begun: int, seconds: Iterable[int]) -> None:
    """Their pages ask, so many seconds after they began."""
    for second in seconds:
        for player in players:
            quick_join.poll(player, begun + 1000 * second)


def together(players: list[int]) -> int:
    """In how many matches the two sit."""
    return SeatRow.objects.filter(user_id=players[0], match__seats__user_id=players[1]).count()
