"""What the project package may use of the lobby: the periodic job."""

from game import api as game
from lobby.services import quick_join, rematch, rooms

__all__ = ["sweep"]


def sweep(now_ms: int) -> int:
    """Clear away the places of Quick Join, the rooms and the deals that have lapsed, and make the rematches that nobody
    waits for on a page; how many."""
    return quick_join.sweep(now_ms) + rooms.sweep(now_ms) + rematch.sweep(now_ms) + game.sweep_deals(now_ms)
