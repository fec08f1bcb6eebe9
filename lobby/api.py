"""What the project package may use of the lobby: the periodic job."""

from lobby.services.quick_join import sweep

__all__ = ["sweep"]
