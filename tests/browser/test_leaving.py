"""A page that was told to go elsewhere asks nothing more, however slow the other page is to come."""

import time

import pytest
from playwright.sync_api import Page

from tests.browser.players import play_each_other

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]


def test_the_waiting_page_is_told_the_way_to_the_match_once(pages: list[Page]) -> None:
    told = []
    for page in pages:
        page.on("response", lambda answer: told.append(answer.url) if answer.headers.get("hx-redirect") else None)
        page.route("**/match/**", lambda route: (time.sleep(2.5), route.continue_()))  # two polls and a half
    play_each_other(pages, "quick")
    assert len(told) == 2, told
