"""Registers the game among those of the platform when a site that a test starts is ready."""

from django.apps import AppConfig


class SwapsConfig(AppConfig):
    name = "tests.support.swaps"

    def ready(self) -> None:
        """One more game, with its screens."""
        from game.shown import SHOWN
        from game.variants import VARIANTS
        from tests.support.swaps.rules import VARIANT
        from tests.support.swaps.screens import SHOWN as SCREENS

        VARIANTS[VARIANT.key] = VARIANT  # type: ignore[index]
        SHOWN[SCREENS.key] = SCREENS  # type: ignore[index]
