"""An action that the site cannot take for now: the page sends it again, with what says when it came first."""

import json

import pytest

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]


def test_what_was_refused_for_now_goes_out_again_with_its_stamp(meet):
    players = meet("quick", "en")
    player = next(player for player in players if player.state("mine") == "1")
    sent = []

    def answer(route):
        request = route.request
        sent.append((request.post_data, request.headers.get("x-seat"), request.headers.get("x-stamp")))
        if len(sent) > 3:
            route.continue_()
            return
        said = [{"stamp": "the-first"}, {"stamp": ""}, "no JSON"][len(sent) - 1]
        body = said if isinstance(said, str) else json.dumps({"ok": False, "code": "trying_again", **said})
        route.fulfill(status=503, content_type="application/json", body=body)

    player.page.route("**/act", answer)
    player.pass_turn()
    meet.wrong[:] = [said for said in meet.wrong if "503" not in said]  # the console names what was asked for here
    bodies, seats, stamps = zip(*sent, strict=True)
    assert len(sent) == 4 and len(set(bodies)) == 1
    assert set(seats) == {player.page.locator("#match").get_attribute("data-seat")}
    assert stamps == (None, "the-first", "the-first", "the-first")
