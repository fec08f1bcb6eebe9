"""What one does on another page of the same browser while a match is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated, new_name, sign_up

pytestmark = pytest.mark.long


def test_signing_up_on_a_second_page_takes_the_open_match_along(seated: Seated) -> None:
    """The session is a new one then: the match page said that it was no longer connected, while the clock ran."""
    on_turn, other = seated("strategy", "en")
    token = on_turn.page.locator("meta[name=csrf-token]").get_attribute("content")
    second = on_turn.page.context.new_page()
    sign_up(second, new_name("Wanda"))

    renewed = on_turn.page.locator(f'meta[name=csrf-token]:not([content="{token}"])')
    expect(renewed).to_have_count(1, timeout=40_000)
    expect(on_turn.page.locator("#net b")).to_have_count(0)
    on_turn.pass_turn()
    expect(other.page.locator('#state[data-mine="1"]')).to_have_count(1, timeout=15_000)
