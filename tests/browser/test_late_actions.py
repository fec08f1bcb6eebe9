"""An action that the site cannot take for now: the page sends it again, with what says when it came first. And a page
whose own clock is wrong."""

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser.players import Seated
from tests.support.types import certain

pytestmark = pytest.mark.long

A_YEAR_AHEAD = """
const Real = Date, ahead = 366 * 24 * 60 * 60 * 1000;
window.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
};
"""


def test_what_was_refused_for_now_goes_out_again_with_its_stamp(seated: Seated, wrong: list[str]) -> None:
    player, _other = seated("quick", "en")
    sent = []

    def answer(route: Route) -> None:
        request = route.request
        sent.append((request.post_data, request.headers.get("x-seat"), request.headers.get("x-stamp")))
        if len(sent) > 3:
            route.continue_()
            return
        answers: list[dict[str, str] | str] = [{"stamp": "the-first"}, {"stamp": ""}, "no JSON"]
        said = answers[len(sent) - 1]
        body = said if isinstance(said, str) else json.dumps({"ok": False, "code": "trying_again", **said})
        route.fulfill(status=503, content_type="application/json", body=body)

    player.page.route("**/act", answer)
    player.pass_turn()
    wrong[:] = [said for said in wrong if "503" not in said]  # the console names what was asked for here
    bodies, seats, stamps = zip(*sent, strict=True)
    assert len(sent) == 4 and len(set(bodies)) == 1
    assert set(seats) == {player.page.locator("#match").get_attribute("data-seat")}
    assert stamps == (None, "the-first", "the-first", "the-first")


def test_a_page_whose_clock_is_a_year_ahead_plays_as_any_other(seated: Seated) -> None:
    """No time of day of a browser is believed, by the page no more than by the site."""
    players = seated("standard", "en", script=A_YEAR_AHEAD)
    years = [player.page.evaluate("new Date().getFullYear()") for player in players]
    assert abs(years[0] - years[1]) == 1
    for turn in (1, 2):
        assert [player.state("turn") for player in players] == [str(turn)] * 2, "no turn was taken for over"
        for player in players:
            full = int(certain(player.page.locator("#clock").get_attribute("data-full"))) / 1000
            assert 0 < int(player.page.locator("#timer .timer__n").inner_text()) <= full
        next(player for player in players if player.state("mine") == "1").pass_turn()
        for player in players:
            expect(player.page.locator(f'#state[data-turn="{turn + 1}"]')).to_be_attached()
