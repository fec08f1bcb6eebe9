"""Sounds: on from the first touch, off by one button and for good; each of its own; none of it asked for before."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated

pytestmark = pytest.mark.long

# What is played and shaken, by its frequencies and times; it outlives the page.
LISTEN = """
  const note = (what) => {
    const heard = JSON.parse(sessionStorage.getItem('heard') ?? '[]');
    sessionStorage.setItem('heard', JSON.stringify([...heard, what]));
  };
  const part = () => ({ connect: (next) => next });
  window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = part();
    createGain() { return { ...part(), gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
    createOscillator() {
      const frequency = {};
      return { ...part(), frequency, start() { note(Math.round(frequency.value)); }, stop() {} };
    }
  };
  navigator.vibrate = (times) => { if (times.length) note(`shaken ${times}`); return true; };
"""
HEARD = "() => JSON.parse(sessionStorage.getItem('heard') ?? '[]')"
HAS = "one => JSON.parse(sessionStorage.getItem('heard') ?? '[]').includes(one)"
FETCHED = """() => performance.getEntriesByType('resource').filter(file => file.name.includes('js/sounds')).length"""
WORD, BLIP, WIN = 659, 2093, 1047


def test_sounds_begin_with_the_first_touch_and_end_with_one_button(seated: Seated) -> None:
    players = seated("strategy", "en", LISTEN)
    phone, desk = sorted(players, key=lambda player: not player.has_a_phone)
    page = phone.page
    speaker = page.locator("#sound")
    expect(speaker).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(FETCHED) == 0 and page.evaluate(HEARD) == []

    page.locator("#rack [data-ri]").first.click()
    phone.cell(7, 7).click()
    page.wait_for_function(HAS, arg="shaken 8")
    assert page.evaluate(FETCHED) == 1
    page.keyboard.press("Escape")
    if players[0] is phone:
        phone.pass_turn()
    desk.play(desk.find_move())
    page.wait_for_function(HAS, arg=WORD)

    with page.expect_response("**/accounts/preferences/"):
        speaker.click()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    heard = page.evaluate(HEARD)
    page.locator("#rack [data-ri]").first.click()
    phone.cell(0, 0).click()
    expect(page.locator("#board .is-pending, #d-blank[open]").first).to_be_visible()
    page.reload()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(HEARD) == heard
    speaker.click()
    page.wait_for_function(HAS, arg=BLIP)

    desk.resign()
    expect(page.locator(".verdict")).to_be_visible()
    assert WIN in page.evaluate(HEARD)
