"""Practice against a real bot, from the home page of a newcomer to the analysis of the match, by mouse and by touch."""

import re
from collections.abc import Callable, Iterator
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site, running
from tests.browser.players import Player, arrive
from tests.support.timeouts import HANGING, wait_until
from tests.support.types import certain

pytestmark = pytest.mark.long

PRESSES = """addEventListener('click', event => {
  if (event.isTrusted && !event.target.closest('#rack, #board, #letters'))
    sessionStorage.presses = Number(sessionStorage.presses || 0) + 1;
}, true);"""
"""Counts what a visitor presses besides tiles and squares."""
MOST_PRESSES = 2
AT_LAST = 1000 * HANGING
"""For what the process of bots makes first, behind everything else that the machine does (ms)."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site with a process of bots of its own."""
    with running(BOTS="1") as started:
        rest = re.compile("resting|getting ready")
        wait_until(
            lambda: not rest.search(urlopen(started.url).read().decode()), "the bots", process=started.server.process
        )
        yield started


NARROW = 700
COVERED = """places => {
  const hint = document.querySelector("#teach").getBoundingClientRect();
  return places.filter(place => {
    const box = document.querySelector(place).getBoundingClientRect();
    return box.top < hint.bottom && hint.top < box.bottom;
  });
}"""
"""Which of the places the hint lies over."""


def lay_first_word(page: Page) -> Player:
    """From the home page to a word on the board, in as few presses as a newcomer needs."""
    page.add_init_script(PRESSES)
    page.goto("/")
    page.get_by_role("button", name="Play your first match").click()
    expect(page.locator("#state")).to_be_attached(timeout=AT_LAST)
    arrive(page, "#state")
    expect(page.locator("#teach")).to_contain_text("Play a word across the star.")
    kept = (".a-side", "#board", ".topbar") if certain(page.viewport_size)["width"] < NARROW else (".a-side", "#board")
    assert page.evaluate(COVERED, kept) == []
    player = Player(page)
    assert (player.state("mine"), player.state("turn")) == ("1", "1"), "the newcomer begins"
    player.lay(certain(player.best_move(limit=6)))
    player.press("play")
    expect(page.locator('#state[data-opened="1"]')).to_have_count(1)
    assert int(page.evaluate("sessionStorage.presses")) <= MOST_PRESSES
    choose_alfa(player)
    return player


def choose_alfa(player: Player) -> None:
    """Four tiles earn an Alfa tile in a first match, and in what is played on from it: its letter is one press more,
    with the word on the board."""
    expect(player.page.locator('#state[data-mine="1"][data-turn="1"][data-phase="play"]')).to_have_count(0)
    if (player.state("mine"), player.state("phase")) == ("1", "alfa"):
        player.page.locator("#alfa [data-act=choose]").click()


def answer_of_the_bot(player: Player) -> None:
    """The bot has done something that ends its turn."""
    expect(player.page.locator('#state[data-mine="1"][data-turn="3"]')).to_have_count(1, timeout=AT_LAST)


@pytest.mark.parametrize("device", [0, 1], ids=["mouse", "touch"])
def test_a_newcomer_is_led_from_the_home_page_to_the_analysis(pages: list[Page], device: int) -> None:
    page = pages[device]
    player = lay_first_word(page)
    answer_of_the_bot(player)
    page.locator("[data-teach-off]").click(timeout=AT_LAST)
    expect(page.locator("#teach")).to_be_hidden()

    held = player.hand()
    page.locator("[data-open=coach]").click()
    coach = page.locator("#coach-said")
    expect(coach).to_contain_text("The best word begins at", timeout=AT_LAST)
    expect(coach.locator(".h-2xl")).to_have_count(0)
    coach.get_by_role("button", name="Show the word").click()
    expect(coach.locator(".h-2xl b")).to_have_text(re.compile(r"\w{2,}"))
    page.locator("#d-coach [data-close]").click()
    assert player.hand() == held, "a hint plays nothing"

    player.resign()
    arrive(page, ".verdict")
    expect(page.locator("#rematch")).to_contain_text("The same bot, the same rules.")
    expect(page.locator("#analysis")).to_contain_text("accuracy", timeout=AT_LAST)
    page.get_by_role("link", name="Every turn and its best plays").click()
    expect(page.locator("main")).to_contain_text("How accuracy is counted")
    expect(page.locator(".tlr")).to_have_count(3)

    play_on(page, (lambda on: on.tap()) if device else (lambda on: on.click()))


def play_on(page: Page, press: Callable[[Locator], object]) -> None:
    """From a turn of the analysis to a word of one's own in the match that goes on from it, and the bot's answer."""
    press(page.get_by_role("link", name="Play on from here"))
    expect(page.locator("h1")).to_contain_text("Play on from turn")
    press(page.locator('label.botrow:has([value="easygoing"])'))
    expect(page.locator('[name="level"][value="easygoing"]')).to_be_checked()
    press(page.locator('button:has-text("Start")'))
    arrive(page, "#state")
    player = Player(page)
    assert (player.state("mine"), player.state("turn")) == ("1", "1")
    press(page.locator("[data-open=menu]"))
    expect(page.locator("#d-menu")).to_contain_text("Played on from turn")
    press(page.locator("#d-menu [data-close]"))
    player.lay(certain(player.best_move(limit=6)), lambda tile, cell: (press(tile), press(cell)))
    press(page.locator("#actions [data-act=play]"))
    choose_alfa(player)
    answer_of_the_bot(player)
