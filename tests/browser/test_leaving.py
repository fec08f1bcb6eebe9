"""A page that was told to go elsewhere asks nothing more, however slow the other page is to come."""

import time

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Site
from tests.browser.players import arrive

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]


def test_the_waiting_page_is_told_the_way_to_the_match_once(site: Site, chromium: Browser) -> None:
    pages, told = [], []
    for _ in range(2):
        page = chromium.new_context(base_url=site.url, locale="en-GB").new_page()
        page.on("response", lambda answer: told.append(answer.url) if answer.headers.get("hx-redirect") else None)
        page.route("**/match/**", lambda route: (time.sleep(2.5), route.continue_()))  # two polls and a half
        page.goto("/")
        page.locator('button[name=preset][value="quick"]').click()
        pages.append(page)
    for page in pages:
        arrive(page, "#state")
        page.context.close()
    assert len(told) == 2, told
