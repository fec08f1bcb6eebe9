"""Two guests become accounts, find their match again, and play for points: +d here, −d there, and the reasons.
Figures and past matches come as they are chosen, and Back takes the choice away again."""

from secrets import choice

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import Player, Seated, arrive, in_turn, new_name, play_each_other, sign_up
from tests.browser.test_accessibility import overflow
from tests.support.timeouts import wait_until
from tests.support.types import certain

pytestmark = pytest.mark.long
LONGEST_NAME = 20


def moved(player: Player) -> int:
    """What the end page says that the match moved."""
    delta = player.page.locator(".delta").first
    expect(delta).to_be_visible()
    return int(delta.inner_text().replace("−", "-").replace("+", "").replace("±", "").replace("\N{NO-BREAK SPACE}", ""))


def test_ranked_points_move_from_the_loser_to_the_winner(pages: list[Page]) -> None:
    first, second = play_each_other(pages, "strategy")
    first.resign()
    for player in (first, second):
        expect(player.page.locator(".delta").first).to_have_text("±0")  # guests
    # As wide as a name can be, with no place to break it.
    wide = "".join(choice("WM") for _ in range(LONGEST_NAME))
    for page, name in zip(pages, (new_name("Astrid"), wide), strict=True):
        sign_up(page, name)
        expect(page.locator(".who")).to_contain_text(name)
        page.goto("/")
        expect(page.locator("#recent > ul > li")).to_have_count(1)

    players = play_each_other(pages, "quick")
    for player in in_turn(players, 80):
        player.take_turn()
    changes = [moved(player) for player in players]
    assert sum(changes) == 0
    ended = players[0].page.locator(".verdict").inner_text()
    assert changes[0] != 0 or "passed" in ended or "Tied" in ended

    ahead, behind = play_each_other(pages, "quick")
    ahead.take_turn()
    expect(behind.page.locator('#state[data-mine="1"]')).to_have_count(1)
    ahead.resign()
    assert (moved(ahead), moved(behind)) == (0, 0)
    expect(ahead.page.locator("section[aria-labelledby=rk]")).to_contain_text("before both had scored in three turns")

    for page in pages:
        end = page.url
        page.goto("/accounts/")
        own = certain(page.locator("main a[href^='/players/']").first.get_attribute("href"))
        of_both = (end, f"{end}replay/", own, f"{own}matches/")
        for path in (*of_both, "/", "/leaderboard/", "/accounts/", "/accounts/delete/"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            assert overflow(page) <= 0, path


def test_filters_of_figures_and_matches(meet: Seated) -> None:
    first, second = meet("quick", "en")
    for player in (first, second):
        player.take_turn(3)
    first.resign()
    page = second.page
    arrive(page, ".verdict")
    page.goto("/")
    page.locator('main a[href^="/players/"]').first.click()
    wait_until(lambda: page.reload() and page.locator("#figures .metrics").count(), "the match counts")
    figures = page.url
    for address, part, chosen in ((figures, "#figures", ".metrics"), (f"{figures}matches/", "#archive", ".archive")):
        page.goto(address)
        page.locator('label:has([name=language][value="sv"])').click()
        expect(page.locator(f"{part} .empty")).to_be_visible()
        expect(page.locator("#chosen")).to_contain_text("0")
        assert "language=sv" in page.url
        page.go_back()
        expect(page.locator(f"{part} {chosen}")).to_be_visible()
        expect(page.locator('[name=language][value=""]')).to_be_checked()
        assert "language" not in page.url
