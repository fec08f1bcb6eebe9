"""The preset Classic comes with: the defaults of its settings, in either language (rules §1)."""

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
)
