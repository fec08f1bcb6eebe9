"""The presets Alfapet comes with: the defaults of its settings, in either language (rule 1), for two, live and slow."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset, slow_preset

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
    slow_preset("alfapet-slow", {"en": "Alfapet, slow", "sv": "Alfapet, långsamt"}, order=61),
)
