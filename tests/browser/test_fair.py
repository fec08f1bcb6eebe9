"""Each browser adds a number to the deal, and checks the deal by itself after the match: also against the site."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.players import Player, Seated
from tests.support.types import certain

pytestmark = pytest.mark.long
OF_BOTH = "the numbers of the site and of both players"
NO_NUMBER = """const send = window.fetch, away = () => Promise.reject(new TypeError('away'));
window.fetch = (url, ...how) => (String(url).endsWith('/deal') ? away() : send(url, ...how));"""
FORGE = """change => {
  const deals = JSON.parse(localStorage.getItem('ap-deals')), [[seal, deal]] = Object.entries(deals);
  const other = 'f'.repeat(64);
  localStorage.setItem('ap-deals', JSON.stringify({
    seal: { [other]: deal }, number: { [seal]: { ...deal, number: other } }, nothing: {},
  }[change]));
}"""


def checked(player: Player, says: str) -> str:
    """What the browser's own check came to on the fair page of a match that has ended, which also says that."""
    expect(player.page.locator(".verdict")).to_be_visible()
    player.page.locator("#fair a").click()
    expect(player.page.locator("main")).to_contain_text(says)
    return found(player.page)


def found(page: Page) -> str:
    """The same on a fair page that is open."""
    expect(page.locator("[data-found]")).to_be_visible()
    return certain(page.locator("[data-found]").get_attribute("data-found"))


def test_both_browsers_prove_that_nobody_chose_the_deal_and_notice_what_is_not_theirs(meet: Seated) -> None:
    first, second = meet("strategy", "en")
    address = f"{first.page.url}fair/"
    for player in (first, second):
        player.take_turn()
    first.resign()
    for player in (first, second):
        assert checked(player, OF_BOTH) == "proved"
        expect(player.page.locator("main")).to_contain_text("nor your opponent could choose them alone")

    # A site that had changed seal or number afterwards is what a browser that kept others would see.
    page = second.page
    kept = page.evaluate("localStorage.getItem('ap-deals')")
    for change, verdict in (("seal", "badSeal"), ("number", "badNumber"), ("nothing", "unkept")):
        page.evaluate(FORGE, change)
        page.goto(address)
        assert found(page) == verdict
        page.evaluate("kept => localStorage.setItem('ap-deals', kept)", kept)

    # And of a record in which one tile is another.
    def forged(route: Route) -> None:
        record = route.fetch().json()
        record["hands"][0][0] = "Z" if record["hands"][0][0] != "Z" else "A"
        route.fulfill(json=record)

    page.route("**/record", forged)
    page.goto(address)
    assert found(page) == "badTiles"
    page.unroute("**/record")
    page.goto(address)
    assert found(page) == "proved"


def test_a_browser_that_sends_no_number_gets_its_match_and_is_told_what_is_not_proved(meet: Seated) -> None:
    players = meet("strategy", "en", script=NO_NUMBER)
    players[0].resign()
    for player in players:
        verdict = "unsent" if player.has_a_phone else "proved"
        assert checked(player, "from the numbers of the site and of Guest") == verdict
