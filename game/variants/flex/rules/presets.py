"""The presets Flex comes with: the defaults of its settings, in either language (rule 4), live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset

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
    DeclaredPreset(
        key="flex-slow",
        titles={"en": "Flex, slow", "sv": "Flex, långsamt"},
        blurbs={
            "en": "A turn within three days. Close the page; the match waits for you.",
            "sv": "Ett drag inom tre dagar. Stäng sidan, matchen väntar på dig.",
        },
        settings={"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1},
        order=71,
    ),
)
