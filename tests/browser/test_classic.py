"""Two browsers at a match of Classic, from the home page to its end, its replay and its record."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.browser.players import Player, Seated, in_turn
from tests.browser.test_match import totals, verified
from tests.support.types import certain

pytestmark = pytest.mark.long
MOST_TURNS = 90


def take_turn(player: Player) -> None:
    """The best word there is; without one, as many tiles changed as the bag has for it; else a pass."""
    expect(player.page.locator('#state[data-mine="1"]')).to_have_count(1)
    move = player.best_move()
    bag = int(certain(player.page.locator("#facts-bag").text_content()).split()[0])
    if move is not None:
        player.play(move)
    elif bag:
        player.exchange(min(bag, len(player.hand())))
    else:
        player.pass_turn()


def test_a_match_goes_to_its_end_with_a_word_turned_down_and_a_swap(site: Site, meet: Seated, tmp_path: Path) -> None:
    first, second = meet("classic", "en")
    for player in (first, second):
        assert not player.page.locator("#slots, #purse, #p-shop, #d-alfa, .coin").count()
    first.exchange(2)
    expect(second.page.locator("#told")).to_contain_text("swapped 2 tiles.")

    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    hand = second.hand()
    wrong = [(7, 7 + place, tile if tile != "?" else "q") for place, tile in enumerate(hand[:5])]
    second.lay(wrong)
    second.press("play")
    expect(second.page.locator("#readout")).to_contain_text("word list")
    second.press("recall")

    for player in in_turn((second, first), MOST_TURNS):
        take_turn(player)
    own, other = totals(first), totals(second)
    assert own == other[::-1]
    record = verified(site, first, tmp_path)
    assert record["variant"] == "classic" and tuple(record["result"]["totals"]) in (own, own[::-1])
    assert not first.page.locator(".coin").count()
    first.page.locator("#fair a").click()
    expect(first.page.locator("#fair-said")).to_contain_text("decided who sat where")
    expect(first.page.locator("[data-found=proved]")).to_be_visible()
    first.page.locator("#replay-first").click()
    expect(first.page.locator("#moment")).to_have_attribute("data-number", "0")


def test_who_passes_twice_has_lost_and_is_told_before(seated: Seated) -> None:
    first, second = seated("classic", "sv")
    first.pass_turn()
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    second.exchange(1)
    expect(first.page.locator("#actions [data-act=pass][data-concede]")).to_be_enabled()
    first.pass_turn()
    assert totals(first) == totals(second)[::-1]
    expect(second.page.locator("h1#v")).to_contain_text("You win")
