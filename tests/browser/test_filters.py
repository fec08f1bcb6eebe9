"""What a player chooses on the pages of statistics and past matches comes at once, and Back takes it away again."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated, arrive
from tests.support.timeouts import wait_until

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]


def test_filters_of_figures_and_matches(meet: Seated) -> None:
    first, second = meet("quick", "en")
    for player in (first, second):
        player.take_turn(3)
    first.resign()
    page = second.page
    arrive(page, ".verdict")
    page.goto("/")
    page.locator('main a[href^="/players/"]').first.click()
    wait_until(lambda: page.reload() and page.locator("#figures .metrics").count(), "the match counts")
    figures = page.url
    for address, part, chosen in ((figures, "#figures", ".metrics"), (f"{figures}matches/", "#archive", ".archive")):
        page.goto(address)
        page.locator('label:has([name=language][value="sv"])').click()
        expect(page.locator(f"{part} .empty")).to_be_visible()
        expect(page.locator("#chosen")).to_contain_text("0")
        assert "language=sv" in page.url
        page.go_back()
        expect(page.locator(f"{part} {chosen}")).to_be_visible()
        expect(page.locator('[name=language][value=""]')).to_be_checked()
        assert "language" not in page.url
