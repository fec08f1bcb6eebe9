"""The presets Classic comes with: the defaults of its settings, in either language (rules §1), live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="classic",
        titles={"en": "Classic", "sv": "Klassiskt"},
        blurbs={
            "en": "Letters and bonus squares, and nothing else.",
            "sv": "Bokstäver och bonusrutor, och ingenting annat.",
        },
        settings={},
        order=50,
    ),
    DeclaredPreset(
        key="classic-slow",
        titles={"en": "Classic, slow", "sv": "Klassiskt, långsamt"},
        blurbs={
            "en": "A turn within three days. Close the page; the match waits for you.",
            "sv": "Ett drag inom tre dagar. Stäng sidan, matchen väntar på dig.",
        },
        settings={"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1},
        order=51,
    ),
)
