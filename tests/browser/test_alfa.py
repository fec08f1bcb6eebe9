"""An Alfa tile is made and laid over another tile, in a match whose settings and seed the test's factory chose."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, is_fault
from tests.browser.players import READ_BOARD, WORDS, Player

MAKE = """
from django.test import Client
from game.api import now_ms
from tests.support.matches import make_match, user_at
row = make_match(starts_at=now_ms(), board_size=11, turn_seconds=None, alfa_trigger=3)
keys = []
for seat in (0, 1):
    client = Client()
    client.force_login(user_at(row, seat))
    keys.append(client.cookies["sessionid"].value)
print(row.public_id, *keys)
"""


@pytest.fixture
def players(site, chromium):
    """Both at their pages, the mover first; any console error fails the test."""
    public_id, *keys = site.manage("shell", "-c", MAKE).stdout.split()[-3:]
    wrong, contexts, seated = [], [], []
    for device, key in zip((DESKTOP, PHONE), keys, strict=True):
        context = chromium.new_context(base_url=site.url, locale="en-GB", **device)
        context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if is_fault(message) else None)
        page.goto(f"/match/{public_id}/")
        seated.append(Player(page))
    yield seated
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def words():
    """The site's English list."""
    with gzip.open(WORDS / "en.txt.gz", "rt", encoding="utf-8") as lines:
        return {line.strip().upper() for line in lines}


def through(rows, row, col):
    """The words across and down through a square, one-letter runs left out."""
    found = []
    for line, at in ((rows[row], col), ("".join(r[col] for r in rows), row)):
        start = line.rfind(".", 0, at) + 1
        end = line.find(".", at)
        run = line[start : end if end >= 0 else len(line)]
        if len(run) > 1:
            found.append(run.upper())
    return found


def replacement(player, words):
    """An Alfa tile of the hand and a plain tile of the board that it can replace so that every word stands."""
    rows = player.page.evaluate(READ_BOARD)
    for tile in player.hand():
        if not tile.endswith("*") or tile.startswith("?"):
            continue
        for row, line in enumerate(rows):
            for col, letter in enumerate(line):
                if letter == "." or letter.upper() == tile[0]:
                    continue
                if player.cell(row, col).locator(".tile--alfa").count():
                    continue
                changed = [*rows]
                changed[row] = line[:col] + tile[0] + line[col + 1 :]
                made = through(changed, row, col)
                if made and all(word in words for word in made):
                    return row, col, tile
    return None


@pytest.mark.long
def test_an_alfa_tile_is_made_and_laid_over_another(players, words):
    found = None
    for turn in range(30):
        player = players[turn % 2]
        expect(player.page.locator('#state[data-mine="1"][data-phase="play"]')).to_have_count(1)
        found = replacement(player, words)
        if found:
            break
        player.take_turn(limit=4)
    assert found, "no Alfa tile came to lie over another in thirty turns"
    row, col, tile = found
    before = player.cell(row, col).locator(".tile__l").inner_text()
    player.page.locator(f'#rack [data-tile="{tile}"]').first.click()
    player.cell(row, col).click()
    expect(player.page.locator("#actions [data-act=play]")).to_be_enabled()
    player.press("play")
    for seen in players:
        cell = seen.cell(row, col)
        expect(cell).to_have_class(re.compile(r"\bcell--alfa\b"))
        expect(cell.locator(".tile--alfa .tile__l")).to_have_text(tile[0])
    assert before != tile[0]
