"""After the match: from the end page through the replay, by slider, by keys, and by links where there is no script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.players import Seated, arrive, hold
from tests.support.types import certain

pytestmark = pytest.mark.long


def number(page: Page) -> int:
    """The turn that the page shows."""
    return int(certain(page.locator("#moment").get_attribute("data-number")))


def test_the_replay_steps_by_slider_keys_and_buttons(seated: Seated, new_context: NewContext) -> None:
    first, second = seated("strategy", "en")
    first.take_turn(3)
    second.take_turn(3)
    first.resign()
    page = second.page
    arrive(page, ".verdict")
    expect(page.locator("#moment")).to_have_attribute("data-number", "3")
    laid = page.locator("#moment .board .tile").count()

    slider = page.locator("#replay-turn")
    slider.focus()
    slider.press("ArrowLeft")
    expect(page.locator("#moment")).to_have_attribute("data-number", "2")
    slider.press("Home")
    expect(page.locator("#moment")).to_have_attribute("data-number", "0")
    expect(page.locator("#moment .board .tile")).to_have_count(0)
    expect(slider).to_be_focused()
    page.locator("#replay-on").press("End")
    expect(page.locator("#moment")).to_have_attribute("data-number", "3")
    expect(page.locator("#moment .board .tile")).to_have_count(laid)

    page.locator("#replay-first").focus()
    page.locator("#replay-first").press("Enter")
    expect(page.locator("#moment")).to_have_attribute("data-number", "0")
    expect(page.locator("#replay-first")).to_be_focused()
    expect(slider).to_have_js_property("value", "0")
    page.locator("[data-play-all]").click()
    expect(page.locator("#moment")).to_have_attribute("data-number", "1")
    page.locator("[data-play-all]").click()

    # Whoever is quicker than the page's scripts is heard all the same.
    let_go = hold(page, "**/*htmx*.js")
    page.reload(wait_until="commit")
    slider.press("ArrowLeft")
    expect(slider).to_have_js_property("value", "2")
    assert number(page) == 3
    page.wait_for_timeout(300)  # the module has come by then, and waits for the script before it
    let_go()
    expect(page.locator("#moment")).to_have_attribute("data-number", "2")
    expect(slider).to_have_js_property("value", "2")

    # By links alone, on a page of its own.
    address = page.evaluate("document.querySelector('#replay-first').href").partition("?")[0]
    signed_in = page.context.storage_state()
    plain = new_context(java_script_enabled=False, storage_state=signed_in, reduced_motion="reduce").new_page()
    plain.goto(f"{address}?turn=1")
    assert number(plain) == 1
    plain.locator("#replay-on").click()
    expect(plain).to_have_url(re.compile(r"\?turn=2$"))
    assert number(plain) == 2

    page.locator("#fair a").click()
    expect(page.locator("#fair")).to_contain_text("The deal was not changed after the start.")
    page.locator("#share button").click()
    shared = page.locator("#share-url").input_value()
    stranger = new_context().new_page()
    stranger.goto(f"{shared}replay/?turn=0")
    assert number(stranger) == 0
    stranger.keyboard.press("ArrowRight")
    expect(stranger.locator("#moment")).to_have_attribute("data-number", "1")
    expect(stranger).to_have_url(re.compile(r"\?turn=1$"))
