"""The quiet line that offers the installed site: to who plays slowly, from the third visit on, twice at most."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site
from tests.browser.players import Opened

BEGIN = datetime(2026, 11, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OFFERED = """(outcome) => {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  event.userChoice = Promise.resolve({ outcome });
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
IPHONE = "Object.defineProperty(navigator, 'standalone', { value: false })"
INSTALLED = """{
  const real = matchMedia;
  window.matchMedia = (query) => query.includes('standalone') ? { matches: true } : real(query);
}"""


class Visitor:
    """Somebody with a slow match (or, `live`, one without a clock) on a device whose clock is set."""

    def __init__(self, site: Site, opened: Opened, device: dict[str, Any], script: str = "", live: bool = False):
        _match, key, _other = site.deal(**({} if live else SLOW))
        self.page: Page = opened(device, session=key, scripts=[script])
        self.hint = self.page.locator("[data-install]")

    def visit(self, after: timedelta, outcome: str | None = "accepted") -> bool:
        """Come to the home page so long after the beginning, by a browser that would install the site and have that
        answered so (None: by one that would not). Whether the line is shown."""
        self.page.clock.set_fixed_time(BEGIN + after)
        self.page.goto("/")
        expect(self.page.locator("#continue")).to_be_visible()
        if outcome is not None:
            self.page.evaluate(OFFERED, outcome)
        return self.hint.is_visible()


def test_it_is_offered_in_the_third_visit_and_visits_are_half_an_hour_apart(site: Site, open_page: Opened) -> None:
    visitor = Visitor(site, open_page, DESKTOP)
    shown = [visitor.visit(timedelta(minutes=minutes)) for minutes in (0, 1, 20, 60, 80, 120, 121)]
    assert shown == [False, False, False, False, False, True, True]  # 0, 60 and 120 begin visits


def test_it_stands_in_one_visit_and_once_more_90_days_later(site: Site, open_page: Opened) -> None:
    visitor = Visitor(site, open_page, PHONE)
    for day, is_shown in (
        (0, False),
        (1, False),
        (2, True),
        (3, False),
        (91, False),
        (92, True),
        (93, False),
        (400, False),
    ):
        assert visitor.visit(day * DAY) is is_shown, day
    assert visitor.page.locator("#install").is_hidden()  # and takes no room


def test_not_now_holds_for_90_days_and_the_second_for_good(site: Site, open_page: Opened) -> None:
    visitor = Visitor(site, open_page, PHONE)
    for days in (0, 1):
        visitor.visit(days * DAY)
    for days in (2, 92):
        assert visitor.visit(days * DAY)
        visitor.page.get_by_role("button", name="Not now").click()
        expect(visitor.hint).to_be_hidden()
        assert not visitor.visit(days * DAY + HOUR / 4)
        assert not visitor.visit((days + 89) * DAY)
    assert not visitor.visit(1_000 * DAY)


@pytest.mark.parametrize(("outcome", "again"), [("accepted", False), ("dismissed", True)])
def test_add_asks_the_browser_and_who_has_said_yes_is_not_asked_again(
    site: Site, open_page: Opened, outcome: str, again: bool
) -> None:
    visitor = Visitor(site, open_page, DESKTOP)
    for days in (0, 1, 2):
        visitor.visit(days * DAY, outcome)
    visitor.page.get_by_role("button", name="Add").click()
    expect(visitor.hint).to_be_hidden()
    assert visitor.page.evaluate("window.prompted")
    assert visitor.visit(200 * DAY, outcome) is again


def test_nothing_is_offered_without_a_slow_match_or_where_nothing_can_be_installed(
    site: Site, open_page: Opened
) -> None:
    for visitor, outcome in (
        (Visitor(site, open_page, DESKTOP, live=True), "accepted"),
        (Visitor(site, open_page, DESKTOP), None),
        (Visitor(site, open_page, PHONE, script=INSTALLED), "accepted"),
    ):
        assert not any(visitor.visit(days * DAY, outcome) for days in range(5))


def test_on_an_iphone_the_line_says_how(site: Site, open_page: Opened) -> None:
    visitor = Visitor(site, open_page, PHONE, script=IPHONE)
    assert [visitor.visit(days * DAY, None) for days in range(3)] == [False, False, True]
    expect(visitor.hint).to_contain_text("Tap Share, then Add to Home Screen.")
    buttons = visitor.hint.locator("button:visible")
    assert [text.strip() for text in buttons.all_inner_texts()] == ["Not now"]
