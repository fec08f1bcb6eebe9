"""What the other did is seen: played back, skipped by any touch, once more when asked for; still for who wants it."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated
from tests.browser.test_stable_layout import BOARD

pytestmark = pytest.mark.long

# Counts what is animated on the board, and keeps a playback from ending by itself.
WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate, wait = window.setTimeout;
  Element.prototype.animate = function (...how) { window.moved.push(this.className); return animate.apply(this, how); };
  window.setTimeout = (what, ms, ...more) => wait(what, ms > 800 && ms <= 1500 ? 600_000 : ms, ...more);
}"""
FETCHED = """() => performance.getEntriesByType('resource').filter(file => file.name.includes('playback')).length"""


def test_what_the_other_did_is_played_back_and_waits_for_nobody(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    seen, still = second.page, first.page
    seen.emulate_media(reduced_motion="no-preference")
    seen.evaluate(WATCH)
    still.evaluate(WATCH)
    box = seen.evaluate(BOARD)

    first.buy("claim")
    first.use("claim", 0, 0)
    seen.wait_for_function("() => moved.some(name => name.includes('flag'))")
    expect(seen.locator("#board .is-told")).to_have_attribute("data-r", "0")
    expect(seen.locator("#readout")).to_contain_text("claimed A1.")
    expect(seen.locator("#live")).to_contain_text("claimed A1.")

    seen.evaluate("moved.length = 0")
    move = first.find_move()
    first.play(move)
    expect(seen.locator("#board .tally")).to_have_count(1)
    score = still.locator("#score-you").inner_text()
    expect(seen.locator("#board .tally")).to_have_text(score)
    expect(seen.locator("#ticker > .num")).to_have_text(score)
    expect(still.locator("#lastplay-told > .row b")).to_have_text("You")
    words = still.locator("#lastplay-told > .wordline b").all_text_contents()
    expect(seen.locator("#ticker > .strong")).to_have_text(" + ".join(words))
    assert seen.evaluate("moved.filter(name => /^tile/.test(name)).length") == len(move)
    assert seen.evaluate(BOARD) == box
    expect(seen.locator("#readout")).to_contain_text(f"for {score} point")
    expect(still.locator("#readout")).to_contain_text("You played ")

    # The first touch ends it, and does what it means.
    seen.locator('#rack [data-ri="0"]').click()
    expect(seen.locator('#rack [data-ri="0"].is-sel')).to_have_count(1)
    assert seen.locator("#board .tally").count() == 0
    expect(seen.locator("#score-opp")).to_have_text(score)
    expect(seen.locator("#board .is-told")).to_have_count(0)
    assert seen.evaluate(BOARD) == box
    seen.locator('#rack [data-ri="0"]').click()
    expect(seen.locator("#rack .is-sel")).to_have_count(0)

    # Once more; a key ends it as well.
    seen.locator("#readout [data-act=see]").click()
    expect(seen.locator("#board .tally")).to_have_text(score)
    seen.keyboard.press("Shift")
    expect(seen.locator("#board .tally")).to_have_count(0)

    # Who wants less movement gets the line and the ring, and not even the file.
    reply = second.find_move()
    second.play(reply)
    expect(still.locator("#board .is-last:not(.by-you)")).to_have_count(len(reply))
    expect(still.locator("#readout")).to_contain_text("played")
    assert still.evaluate("moved") == [] and still.evaluate(FETCHED) == 0 and seen.evaluate(FETCHED) == 1


LOOK_AWAY = """away => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_what_came_while_the_page_was_away_or_unseen_is_told_once(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    for player in (first, second):
        player.page.emulate_media(reduced_motion="no-preference")
        player.page.add_init_script(f"({WATCH})()")
    address = second.page.url
    second.page.goto("about:blank")
    first.play(first.find_move())
    second.page.goto(address)
    expect(second.page.locator("#board .tally")).to_have_count(1)
    first.page.keyboard.press("Shift")  # the own figures are counted no further
    expect(second.page.locator("#board .tally")).to_have_text(first.page.locator("#score-you").inner_text())
    expect(second.page.locator("#live")).to_contain_text("played")
    second.page.reload()
    expect(second.page.locator("#readout")).to_contain_text("played")
    second.page.wait_for_load_state("load")
    assert second.page.evaluate("moved") == []

    # A page that nobody looks at waits with it.
    first.page.reload()
    expect(first.page.locator("#readout .btn")).to_be_visible()
    first.page.evaluate(LOOK_AWAY, True)
    reply = second.find_move()
    second.play(reply)
    expect(first.page.locator("#board .is-last:not(.by-you)")).to_have_count(len(reply))
    assert first.page.evaluate("moved") == []
    first.page.evaluate(LOOK_AWAY, False)
    expect(first.page.locator("#board .tally")).to_have_count(1)
    first.page.keyboard.press("Shift")
    first.page.evaluate("moved.length = 0")
    first.page.evaluate(LOOK_AWAY, False)
    assert first.page.evaluate("moved") == []


def test_a_turn_of_the_list_lights_its_tiles(seated: Seated) -> None:
    players = seated("strategy", "en")
    move = players[0].find_move()
    players[0].play(move)
    desk = next(player.page for player in players if not player.has_a_phone)
    turn = desk.locator(".turn[data-at]").first
    expect(desk.locator("#board .is-last")).to_have_count(len(move))
    turn.hover()
    expect(desk.locator("#board .is-lit")).to_have_count(len(move))
    desk.locator("#timer").hover()
    expect(desk.locator("#board .is-lit")).to_have_count(0)
    turn.locator("summary").focus()
    expect(desk.locator("#board .is-lit")).to_have_count(len(move))
