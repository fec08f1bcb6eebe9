"""The page after a match: its figures count up for the eye alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Player, Seated
from tests.support.types import certain

NOTE = """
  window.read = new Set(); window.drawn = new Set();
  const look = () => {
    const total = document.querySelector('#total-you');
    if (total) {
      window.read.add(total.textContent.trim());
      window.drawn.add(total.dataset.counted ?? '');
    }
    requestAnimationFrame(look);
  };
  look();
"""
SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}
DESK = DESKTOP | {"viewport": {"width": 1280, "height": 800}}
SEEN = "name => [...window[name]]"


def test_a_total_reads_as_it_is_while_it_counts_up(seated: Seated) -> None:
    """For some seconds the page read "Total 0", in every tree that a screen reader or a machine has (siblings S11)."""
    first, second = seated("quick", "en", everywhere=NOTE)
    first.page.emulate_media(reduced_motion="no-preference")
    first.play(first.find_move())
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    second.resign()
    page = first.page
    expect(page.locator(".verdict")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.is-counted') === null && window.drawn.size > 1")
    total = page.locator("#total-you").inner_text().strip()
    assert total not in ("", "0") and page.evaluate(SEEN, "read") == [total]
    drawn = page.evaluate(SEEN, "drawn")
    assert "0" in drawn and drawn[-1] in ("", total)
    ink = page.evaluate("() => getComputedStyle(document.body).color")
    expect(page.locator("#total-you")).to_have_css("color", ink)


def call_off(one: Player, other: Player) -> None:
    """Offer it, and have it agreed to."""
    one.choose_in_menu("#ends [data-kind=call_off]")
    other.page.locator("#offers [data-act=offer]").click()


@pytest.mark.parametrize("device", [SMALL, DESK], ids=["phone", "desktop"])
@pytest.mark.parametrize("end", [call_off, lambda one, other: one.resign()], ids=["called_off", "resigned"])
def test_the_result_opens_with_its_total_in_view(
    seated: Seated, device: dict[str, Any], end: Callable[[Player, Player], object]
) -> None:
    """It opened some 600 px further down, above all for who had not acted: a reload goes to where the browser thinks
    that it was (players 13)."""
    players = seated("strategy", "en", devices=(device, device))
    end(*players)
    for player in players:
        page = player.page
        expect(page.locator("#rematch .card")).to_be_visible()  # which comes later, above the rest
        page.wait_for_load_state("load")
        box = certain(page.locator(".finals").bounding_box())
        assert box["y"] > 0
        assert box["y"] + box["height"] <= certain(page.viewport_size)["height"]
