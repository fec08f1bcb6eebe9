"""Whoever prefers it has four seconds to take a pass back."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.players import Player, Seated


def preferring(player: Player) -> Page:
    """The player's page, opened anew by a browser in which this was chosen."""
    page = player.page
    site = page.url.partition("/match/")[0]
    page.context.add_cookies([{"name": "preferences", "value": "undo_pass=on", "url": site}])
    page.reload()
    expect(page.locator("#actions [data-act=pass]")).to_be_enabled()
    return page


def test_a_pass_can_be_taken_back_and_is_sent_when_the_seconds_are_over(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    page, turn = preferring(first), first.state("turn")
    passing, undo = page.locator("#actions [data-act=pass]"), page.locator("#actions button:not([data-act])")

    tile, escape = page.locator("#rack [data-ri]").first, partial(page.keyboard.press, "Escape")
    ways: list[Callable[[], None]] = [undo.click, escape, tile.click]
    for call_off in ways:
        passing.click()
        expect(undo).to_be_visible()
        expect(passing).to_be_hidden()
        expect(page.locator("#live")).to_have_text("You pass in 4 seconds.")
        call_off()
        expect(undo).to_have_count(0)
        expect(passing).to_be_visible()
        expect(page.locator("#live")).to_have_text("You have not passed.")
    page.keyboard.press("Escape")
    page.wait_for_timeout(4_500)  # what was called off does not come after all
    assert first.state("turn") == turn
    passing.click()
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    expect(undo).to_have_count(0)


def test_two_presses_are_one_and_what_is_switched_off_in_the_match_is_off(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    page = preferring(first)
    page.evaluate(
        "() => { for (let i = 0; i < 3; i += 1) document.querySelector('#actions [data-act=pass]').click(); }"
    )
    undo = page.locator("#actions button:not([data-act])")
    expect(undo).to_have_count(1)
    undo.click()
    expect(undo).to_have_count(0)
    first.choose_in_menu("[data-act=preferences]")
    page.locator("[data-preference=undo_pass]").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#actions [data-act=pass]").click()
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1, timeout=3_000)


def test_who_leaves_meanwhile_has_passed(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    page = preferring(first)
    page.locator("#actions [data-act=pass]").click()
    page.evaluate("""() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)


def test_nobody_else_waits(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    first.page.locator("#actions [data-act=pass]").click()
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    assert first.page.locator("#actions button:not([data-act])").count() == 0
