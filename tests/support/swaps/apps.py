"""Registers the game among those of the platform when a site that a test starts is ready."""

from django.apps import AppConfig


class SwapsConfig(AppConfig):
    name = "tests.support.swaps"

    def ready(self) -> None:
        """One more game, with its screens."""
        from game.presentation import PRESENTATIONS
        from game.variants import VARIANTS
        from tests.support.swaps.rules import VARIANT
        from tests.support.swaps.screens import PRESENTATIONS as SCREENS

        VARIANTS[VARIANT.key] = VARIANT  # type: ignore[index]
        PRESENTATIONS[SCREENS.key] = SCREENS  # type: ignore[index]
