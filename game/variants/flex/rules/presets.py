"""The presets Flex comes with: the defaults of its settings, in either language (rule 4), live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset, slow_preset

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="flex",
        titles={"en": "Flex", "sv": "Flex"},
        blurbs={
            "en": "Move the tiles on the board, or take them back.",
            "sv": "Flytta brickorna på brädet, eller ta tillbaka dem.",
        },
        settings={},
        order=70,
    ),
    slow_preset("flex-slow", {"en": "Flex, slow", "sv": "Flex, långsamt"}, order=71),
)
