"""The daily puzzle as an app of the site."""

from django.apps import AppConfig


class PuzzleConfig(AppConfig):
    """Receives the signals of accounts."""

    name = "puzzle"

    def ready(self) -> None:
        """Connect the signals."""
        from puzzle import signal_handlers  # noqa: F401 – models must be loaded first
