"""A whole match by two people who see nothing: each step is read from the tree that a screen reader gets, and what the
other did is heard."""

import re

import pytest

from tests.browser.listener import HEARD, Listener
from tests.browser.players import READ_BOARD, Seated, arrive

pytestmark = pytest.mark.long


def agrees(listener: Listener) -> None:
    """The tree names all there is, and tells the same board as the page shows."""
    assert not listener.faults()
    assert listener.board() == listener.page.evaluate(READ_BOARD)


def readout(listener: Listener) -> str:
    """What is said of the tiles as they lie."""
    return " ".join(listener.page.get_by_role("region", name="Your hand").get_by_role("status").inner_text().split())


def play_a_word(mine: Listener, other: Listener, *, first: bool) -> None:
    """Its points are told before it is played, and to both afterwards."""
    mine.wait_for_turn()
    agrees(mine)
    move = mine.word(first=first)
    assert move, "no word to be found"
    other.heard()
    mine.lay(move)
    agrees(mine)
    worth = re.search(r"-?\d+ points?", readout(mine))
    assert worth
    mine.page.keyboard.press("Enter")
    played = mine.hear(r"^You played [A-Z]+")
    assert worth[0] in played
    assert worth[0] in other.hear(r"played .* for")
    if "Upgrade" in " ".join(mine.names("button")):
        agrees(mine)
        mine.press("Decline")
    assert other.board() == mine.board()
    agrees(other)


def try_no_word(mine: Listener, other: Listener) -> None:
    """What is no word is named to its player, and to the other it is told that it cost something."""
    mine.lay(mine.no_word())
    mine.page.keyboard.press("Enter")
    assert "list" in mine.hear("not in the word list")
    agrees(mine)
    mine.page.keyboard.press("Escape")
    mine.hear("hand")
    assert set("".join(mine.board())) == {"."}
    agrees(other)


def trade(mine: Listener) -> None:
    """Buy a swap and use it on the first tile, all of it found by name."""
    if not any(name.startswith("Buy ") for name in mine.names("button")):
        mine.press("Shop")
    mine.press("Buy Swap")
    mine.hear("Swap")
    mine.page.keyboard.press("Escape")
    mine.press(r"Use Swap\b")
    mine.hear("tile")
    mine.press(r"([A-Z]|blank), \d+$")
    before = mine.hand()
    mine.press(r"Swap \d")
    mine.hear("new tile|Swap|swap|traded")
    assert len(mine.hand()) == len(before)
    agrees(mine)


def test_a_match_by_ear_alone_goes_to_its_end(seated: Seated) -> None:
    table = [Listener(player.page, "en") for player in seated("strategy", "en", everywhere=HEARD)]
    for listener in table:
        agrees(listener)
        assert len(listener.hand()) == 7
        assert any(heading.startswith("Match against") for heading in listener.names("heading"))
    try_no_word(*table)
    for turn in range(3):
        play_a_word(table[turn % 2], table[1 - turn % 2], first=not turn)
    table[1].wait_for_turn()
    trade(table[1])
    for turn in range(1, 13):
        mine, other = table[turn % 2], table[1 - turn % 2]
        mine.wait_for_turn()
        agrees(mine)
        other.heard()
        if "Pass" in mine.names("button"):
            mine.press("Pass$")
            other.hear("passed")
            continue
        # The last pass that there is gives the match up, and asks before it does.
        mine.press("Concede")
        assert mine.names("dialog") and not mine.faults()
        mine.press("Concede")
        break
    for listener, verdict in ((mine, "lost|wins"), (other, "won|win")):
        arrive(listener.page, "h1#v")
        assert re.search(verdict, listener.names("heading")[0]), listener.names("heading")
        assert not listener.faults()
