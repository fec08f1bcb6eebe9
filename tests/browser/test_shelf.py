"""The shelf and the number in the bar follow what happens elsewhere, with nothing pressed."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site
from tests.browser.players import Opened, in_windows
from tests.support.types import certain


def test_a_page_that_lies_open_shows_whose_turn_it_has_become(site: Site, open_page: Opened) -> None:
    public_id, first, second = site.deal(**SLOW)
    home, match = open_page(PHONE, "en-GB", second), open_page(DESKTOP, "en-GB", first)
    home.goto("/")
    expect(home.locator("#continue-h")).to_have_text("They are thinking")
    expect(home.locator("#waits")).to_be_hidden()
    with match.expect_websocket() as socket:
        match.goto(f"/match/{public_id}/")
    socket.value.wait_for_event("framereceived")  # what changes before it has joined is not told
    expect(match.locator("#next-match a")).to_have_count(0)
    match.locator("#actions [data-act=pass]").click()
    expect(home.locator("#continue-h")).to_have_text("Your turn in 1 match")
    expect(home.locator("#shelf .mcard .mini")).to_be_visible()
    expect(home.locator("#waits b")).to_have_text("1")
    for _ in in_windows(home, [(360, 640), (390, 844)]):
        bar, mark = (certain(home.locator(one).bounding_box()) for one in (".topbar", ".logo svg"))
        assert bar["height"] < 2 * mark["height"], "one line, with number, bell and the way to sign in"
    expect(match.locator("#next-match a")).to_have_text("To your matches")
    home.locator("#waits").click()
    expect(home).to_have_url(f"{site.url}/match/{public_id}/")


def test_what_changes_while_an_answer_is_on_its_way_is_asked_for_anew(site: Site, open_page: Opened) -> None:
    public_id, first, _second = site.deal(**SLOW)
    match, held = open_page(DESKTOP, "en-GB", first), list[Route]()

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    match.route("**/next/after/*", hold_the_first)
    with match.expect_request("**/next/after/*"):
        match.goto(f"/match/{public_id}/")
    match.locator("#actions [data-act=pass]").click()
    expect(match.locator("#next-match a")).to_have_text("To your matches")


def test_the_way_on_leaves_what_is_beside_it_its_width(site: Site, open_page: Opened) -> None:
    """Also in Keebble, whose buttons have no area of their own in the dock."""
    public_id, *players = site.deal(**{**SLOW, "variant": "keebble"})
    for player in players:
        page = open_page(PHONE, "en-GB", player)
        page.goto(f"/match/{public_id}/")
        expect(page.locator("#state")).to_have_count(1)
        if page.locator("#state[data-mine='1']").count():
            continue
        expect(page.locator("#next-match a")).to_be_visible()
        for _ in in_windows(page, [(360, 740), (390, 844), (1280, 800)]):
            dock, options, way = (
                certain(page.locator(one).bounding_box()) for one in (".a-dock", ".opts", "#next-match")
            )
            assert min(options["width"], way["width"]) > 0.8 * dock["width"]
