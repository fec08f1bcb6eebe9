"""What a page asks for again and again: in step with nobody, never for nobody's eyes, and not before the server has
said, by a clock that the test moves on. And nothing more when it was told to go elsewhere."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.players import play_each_other

COUNT_ANSWERS = "document.addEventListener('htmx:afterRequest', () => { window.answers = (window.answers ?? 0) + 1; });"
LOOKS = """(how) => {
    Object.defineProperty(document, 'visibilityState', { get: () => how, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


class Home:
    """The home page of a visitor, whose question how many wait is answered by the test: `asked` counts it."""

    def __init__(self, page: Page) -> None:
        self.page, self.asked = page, 0
        self.answer: dict[str, Any] = {"status": 200, "body": ""}
        page.clock.install()
        page.add_init_script(COUNT_ANSWERS)
        page.route("**/quick/counts**", self._answered)
        page.goto("/")

    def _answered(self, route: Route) -> None:
        self.asked += 1
        route.fulfill(**self.answer)

    def after(self, seconds: int) -> int:
        """So many seconds go by; how often was asked meanwhile."""
        before = self.asked
        for _ in range(2 * seconds):
            self.page.clock.run_for(500)
            self.page.wait_for_function("(asked) => (window.answers ?? 0) >= asked", arg=self.asked)
        return self.asked - before


@pytest.fixture
def home(free_page: Page) -> Home:
    return Home(free_page)


@pytest.mark.long
def test_a_page_asks_at_its_own_moments_and_rests_while_nobody_looks(home: Home) -> None:
    assert 4 <= home.after(20) <= 6
    home.page.evaluate(LOOKS, "hidden")
    assert home.after(20) == 0
    home.page.evaluate(LOOKS, "visible")
    assert home.after(1) == 1


@pytest.mark.long
def test_who_is_told_when_to_come_back_comes_no_sooner_and_then_later_and_later(home: Home) -> None:
    home.answer = {"status": 503, "body": "", "headers": {"Retry-After": "30"}}
    assert home.after(5) == 1
    assert home.after(25) == 0
    assert home.after(15) == 1, "30 s, and up to eight of its own"
    home.answer = {"status": 500, "body": ""}
    home.after(40)
    few = home.after(60)
    assert few <= 12, "every two to sixty seconds, at random"
    home.answer = {"status": 200, "body": ""}
    home.after(62)
    assert home.after(10) >= 2, "as before"


@pytest.mark.long
def test_who_is_told_that_there_is_nothing_more_asks_no_more(home: Home) -> None:
    home.answer = {"status": 286, "body": ""}
    assert home.after(6) == 1
    home.page.evaluate(LOOKS, "hidden")
    home.page.evaluate(LOOKS, "visible")
    assert home.after(30) == 0


def test_who_waits_is_told_while_the_network_is_away(free_page: Page) -> None:
    page = free_page
    page.goto("/play/alfapower/")
    page.get_by_role("button", name=re.compile("Quick")).first.click()
    said = page.locator("[data-offline]")
    expect(page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    before = page.get_by_role("button", name="Cancel").bounding_box()
    page.context.set_offline(True)
    expect(said).to_contain_text("No connection")
    assert page.get_by_role("button", name="Cancel").bounding_box() == before, "nothing moves under the finger"
    page.context.set_offline(False)
    expect(said).to_have_text("")


@pytest.mark.long
def test_the_waiting_page_is_told_the_way_to_the_match_once(pages: list[Page]) -> None:
    told = []
    for page in pages:
        page.on("response", lambda answer: told.append(answer.url) if answer.headers.get("hx-redirect") else None)
        page.route("**/match/**", lambda route: (time.sleep(2.5), route.continue_()))  # two polls and a half
    play_each_other(pages, "quick")
    assert len(told) == 2, told
