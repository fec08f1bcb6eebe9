"""The preset Flex comes with: the defaults of its settings, in either language (rule 4)."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="flex",
        titles={"en": "Flex", "sv": "Flex"},
        blurbs={
            "en": "Move the tiles that lie, and take them back.",
            "sv": "Flytta brickorna som ligger, och ta tillbaka dem.",
        },
        settings={},
        order=70,
    ),
)
