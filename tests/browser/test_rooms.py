"""Two browsers in a private room: the host's own rules, seen live by the guest, are the rules of their match."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import arrive, create_room, hold
from tests.browser.test_board_editor import room_of_two
from tests.support.types import certain

pytestmark = pytest.mark.long


def choose(page: Page, name: str) -> None:
    """Press the switch or button behind an input."""
    page.locator(f'label:has([id="{name}"])').click()


def test_an_answer_to_a_button_that_was_drawn_anew_meanwhile_is_not_lost(pages: list[Page]) -> None:
    host, guest = pages
    room_of_two(host, guest)
    let_go = hold(host, "**/ready")
    host.locator("#ready").click()
    guest.locator("#ready").click()
    expect(host.locator("[data-seat=guest]")).to_contain_text("Ready")  # and all is drawn anew
    let_go()
    expect(host.locator(".countdown")).to_be_visible()


def test_custom_rules_are_the_rules_of_the_match(pages: list[Page]) -> None:
    host, guest = pages
    code = create_room(host)
    guest.goto("/")
    guest.locator("[data-code] input").fill(f" {code[:4].lower()} {code[4:].lower()} ")
    expect(guest.locator("[data-code] span").last).to_have_text(code[-1])
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("[data-seat=guest]")).to_contain_text("you")

    choose(host, "s-board_size-19")
    choose(host, "s-blank_board")
    choose(host, "s-turn_seconds-number")
    host.locator('[name="turn_seconds.number"]').fill("4")
    expect(host.locator("#err-turn_seconds")).to_have_text("Write a whole number from 5 to 600.")
    host.locator('[name="turn_seconds.number"]').fill("45")
    expect(host.locator("#err-turn_seconds")).to_be_empty()
    for item in ("swap", "fortify", "claim"):
        choose(host, f"s-items-{item}")
    host.locator("#s-items-blast").click(force=True)  # the last one stays
    expect(host.locator("#s-items-blast")).to_be_checked()
    choose(host, "s-items-place_tw")
    host.locator('[name="prices.blast"]').fill("120")
    expect(host.locator('[id="err-prices.blast"]')).to_have_text("Write a whole number from 0 to 99.")
    host.locator('[name="prices.blast"]').fill("6")
    host.get_by_role("button", name="Less: Place TW, price").click()
    host.locator("#set-alfa > summary").click()
    choose(host, "s-alfa_trigger-3")
    choose(host, "s-alfa_replace")
    prices = "Shop prices: Blast 6, Place TW 13"
    line = f"19 × 19 · blank board · 45 s · 2 of 8 powers · {prices} · Alfa trigger 3 and 1 more"
    for page in (host, guest):
        expect(page.locator("#difference")).to_have_text(line)
    expect(guest.locator('[name="prices.place_tw"]')).to_have_value("13")
    expect(guest.locator('[name="prices.place_tw"]')).to_be_disabled()
    expect(guest.locator("#s-alfa_replace")).not_to_be_checked()

    host.locator("#ready").click()
    expect(guest.locator("[data-seat=host]")).to_contain_text("Ready")
    guest.locator("#ready").click()
    expect(host.locator(".countdown")).to_be_visible()
    host.locator('[name="starting_coins"]').evaluate("input => input.closest('details').open = true")
    host.get_by_role("button", name="More: Starting coins").click()
    for page in (host, guest):
        expect(page.locator(".seatrow .chip", has_text="Not ready")).to_have_count(2)
        expect(page.locator(".countdown")).to_have_count(0)
    expect(guest.locator("#room-news")).to_contain_text("Starting coins: 6.")

    for page in (host, guest):
        page.locator("#ready").click()
    for page in (host, guest):
        expect(page).to_have_url(re.compile("/match/"))
        arrive(page, "#state")
        expect(page.locator("#state")).to_have_attribute("data-size", "19")
        expect(page.locator("#board .mark:not(.mark--star)")).to_have_count(0)
        facts = certain(page.locator("#facts").text_content())
        assert "19 × 19" in facts and "45 s" in facts and "3 tiles or more" in facts
        buys = page.locator("#p-shop [data-buy]")
        assert buys.evaluate_all("all => all.map(one => one.dataset.buy)") == ["blast", "place_tw"]
        shop = re.sub(r"\s+", " ", certain(page.locator("#p-shop").text_content()))
        assert re.search(r"Blast\D*6\D*Place TW\D*7 more\.\D*13\D", shop), shop
        assert page.locator("#coins-you").text_content() == "6"
    assert host.url == guest.url


def test_a_rules_code_fills_another_room(pages: list[Page]) -> None:
    host, other = pages
    create_room(host)
    choose(host, "s-board_size-11")
    choose(host, "s-turn_seconds-none")
    expect(host.locator("#difference")).to_have_text("11 × 11 · no timer")
    code = certain(host.locator("#rules-code").text_content())
    create_room(other)
    other.locator(".rulescode > summary").click()
    other.locator("#rules-typed").fill(code.strip()[:-1] + "Z")
    other.get_by_role("button", name="Use it").click()
    expect(other.locator("#room-said")).to_contain_text("not a rules code")
    other.locator("#rules-typed").fill(code.lower())
    other.get_by_role("button", name="Use it").click()
    expect(other.locator("#difference")).to_have_text("11 × 11 · no timer")
    expect(other.locator("#s-turn_seconds-none")).to_be_checked()
    expect(other.locator("#room-said")).to_be_empty()
    other.get_by_role("button", name="Close the room").click()
    expect(other).to_have_url(re.compile("/$"))


def test_a_rule_that_is_changed_before_the_scripts_are_there_counts(pages: list[Page]) -> None:
    host, _guest = pages
    create_room(host)
    let_go = hold(host, "**/*htmx*.js")
    host.reload(wait_until="commit")
    choose(host, "s-board_size-19")
    host.locator('[name="prices.blast"]').fill("6")
    host.wait_for_timeout(300)  # the other scripts have come by then
    let_go()
    expect(host.locator("#difference")).to_have_text("19 × 19 · Shop prices: Blast 6")

    # What the server holds is what a reload shows.
    host.reload()
    expect(host.locator("#s-board_size-19")).to_be_checked()
    expect(host.locator("#difference")).to_have_text("19 × 19 · Shop prices: Blast 6")


def test_ready_is_in_a_small_phone_s_first_window(pages: list[Page]) -> None:
    host, guest = pages
    guest.set_viewport_size({"width": 360, "height": 740})
    room_of_two(host, guest)
    expect(guest.locator("#ready")).to_be_enabled()
    expect(guest.locator("#ready")).to_be_in_viewport(ratio=1)
