"""A player at a real page: reads board and hand from what the page shows and acts with the mouse, as a person would.

Knows the page only by its contract: ids, data-r and data-c, data-ri, data-slot, data-buy, data-act.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from secrets import token_hex
from typing import TypeAlias

from playwright.sync_api import Locator, Page, Route, expect

from tests.support.move_finder import Move, finder
from tests.support.types import certain

expect.set_options(timeout=15_000)  # not a promise: the machine may be doing ten other things

PASSWORD = "correct horse 12"
LONGEST = 10  # letters of the words that a player here finds

READ_BOARD = """() => [...document.querySelectorAll('#board [role=row]')].map(row =>
  [...row.querySelectorAll('.cell')].map(cell => {
    const tile = cell.querySelector('.tile:not(.tile--new)');
    if (!tile) return cell.classList.contains('cell--dead') ? '#' : '.';
    const letter = tile.querySelector('.tile__l').textContent.trim();
    return tile.classList.contains('tile--blank') ? letter.toLowerCase() : letter;
  }).join(''))"""
READ_CLAIMS = """() => [...document.querySelectorAll('#board .cell--claim.is-opp')].map(cell =>
  [Number(cell.dataset.r), Number(cell.dataset.c)])"""


Opened: TypeAlias = Callable[..., Page]
"""Opens a page (the fixture `open_page`)."""
Seated: TypeAlias = "Callable[..., list[Player]]"
"""Has players at the page of a match (the fixtures `meet` and `seat_at`)."""


def arrive(page: Page, sign: str) -> None:
    """The page that shows `sign` has come by itself, its scripts too: what is pressed from now on is heard."""
    expect(page.locator(sign)).to_be_attached(timeout=60_000)
    page.wait_for_load_state("domcontentloaded")


def hold(page: Page, pattern: str) -> Callable[[], None]:
    """Keep the page waiting for what it asks for at such addresses, until the function that this gives is called."""
    held: list[Route] = []
    holding = [True]

    def take(route: Route) -> None:
        if holding:
            held.append(route)
        else:
            route.continue_()

    def let_go() -> None:
        holding.clear()
        for route in held:
            route.continue_()

    page.route(pattern, take)
    return let_go


def in_windows(page: Page, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sizes, one after the other, with the page in a window of each."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


class Player:
    """One seat at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def has_a_phone(self) -> bool:
        """Whether the page is as narrow as a phone's."""
        return certain(self.page.viewport_size)["width"] < 700

    def state(self, name: str) -> str:
        """A data attribute of #state."""
        return self.page.locator("#state").get_attribute(f"data-{name}") or ""

    @property
    def over(self) -> bool:
        """Whether the page shows that the match has ended."""
        return not self.page.locator("#state").count() or self.state("phase") == "over"

    def hand(self) -> list[str]:
        """The tokens of the hand, in the server's order."""
        return self.page.eval_on_selector_all(
            "#rack [data-ri]",
            "all => all.sort((a, b) => a.dataset.ri - b.dataset.ri).map(tile => tile.dataset.tile)",
        )

    def best_move(self, limit: int | None = None) -> Move | None:
        """The longest real placement that the finder knows, from what the page shows."""
        rows = self.page.evaluate(READ_BOARD)
        claimed = {tuple(cell) for cell in self.page.evaluate(READ_CLAIMS)}
        return finder(self.state("language"), LONGEST).best(
            rows, self.hand(), claimed=claimed, first=self.state("opened") == "0", limit=limit
        )

    def find_move(self) -> Move:
        """The best placement that ends the turn; tiles are traded until there is one.

        It leaves a tile in the hand: a whole hand would earn an Alfa tile, and the turn would wait for the choice.
        """
        while (move := self.best_move(limit=6)) is None:
            self.buy("swap")
            self.use("swap")
        return move

    def lay(self, move: Move, bring: Callable[[Locator, Locator], object] | None = None) -> None:
        """Put the tiles down and name the blanks. `bring` moves a tile to its square; by default two taps do."""
        hand, used = self.hand(), set()
        for row, col, token in move:
            wanted = "?" if token.islower() else token
            index = next(i for i, tile in enumerate(hand) if tile == wanted and i not in used)
            used.add(index)
            tile, cell = self.page.locator(f'#rack [data-ri="{index}"]'), self.cell(row, col)
            if bring is not None:
                bring(tile, cell)
            else:
                tile.click()
                cell.click()
            if token.islower():
                self.page.locator(f'#letters [data-l="{token.upper()}"]').click()

    def place(self, tile: str, row: int, col: int) -> None:
        """One tile of the hand by two taps."""
        self.page.locator(f'#rack [data-tile="{tile}"]:not(.is-used):not(.rt--in)').first.click()
        self.cell(row, col).click()

    def pending(self) -> Locator:
        """The squares with the player's own tentative tiles."""
        return self.page.locator("#board .is-pending")

    def cell(self, row: int, col: int) -> Locator:
        """A square of the board."""
        return self.page.locator(f'#board [data-r="{row}"][data-c="{col}"]')

    def press(self, name: str) -> None:
        """One of the buttons under the rack, as soon as it is enabled."""
        self.page.locator(f'#actions [data-act="{name}"]').click()

    def play(self, move: Move) -> None:
        """Lay the tiles and play them; returns when the server's answer shows."""
        turn = self.state("turn")
        self.lay(move)
        self.press("play")
        expect(self.page.locator(f'#state[data-turn="{turn}"][data-phase="play"]')).to_have_count(0)
        if self.page.locator("#alfapick").count():
            self.page.locator("#alfa [data-act=choose]").click()
            expect(self.page.locator('#state[data-phase="alfa"]')).to_have_count(0)

    def pass_turn(self) -> None:
        """Pass; when that would concede the match, say so too."""
        turn = self.state("turn")
        conceding = self.page.locator("#actions [data-act=pass][data-concede]").count()
        self.press("pass")
        if conceding:
            self.page.locator("#d-concede [data-act=concede]").click()
        expect(self.page.locator(f'#state[data-turn="{turn}"][data-phase="play"]')).to_have_count(0)

    def exchange(self, count: int) -> None:
        """Change the first tiles of the hand, where that ends the turn."""
        turn = self.state("turn")
        self.press("swap")
        for index in range(count):
            self.page.locator(f'#rack [data-ri="{index}"]').click()
        self.press("swap")
        expect(self.page.locator(f'#state[data-turn="{turn}"]')).to_have_count(0)

    def resign(self) -> None:
        """Concede by the menu; all pages then show the result."""
        self.choose_in_menu("[data-act=resign]")
        self.page.locator("#d-resign [data-act=resign]").click()

    def choose_in_menu(self, entry: str) -> None:
        """An entry of the match's menu."""
        self.page.locator("[data-open=menu]").click()
        self.page.locator(f"#d-menu {entry}").click()

    def coins(self) -> int:
        """The coins on one's own card."""
        return int(self.page.locator("#coins-you").inner_text())

    def buy(self, item: str) -> None:
        """Buy an item in the shop; returns when it lies in a slot."""
        held = self.page.locator(f'#slots [data-slot="{item}"]')
        before = held.count()
        if self.page.locator("[data-sheet=shop]").is_visible():
            self.page.locator("[data-sheet=shop]").click()
        self.page.locator(f'[data-buy="{item}"]').click()
        expect(held).to_have_count(before + 1)
        if self.page.locator(".scrim").is_visible():
            self.page.locator("#p-shop [data-close-sheet]").click()

    def use(self, item: str, row: int | None = None, col: int | None = None) -> None:
        """Use a bought item on a square, by default the first lawful one; a swap trades the first tile, and one that
        aims at nothing is pressed twice."""
        held = self.page.locator(f'#slots [data-slot="{item}"]')
        before = held.count()
        held.first.click()
        aim = held.first.get_attribute("data-aim")
        if aim == "none":
            held.first.click()
        elif aim == "hand":
            self.page.locator('#rack [data-ri="0"]').click()
            self.press("swap")
        elif row is None or col is None:
            self.page.locator("#board .cell.is-legal").first.click()
        else:
            self.cell(row, col).click()
        expect(held).to_have_count(before - 1)

    def take_turn(self, limit: int | None = None) -> None:
        """Play the best word there is; else trade a tile and try again; else pass."""
        expect(self.page.locator('#state[data-mine="1"]')).to_have_count(1)
        move = self.best_move(limit)
        if move is None and self.coins() >= 3 and int(certain(self.page.locator("#bag").text_content())) > 0:
            self.buy("swap")
            self.use("swap")
            move = self.best_move(limit)
        if move:
            self.play(move)
        else:
            self.pass_turn()


