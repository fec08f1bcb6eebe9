"""The page of an onlooker for whom there is no room: it says so in one sentence, asks meanwhile, and comes in later."""

from playwright.sync_api import Page, WebSocketRoute, expect

from game.models import Match
from game.services.clock import now_ms
from tests.browser.conftest import PHONE, Site
from tests.browser.players import Opened, new_name
from tests.people.players import account
from tests.people.watched import match_of
from tests.support.matches import submit

CROWDED = "Too many are watching: this page lags."
TOO_MANY_WATCH = 4429
STEP = 3


def watched_match() -> Match:
    """A match that everybody may watch."""
    return match_of(account(new_name("Elsa")), account(new_name("Noor")), seconds=600, starts_at=now_ms())


def goes_on(row: Match, seat: int) -> None:
    """The player passes."""
    assert not submit(row, seat, now_ms(), do="pass").code


def after(page: Page, seconds: int) -> None:
    """So many seconds go by."""
    for _ in range(0, seconds, STEP):
        page.clock.run_for(1_000 * STEP)


def test_a_page_for_which_there_is_no_room_says_so_asks_and_comes_in_later(site: Site, open_page: Opened) -> None:
    row = site.inside(watched_match)
    page, tries = open_page(PHONE), list[str]()
    is_full = [True]

    def answer(socket: WebSocketRoute) -> None:
        tries.append(socket.url)
        if is_full:
            socket.close(code=TOO_MANY_WATCH)
        else:
            socket.connect_to_server()

    page.route_web_socket("**/ws/watch/**", answer)
    page.clock.install()
    page.goto(f"/watch/{row.public_id}/")
    banner = page.locator("#net .banner b")
    after(page, 3)
    expect(banner).to_have_text(CROWDED)
    expect(page.locator("#state")).to_have_attribute("data-turn", "1")
    site.inside(goes_on, row, 0)
    with page.expect_response("**/panels**"):
        after(page, 24)
    expect(page.locator("#state")).to_have_attribute("data-turn", "2")
    assert len(tries) == 1, "its socket is not tried all the time"

    page.wait_for_timeout(1_100)  # how many watch is read once a second, by the clock of the server
    with page.expect_response("**/panels**"):
        after(page, 24)
    expect(page.locator("#eyes")).to_contain_text("1")
    after(page, 96)
    assert len(tries) in (2, 3)
    expect(banner).to_have_text(CROWDED)

    is_full.clear()
    page.get_by_role("button", name="Try now").click()
    site.inside(goes_on, row, 1)
    expect(page.locator("#state")).to_have_attribute("data-turn", "3")
    expect(banner).to_have_count(0)
