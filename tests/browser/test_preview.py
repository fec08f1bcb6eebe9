"""The readout worked out in the page: read from the board as it is drawn, there at once, and without a network."""

import random
import shutil
from itertools import product
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Browser, expect

from alfapower.build.static_bundles import script, sources
from game.api.positions import page_of
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import view_of
from tests.browser.players import Seated, hold
from tests.browser.test_focus import lay
from tests.rules.tables.test_placing import CASES
from tests.screen import test_preview as engine
from tests.support.text_boards import scene

READ = 'import { position } from "./match/position.js";\nwindow.read = position;\n'
STATES = 3


def drawn(state: MatchState, seat: int) -> str:
    """The board and what the page knows beside it, as the server draws them for the seat."""
    view = view_of(state, seat, (), 0)
    board = page_of(state, view, 1)["drawn_panels"]["board"].whole()
    tries = "" if view.viewer != state.active or view.tries_left is None else view.tries_left
    opened = int(view.opened)
    return f'<i id=state data-version=1 data-size={view.size} data-opened={opened} data-tries="{tries}"></i>{board}'


def test_the_page_reads_from_its_board_what_the_engine_knows_of_it(chromium: Browser, tmp_path: Path) -> None:
    shutil.copytree(settings.STATIC_SOURCES[0] / "js", tmp_path / "js")
    (tmp_path / "js" / "read.js").write_text(READ)
    bundle, rng, read = script("js/read.js", sources(tmp_path)), random.Random(7), []
    table = [scene(board, **own) for _name, _code, board, _tiles, own in CASES]
    states = [*table, *(engine.random_state(rng) for _ in range(STATES))]
    seen: set[str] = set()
    with chromium.new_page() as page:
        for state, seat in product(states, (0, 1)):
            if (html := drawn(state, seat)) in seen:
                continue  # the tiles that a case of the table lays are not asked for here
            seen.add(html)
            page.set_content(html)
            page.evaluate(bundle)
            told = page.evaluate("hand => read(hand)", list(state.players[seat].hand))
            known = engine.position(state, seat)
            if seat != state.active:
                known["tries"] = None  # by the numbers that the page has of the match
            read.append((told, known))
    assert [one for one in read if one[0] != one[1]] == []
    kinds = {key for _, known in read for cell in known["cells"] for key, value in cell.items() if value}
    assert kinds == {"letter", "value", "alfa", "dead", "claimed", "bonus"}


def test_points_are_there_without_a_network(seated: Seated) -> None:
    player, _other = seated("strategy", "en")
    player.page.wait_for_load_state("load")
    hold(player.page, "**/readout")
    lay(player, 2)
    expect(player.page.locator("#readout")).to_contain_text("point")
    expect(player.page.locator("#actions [data-act=play]")).to_be_enabled()