PRESETS = {"classic": "classic", "alfapet": "alfapet", "flex": "flex", "keebble": "keebble"}
"""The games of presets that are not the site's own game's."""


def press_play(page: Page, preset: str, language: str) -> None:
    """Look for an opponent by Quick Join, from the page of the game."""
    page.goto(f"/play/{PRESETS.get(preset, 'alfapower')}/")
    page.locator(f'label:has([name=lg][value="{language}"])').click()
    page.locator(f'button[name=preset][value="{preset}"]').click()


def play_each_other(pages: Sequence[Page], preset: str, language: str = "en") -> list[Player]:
    """Both press Play and are led to their match; the one on turn comes first."""
    for page in pages:
        press_play(page, preset, language)
    for page in pages:
        arrive(page, "#state")
    return sorted((Player(page) for page in pages), key=lambda player: player.state("mine"), reverse=True)


def in_turn(players: Sequence[Player], most: int) -> Iterator[Player]:
    """Who is on turn, one after the other until the match is over; it must be within so many turns."""
    for turn in range(most):
        if any(player.over for player in players):
            return
        yield players[turn % len(players)]
    raise AssertionError(f"not over after {most} turns")


def new_name(begins: str) -> str:
    """A name that nobody has who signed up in an earlier test."""
    return f"{begins}{token_hex(3)}"


def sign_up(page: Page, name: str) -> None:
    """Make an account of that name, with PASSWORD."""
    page.goto("/accounts/signup/")
    form = {"email": f"{name.lower()}@example.org", "username": name, "password1": PASSWORD, "password2": PASSWORD}
    for field, value in form.items():
        page.fill(f"[name={field}]", value)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(lambda url: "/signup/" not in url)


def create_room(host: Page) -> str:
    """Open a private room from the home page; its code."""
    host.goto("/")
    host.get_by_role("button", name="Create").click()
    return certain(re.search(r"/room/(\w{8})/", host.url))[1]


def on_turn(player: Player) -> None:
    """Wait until it is the player's turn."""
    expect(player.page.locator('#state[data-mine="1"][data-phase="play"]')).to_have_count(1)


def played(player: Player) -> None:
    """Press Play and wait until the turn has gone on."""
    turn = player.state("turn")
    player.press("play")
    expect(player.page.locator(f'#state[data-turn="{turn}"]')).to_have_count(0)
