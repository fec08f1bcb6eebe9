"""The colours of the design, computed: text at 4.5:1 or better, controls and marks at 3:1, in both themes."""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "static" / "css" / "alfapower" / "tokens.css"
TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)|(#\w{6}))\s*;")

TEXT = """
    ink bg, ink bg-2, ink surface, ink surface-2, ink raised, ink-2 bg, ink-2 bg-2, ink-2 surface, ink-2 surface-2,
    ink-3 surface, ink-3 surface-2, ink-3 bg, link bg, link surface, link surface-2, on-brand brand, on-brand brand-hi,
    on-petrol petrol, on-petrol petrol-2, gold-ink surface, gold-ink surface-2, gold-ink bg, you surface, you surface-2,
    you you-soft, opp surface, opp surface-2, opp opp-soft, ok surface, ok ok-soft, warn surface, warn warn-soft,
    bad surface, bad surface-2, bad bad-soft, dl-ink dl, tl-ink tl, dw-ink dw, tw-ink tw, tile-ink tile,
    tile-ink tile-2, tile-sub tile, tile-sub tile-2, alfa-ink alfa, alfa-ink alfa-2, b-frame-ink b-frame
"""
MARKS = """
    line-2 surface, line-2 bg, line-2 raised, focus surface, focus bg, focus b-cell, b-dead-ink b-dead, aim b-cell,
    you b-cell, opp b-cell, brand petrol, ring-you tile, ring-you tile-2, ring-opp tile, ring-opp tile-2
"""


def pairs(text: str) -> list[list[str]]:
    return [pair.split() for pair in text.split(",")]


def tokens() -> dict[str, tuple[str, str]]:
    """Each colour token's value in the light and in the dark theme."""
    found = TOKEN.findall(STYLES.read_text(encoding="utf-8"))
    return {name: (light or both, dark or both) for name, light, dark, both in found}


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_is_that_of_the_guidelines() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("least", "names"), [(4.5, TEXT), (3.0, MARKS)], ids=["text", "marks"])
def test_every_pair_reaches_its_ratio(theme: int, least: float, names: str) -> None:
    values = tokens()
    found = {f"{ink} on {ground}": ratio(values[ink][theme], values[ground][theme]) for ink, ground in pairs(names)}
    assert not {pair: round(reached, 2) for pair, reached in found.items() if reached < least}
