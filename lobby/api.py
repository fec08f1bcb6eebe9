"""What the project package may use of the lobby: the periodic job."""

from lobby.services import quick_join, rooms

__all__ = ["sweep"]


def sweep(now_ms: int) -> int:
    """Clear away the places of Quick Join and the rooms that have lapsed; how many."""
    return quick_join.sweep(now_ms) + rooms.sweep(now_ms)
