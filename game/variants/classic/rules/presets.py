"""The presets Classic comes with: the defaults of its settings, in either language (rules §1), live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset, slow_preset

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
    slow_preset("classic-slow", {"en": "Classic, slow", "sv": "Klassiskt, långsamt"}, order=51),
)
