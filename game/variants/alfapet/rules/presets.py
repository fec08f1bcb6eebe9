"""The presets Alfapet comes with: the defaults of its settings, in either language (rule 1), for two, live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="alfapet",
        titles={"en": "Alfapet", "sv": "Alfapet"},
        blurbs={
            "en": "Black tiles let you start somewhere new, and arrows bend the words.",
            "sv": "Svarta brickor låter dig börja på ett nytt ställe, och pilar böjer orden.",
        },
        settings={},
        order=60,
    ),
    DeclaredPreset(
        key="alfapet-slow",
        titles={"en": "Alfapet, slow", "sv": "Alfapet, långsamt"},
        blurbs={
            "en": "A turn within three days. Close the page; the match waits for you.",
            "sv": "Ett drag inom tre dagar. Stäng sidan, matchen väntar på dig.",
        },
        settings={"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1},
        order=61,
    ),
)
