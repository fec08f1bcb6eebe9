"""Two browsers that agree: to call the match off, and to go on with it another day."""

from playwright.sync_api import expect

from tests.browser.players import Player, Seated
from tests.support.types import certain


def offer(player: Player, kind: str) -> None:
    """Make an offer by the match's menu."""
    player.choose_in_menu(f"#ends [data-kind={kind}]")
    expect(player.page.locator("#d-menu")).not_to_be_visible()


def test_an_offer_covers_nothing_is_folded_and_agreed_to_by_one_press(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    offer(first, "call_off")
    expect(first.page.locator("#offers")).to_contain_text("You offered to call it off")
    shown = second.page.locator("#offers .offer")
    expect(shown).to_contain_text("Nobody wins, and nothing counts.")
    box, board = certain(shown.bounding_box()), certain(second.page.locator("#board").bounding_box())
    beside = box["x"] + box["width"] <= board["x"] or board["x"] + board["width"] <= box["x"]
    assert beside or box["y"] + box["height"] <= board["y"], "the offer lies over the board"
    agree = shown.locator("[data-act=offer]")
    shown.locator("summary").click()
    expect(agree).to_be_hidden()
    shown.locator("summary").click()
    agree.click()
    for player in (first, second):
        expect(player.page.locator(".verdict")).to_contain_text("Called off")


def test_an_offer_is_gone_with_the_turn_and_an_adjourned_match_is_slow(seated: Seated) -> None:
    first, second = seated("standard", "en")
    offer(second, "adjourn")
    expect(first.page.locator("#offers [data-kind=adjourn]")).to_be_visible()
    first.pass_turn()
    for player in (first, second):
        expect(player.page.locator("#offers .offer")).to_have_count(0)
    offer(second, "adjourn")
    first.page.locator("#offers [data-kind=adjourn]").click()
    for player in (first, second):
        expect(player.page.locator("#timer")).to_contain_text("3 days")
        expect(player.page.locator("#ends [data-kind=adjourn]")).to_have_count(0)
        expect(player.page.locator("#ends [data-kind=call_off]")).to_have_count(1)
