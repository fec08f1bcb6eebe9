"""A player who sees nothing: reads names and roles from the tree that a screen reader gets, hears what the page says by
itself, and acts by keys."""

import re
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.players import LONGEST
from tests.support.move_finder import Move, finder

# What live regions say, a line each time one of them has another text; "off" says nothing by itself.
HEARD = """
window.heard = [];
const LIVE = '[role=log],[role=status],[role=alert],[aria-live=polite],[aria-live=assertive]';
const said = new Map();
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    if (!region || region.getAttribute('aria-live') === 'off' || region.closest('[hidden]')) continue;
    const text = region.innerText.replace(/\\s+/g, ' ').trim();
    if (text && said.get(region.id) !== text) window.heard.push(text);
    said.set(region.id, text);
  }
}).observe(document, {subtree: true, childList: true, characterData: true});
"""

NAMED = {
    "button", "link", "textbox", "combobox", "option", "gridcell", "grid", "listbox", "tab", "tablist",
    "tabpanel", "checkbox", "radio", "dialog", "image", "img", "timer", "region", "heading", "slider",
}  # fmt: skip
"""Roles of what can be acted on or gone to, and so must say what it is."""

LETTER = re.compile(r"[A-ZÅÄÖ]")


class Listener:
    """One seat at one page, known by its tree alone."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.tools: CDPSession = page.context.new_cdp_session(page)

    def tree(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The page as a screen reader gets it: role, name and properties of all that is not ignored."""
        nodes = self.tools.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (
                node["role"]["value"],
                node.get("name", {}).get("value", "").strip(),
                {one["name"]: one["value"].get("value") for one in node.get("properties", ())},
            )
            for node in nodes
            if not node["ignored"]
        ]

    def faults(self) -> list[str]:
        """What nobody could tell from its sound: a thing without a name, or two of a kind with the same one."""
        tree = self.tree()
        found = [f"{role} without a name" for role, name, _ in tree if role in NAMED and not name]
        pressed = [(role, name) for role, name, _ in tree if role in ("button", "link", "tab") and name]
        return found + [f"two of {both}" for both in {*pressed} if pressed.count(both) > 1]

    def names(self, role: str) -> list[str]:
        """The names of everything of a role, in the order in which they are read."""
        return [name for kind, name, _ in self.tree() if kind == role]

    def heard(self) -> list[str]:
        """What was said since the last time."""
        return self.page.evaluate("() => window.heard.splice(0)")

    def hear(self, pattern: str) -> str:
        """Wait until something like that is said; everything before it has been heard then."""
        self.page.wait_for_function("pattern => window.heard.some(said => new RegExp(pattern).test(said))", arg=pattern)
        return next(said for said in self.heard() if re.search(pattern, said))

    def board(self) -> list[str]:
        """The board's rows by the names of its squares: letters, a blank's small, "." for every free square."""
        names = self.names("gridcell")
        size = round(len(names) ** 0.5)
        marks = [self._mark(name.split(", ")) for name in names]
        return ["".join(marks[start : start + size]) for start in range(0, len(marks), size)]

    @staticmethod
    def _mark(said: list[str]) -> str:
        if said[1] == "dead square":
            return "#"
        if not LETTER.fullmatch(said[1]):
            return "."
        return said[1].lower() if said[2] == "blank" else said[1]

    def hand(self) -> list[str]:
        """The tiles as they are named; a blank is "?"."""
        said = [name.partition(",")[0] for name in self.names("option")]
        return [letter if LETTER.fullmatch(letter) else "?" for letter in said]

    def word(self, *, first: bool) -> Move | None:
        """A word that can be played, found from what was heard of board and hand."""
        return finder(self.language, LONGEST).best(self.board(), self.hand(), claimed=set(), first=first, limit=2_000)

    def focused(self) -> str:
        """What the focus is on, as it is spoken."""
        focused = [name for _role, name, told in self.tree() if told.get("focused")]
        return focused[-1] if focused else ""  # the browser's own bar, at the end of the page

    def go_to(self, name: str) -> None:
        """Press Tab until what has a name of that pattern has the focus."""
        met = [self.focused()]
        while not re.match(name, met[-1]):
            assert len(met) < 90, f"Tab never came to {name!r}, but to {met}"
            self.page.keyboard.press("Tab")
            met.append(self.focused())

    def press(self, name: str) -> None:
        """Go to a control and press it."""
        self.go_to(name)
        self.page.keyboard.press("Enter")

    def go_to_square(self, row: int, column: int) -> None:
        """By Tab to the board, then by the arrows."""
        keys = self.page.keyboard
        self.go_to(r"[A-Z]\d+, ")
        keys.press("Control+Home")
        for _ in range(row):
            keys.press("ArrowDown")
        for _ in range(column):
            keys.press("ArrowRight")
        assert self.focused().startswith(f"{chr(65 + column)}{row + 1}, ")

    def no_word(self) -> Move:
        """Two tiles of the hand on the star that are no word."""
        hand = [tile for tile in self.hand() if tile != "?"]
        pairs = [(one, other) for one in hand for other in hand if hand.index(one) != hand.index(other)]
        known = finder(self.language, LONGEST)
        first, second = next(pair for pair in pairs if not known.is_word("".join(pair)))
        return [(7, 7, first), (7, 8, second)]

    def lay(self, move: Move) -> None:
        """Type each letter on its square, and hear it said."""
        for row, column, token in move:
            self.go_to_square(row, column)
            self.heard()
            self.page.keyboard.press(f"Shift+{token.upper()}" if token.islower() else token.lower())
            self.hear(rf"^{token.upper()} on {chr(65 + column)}{row + 1}\b")

    def wait_for_turn(self) -> None:
        """Until the page says in its title that it is one's turn."""
        expect(self.page).to_have_title(re.compile("^Your turn"))
