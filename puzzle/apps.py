"""The daily puzzle as an app of the site."""

from django.apps import AppConfig


class PuzzleConfig(AppConfig):
    """Listens to accounts."""

    name = "puzzle"

    def ready(self) -> None:
        """Listen."""
        from puzzle import signal_handlers  # noqa: F401 – models must be loaded first
