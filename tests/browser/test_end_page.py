"""The page after a match: its figures count up for the eye alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated
from tests.support.types import certain

pytestmark = pytest.mark.needs_browser

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
    phone = second.page
    expect(phone.locator(".verdict")).to_be_visible()
    box = certain(phone.locator(".finals").bounding_box())
    assert box["y"] + box["height"] <= certain(phone.viewport_size)["height"]  # in the first view (players 13)
    page.wait_for_function("() => document.querySelector('.is-counted') === null && window.drawn.size > 1")
    total = page.locator("#total-you").inner_text().strip()
    assert total not in ("", "0") and page.evaluate(SEEN, "read") == [total]
    drawn = page.evaluate(SEEN, "drawn")
    assert "0" in drawn and drawn[-1] in ("", total)
    ink = page.evaluate("() => getComputedStyle(document.body).color")
    expect(page.locator("#total-you")).to_have_css("color", ink)
