"""The presets Keebble comes with: the defaults of its settings, live and slow, and all upgrades, in either language
(K1), for two."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset, slow_preset
from game.variants.keebble.rules.settings import UPGRADES

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="keebble",
        titles={"en": "Keebble", "sv": "Keebble"},
        blurbs={
            "en": "Choose, write a few letters, score the words.",
            "sv": "Välj, skriv några bokstäver, få poäng för orden.",
        },
        settings={},
        order=80,
    ),
    DeclaredPreset(
        key="keebble-upgrades",
        titles={"en": "Keebble, all upgrades", "sv": "Keebble, alla utökningar"},
        blurbs={
            "en": "With special squares, power-ups, backpacks and ominous options.",
            "sv": "Med specialrutor, krafter, ryggsäckar och lömska alternativ.",
        },
        settings={"upgrades": list(UPGRADES)},
        order=81,
    ),
    slow_preset("keebble-slow", {"en": "Keebble, slow", "sv": "Keebble, långsamt"}, order=82),
)
