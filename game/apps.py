"""The game: the rules, and the platform that plays matches by them."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """Django's entry for the app."""

    name = "game"

    def ready(self) -> None:
        """Listen."""
        from game import receivers  # noqa: F401 – models must be loaded first
