"""The shelf and the number in the bar follow what happens elsewhere, with nothing pressed."""

from playwright.sync_api import Route, WebSocketRoute, expect

from game.models import SeatRow
from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site
from tests.browser.players import Opened, in_windows
from tests.support.browsers import begun
from tests.support.types import certain


def another_of_the_same(public_id: str) -> None:
    """Another slow match of the same players, in which the second one begins: nobody is told."""
    players = [seat.user for seat in SeatRow.objects.filter(match__public_id=public_id).order_by("-seat")]
    begun(users=players, by_lot=False, **SLOW)


def test_a_page_that_lies_open_shows_whose_turn_it_has_become(site: Site, open_page: Opened) -> None:
    public_id, first, second = site.deal(**SLOW)
    home, match = open_page(PHONE, "en-GB", second), open_page(DESKTOP, "en-GB", first)
    home.goto("/")
    expect(home.locator("#continue-h")).to_have_text("They are thinking")
    expect(home.locator("#waits")).to_be_hidden()
    match.goto(f"/match/{public_id}/")
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


def test_a_page_of_a_match_asks_for_what_came_before_its_socket(site: Site, open_page: Opened) -> None:
    public_id, first, _second = site.deal(**SLOW)
    page, sockets = open_page(DESKTOP, "en-GB", first), list[WebSocketRoute]()

    def hold(socket: WebSocketRoute) -> None:
        sockets.append(socket)

    page.route_web_socket("**/ws/match/**", hold)
    page.goto(f"/match/{public_id}/")
    page.locator("#actions [data-act=pass]").click()
    expect(page.locator("#state")).to_have_attribute("data-mine", "0")
    expect(page.locator("#next-match a")).to_have_count(0)
    sockets[0].connect_to_server()
    expect(page.locator("#next-match a")).to_have_text("To your matches")


def test_a_page_of_a_match_asks_for_what_came_while_its_socket_was_away(site: Site, open_page: Opened) -> None:
    public_id, _first, second = site.deal(**SLOW)
    page, sockets = open_page(DESKTOP, "en-GB", second), list[WebSocketRoute]()

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/ws/match/**", answer)
    page.clock.install()
    page.goto(f"/match/{public_id}/")
    expect(page.locator("#next-match a")).to_have_text("To your matches")
    site.inside(another_of_the_same, public_id)
    expect(page.locator("#waits")).to_be_hidden()
    with page.expect_response("**/next/number"):
        sockets[0].close(code=1012)
        for _ in range(20):
            page.clock.run_for(1000)
    expect(page.locator("#waits b")).to_have_text("1")


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
