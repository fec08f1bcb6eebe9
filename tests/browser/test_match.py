"""Two browsers at one match: from Quick Join to the last tile, in both languages, and with every power."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.browser.players import Player, Seated, in_turn
from tests.support.types import certain

ITEMS = ("swap", "claim", "fortify", "place_dl", "place_tl", "blast", "place_dw", "place_tw")


def number(text: str) -> int:
    """A number as the page writes it, with a real minus."""
    return int(text.replace("−", "-"))


def totals(player: Player) -> tuple[int, int]:
    """The final totals on an end page: one's own, the other's."""
    expect(player.page.locator("#total-you")).to_be_visible()
    you, other = (number(player.page.locator(f"#total-{side}").inner_text()) for side in ("you", "opp"))
    return you, other


def verified(site: Site, player: Player, tmp_path: Path) -> dict[str, Any]:
    """The downloaded record, after `verify_record` found nothing wrong with it, with what that says of the end."""
    with player.page.expect_download() as download:
        player.page.locator("#record").click()
    path = tmp_path / "match.json"
    download.value.save_as(path)
    checked = site.manage("verify_record", "--json", str(path))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    record = json.loads(path.read_text(encoding="utf-8"))
    assert set(record["fair"]) == {"commitment", "server", "players"}
    return record | {"final": json.loads(checked.stdout)["final"]}


@pytest.mark.long
def test_a_quick_match_in_english_goes_to_its_end(site: Site, meet: Seated, tmp_path: Path) -> None:
    first, second = meet("quick", "en")
    for player in in_turn((first, second), 80):
        player.take_turn()
    own, other = totals(first), totals(second)
    assert own == other[::-1]
    record = verified(site, second, tmp_path)
    assert record["result"]["reason"] in ("bag_empty", "stalled", "conceded")  # as the deal would have it
    assert tuple(total["total"] for total in record["final"]["totals"]) == own
    assert record["players"] == [
        re.sub(r"\s+", " ", first.page.locator("thead .seat-you").inner_text()).strip(),
        re.sub(r"\s+", " ", second.page.locator("thead .seat-you").inner_text()).strip(),
    ]


@pytest.mark.long
def test_a_swedish_match_has_swedish_letters(meet: Seated) -> None:
    first, second = meet("quick", "sv")
    swedish = first.page.locator("#board .tile__l", has_text=re.compile("[ÅÄÖ]"))
    for player in in_turn((first, second), 80):
        if swedish.count():
            break
        player.take_turn()
    assert first.page.locator("#letters [data-l='Ö']").count() == 1 or first.over
    if not first.over:
        second.resign()
    assert totals(first) == totals(second)[::-1]
    expect(first.page.locator(".verdict")).to_contain_text("conceded the match.")


@pytest.mark.long
def test_every_power_is_bought_and_used(site: Site, meet: Seated, tmp_path: Path) -> None:
    players = meet("strategy", "en")
    left = list(ITEMS)
    for player in in_turn(players, 60):
        expect(player.page.locator('#state[data-mine="1"]')).to_have_count(1)
        opened = player.state("opened") == "1"
        while left and player.coins() >= int(certain(player.page.locator(f'[data-buy="{left[0]}"]').text_content())):
            if left[0] in ("fortify", "blast") and not opened:
                break
            player.buy(left[0])
            player.use(left.pop(0))
        if not left:
            break
        player.take_turn(limit=4)
    assert not left, f"never bought: {left}"
    rows = players[0].page.locator("#p-turns .turn__d").all_text_contents()
    for name in ("Swap", "Claim", "Fortify", "Blast", "Place DL", "Place TL", "Place DW", "Place TW"):
        assert any(name in row for row in rows), name
    players[0].resign()
    assert totals(players[0]) == totals(players[1])[::-1]
    record = verified(site, players[0], tmp_path)
    assert record["result"]["reason"] == "resigned"
    assert {action["item"] for action in record["actions"] if action["do"] == "use"} == set(ITEMS)
