"""The Alfa tile can be read at the smallest size in which a board is drawn: figures that only style sheets draw, which
no checker of pages sees."""

import re
from base64 import b64encode
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from alfapower.build.static_bundles import script, sources, style
from tests.screen.test_contrast import ratio
from ui.templatetags.design import tile

SMALLEST = 23
READ = """(tile) => {
  const stops = (element, pseudo) => getComputedStyle(element, pseudo).backgroundImage.match(/rgb[^)]*[)]/g);
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom]; };
  const parts = [...tile.querySelectorAll(':scope > b, :scope > .tile__x')].filter((one) => one.checkVisibility());
  return {
    whole: box(tile),
    letter: box(tile.querySelector('.tile__l')),
    face: stops(tile, '::after'),
    letterInk: getComputedStyle(tile.querySelector('.tile__l')).color,
    figures: parts.map((one) => ({
      said: one.dataset.t, box: box(one), ink: getComputedStyle(one).color, grounds: stops(one, null),
      wide: one.scrollWidth - one.clientWidth, size: parseFloat(getComputedStyle(one).fontSize),
    })),
  };
}"""


def styles() -> str:
    """The style sheet of a match, with its fonts in it."""
    sheet = style("css/alfapower.css", sources(*settings.STATIC_SOURCES))

    def put_in(found: re.Match[str]) -> str:
        font = (settings.STATIC_SOURCES[0] / "fonts" / found[1]).read_bytes()
        return f"url(data:font/woff2;base64,{b64encode(font).decode()})"

    put, count = re.subn(r'url\("[^"]*?/fonts/([^"]+)"\)', put_in, sheet)
    assert count == 2
    return put


def number(colour: str) -> str:
    """ "rgb(20, 38, 44)" as "#14262c"."""
    return "#" + "".join(f"{int(part):02x}" for part in colour[colour.index("(") + 1 : -1].split(",")[:3])


@pytest.mark.parametrize("side", [SMALLEST, 44])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letter_multiplier_and_value_can_be_read(chromium: Browser, theme: str, side: int) -> None:
    """Gold lay on the gold rim, and the letter was pushed aside (players 3)."""
    kinds = [
        tile(letter, value, alfa=True, times=times, blank=not value)
        for (letter, value), times in product([("E", 1), ("Q", 10), ("Å", 4), ("R", 0)], [0, 2, 5])
        if value or times
    ]
    cells = "".join(
        f'<span class="cell" style="width:1em;height:1em;position:relative">{kind}</span>' for kind in kinds
    )
    with chromium.new_page() as page:
        page.set_content(
            f'<html data-theme="{theme}"><style>{styles()}</style><p style="font-size:{side}px">{cells}</p>'
        )
        page.evaluate("() => Promise.all([...document.fonts].map((font) => font.load()))")
        told = page.locator(".tile--alfa").evaluate_all(f"tiles => tiles.map({READ})")
    assert len(told) == len(kinds)
    for one in told:
        left, top, right, bottom = one["whole"]
        assert one["figures"], "neither value nor multiplier"
        for figure in one["figures"]:
            assert min(ratio(number(figure["ink"]), number(ground)) for ground in figure["grounds"]) >= 4.5, figure
            assert figure["size"] >= 8 and figure["wide"] <= 0, figure
            box = figure["box"]
            assert left < box[0] and box[2] < right and box[3] < bottom, "on the rim"
            assert one["letter"][3] <= box[1] + 0.5, "over the letter"
        assert abs((one["letter"][0] + one["letter"][2]) - (left + right)) <= 1, "the letter is in the middle"
        assert min(ratio(number(one["letterInk"]), number(ground)) for ground in one["face"]) >= 4.5


PLAYED = """async (deed) => {
  const cellAt = (row, col) => document.querySelector(`[data-r="${row}"][data-c="${col}"]`);
  const forged = () => document.getAnimations().filter(({ effect }) => effect.pseudoElement === '::before');
  const { done } = playback.play([deed], new Map(), { cellAt, sound: () => {}, most: 1500 });
  const during = forged().map(({ effect }) => [effect.target.dataset.l, effect.getTiming().duration]);
  await done;
  return [during, forged().length];
}"""


@pytest.mark.parametrize(
    "deed",
    [
        {"kind": "alfa", "side": "you", "cells": [], "points": [], "letter": "E*"},
        {"kind": "words", "side": "opp", "cells": [[0, 0], [0, 1]], "points": [9], "letter": ""},
    ],
    ids=["in the hand", "on the board"],
)
def test_an_alfa_tile_is_forged_once_and_then_lies_as_any(chromium: Browser, deed: dict[str, Any]) -> None:
    script_of_page = script("js/playback.js", sources(*settings.STATIC_SOURCES))
    alfa, plain = tile("E", 1, alfa=True, times=2), tile("K", 5)
    cells = "".join(f'<i class="cell" data-r="0" data-c="{col}">{one}</i>' for col, one in enumerate((plain, alfa)))
    rack = "".join(f'<b data-tile="{name}">{one}</b>' for name, one in (("K", plain), ("E*", alfa)))
    with chromium.new_page() as page:
        page.set_content(f"<style>{styles()}</style><p>{cells}</p><p id=rack>{rack}</p>")
        page.evaluate(script_of_page.replace("export const { play } =", "window.playback ="))
        place = "#rack" if deed["kind"] == "alfa" else ".cell"
        page.locator(f"{place} .tile--alfa").evaluate("tile => { tile.dataset.l = 'E' }")
        during, afterwards = page.evaluate(PLAYED, deed)
        assert during == [["E", 600]] and afterwards == 0
