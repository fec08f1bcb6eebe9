"""Open every match to everybody, whatever the other apps decide: this one is the last that is ready."""

from django.apps import AppConfig


class OpenToAll(AppConfig):
    """Found by Django."""

    name = "benchmarks.load.open_to_all"
    label = "open_to_all"

    def ready(self) -> None:
        """Everybody may watch."""
        from game.api import decide_watching_by

        decide_watching_by(lambda asked: asked)
