"""The presets AlfaPower comes with (rules §1)."""

from collections.abc import Sequence

from game.kernel.presets import DeclaredPreset, slow_preset

PRESETS: Sequence[DeclaredPreset] = (
    DeclaredPreset(
        key="quick",
        titles={"en": "Quick", "sv": "Snabb"},
        blurbs={
            "en": "A short, sharp board. Ten minutes, start to finish.",
            "sv": "Ett litet bräde där det går undan. Tio minuter från början till slut.",
        },
        settings={"board_size": 11, "turn_seconds": 30},
        order=10,
    ),
    DeclaredPreset(
        key="standard",
        titles={"en": "Standard", "sv": "Standard"},
        blurbs={
            "en": "The full board with every built-in bonus.",
            "sv": "Hela brädet med alla bonusrutor på plats.",
        },
        settings={"board_size": 15, "turn_seconds": 60},
        order=20,
    ),
    DeclaredPreset(
        key="strategy",
        titles={"en": "Strategy", "sv": "Strategi"},
        blurbs={
            "en": "An empty board. You place the bonuses yourselves.",
            "sv": "Ett tomt bräde. Ni lägger ut bonusrutorna själva.",
        },
        settings={
            "board_size": 15,
            "turn_seconds": None,
            "blank_board": True,
            "items": ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"],
        },
        order=30,
    ),
    slow_preset("alfapower-slow", {"en": "Slow", "sv": "Långsamt"}, order=40, board_size=11),
)
