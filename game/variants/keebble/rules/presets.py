"""The presets Keebble comes with: the defaults of its settings, live and slow, and all upgrades, in either language
(K1), for two."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset
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
    DeclaredPreset(
        key="keebble-slow",
        titles={"en": "Keebble, slow", "sv": "Keebble, långsamt"},
        blurbs={
            "en": "A turn within three days. Close the page; the match waits for you.",
            "sv": "Ett drag inom tre dagar. Stäng sidan, matchen väntar på dig.",
        },
        settings={"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1},
        order=82,
    ),
)
