"""The draft of a seat: kept for its player alone, from a page that is up to date, until the tiles are played."""

import html
import json
import re
from typing import Any

from django.test import Client

from game.models import Match, SeatRow
from tests.support.browsers import signed_in
from tests.support.matches import state_of, submit, user_at
from tests.support.types import certain

TEN = [[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]]


def browser(row: Match, seat: int) -> Client:
    """A browser of the seat's player."""
    return signed_in(user_at(row, seat))


def keep(client: Client, row: Match, tiles: list[Any], version: int = 1) -> dict[str, bool | str]:
    """POST a draft; the answer, which is no error of HTTP."""
    body = json.dumps({"version": version, "tiles": tiles})
    answer = client.post(f"/match/{row.public_id}/draft", body, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def read(client: Client, row: Match) -> list[Any]:
    """The draft as a page of the player gets it, which is the same in the page itself."""
    tiles = client.get(f"/match/{row.public_id}/draft").json()["tiles"]
    page = client.get(f"/match/{row.public_id}/").content.decode()
    drawn = html.unescape(certain(re.search(r'id="draft" hidden data-laid="([^"]*)"', page))[1])
    assert json.loads(drawn)["tiles"] == tiles
    return tiles


def test_another_device_finds_the_tiles_and_the_other_player_does_not(match: Match) -> None:
    assert keep(browser(match, 0), match, TEN) == {"ok": True}
    assert read(browser(match, 0), match) == TEN
    assert read(browser(match, 1), match) == []
    assert keep(browser(match, 0), match, []) == {"ok": True}
    assert read(browser(match, 0), match) == []


def test_a_draft_is_no_action_and_is_in_no_push(match: Match) -> None:
    before = state_of(match), match.version
    keep(browser(match, 0), match, [[9, 9, "S"]])
    match.refresh_from_db()
    assert (state_of(match), match.version) == before
    pushed = browser(match, 0).get(f"/match/{match.public_id}/panels").content.decode()
    assert 'id="draft"' not in pushed and "data-laid" not in pushed


def test_a_page_that_is_behind_keeps_nothing(match: Match) -> None:
    submit(match, 1, do="buy", item="claim")
    answer = keep(browser(match, 0), match, TEN, version=1)
    assert (answer["ok"], answer["code"]) == (False, "stale")
    assert read(browser(match, 0), match) == []
    assert keep(browser(match, 0), match, TEN, version=2) == {"ok": True}


def test_what_the_opponent_does_leaves_it_and_the_play_ends_it(match: Match) -> None:
    own = browser(match, 0)
    keep(own, match, TEN)
    submit(match, 1, do="buy", item="claim")
    submit(match, 0, do="place", tiles=[[5, 5, "T"], [5, 6, "N"]])  # no word: the tiles stay where they lie
    assert read(own, match) == TEN
    submit(match, 0, do="place", tiles=TEN)
    assert read(own, match) == []


def test_a_purchase_of_ones_own_leaves_the_tiles_where_they_lie(match: Match) -> None:
    keep(browser(match, 0), match, TEN)
    assert submit(match, 0, do="buy", item="claim").code == ""
    assert read(browser(match, 0), match) == TEN


def test_a_finished_match_has_no_drafts(match: Match) -> None:
    keep(browser(match, 1), match, TEN)
    submit(match, 0, do="resign")
    assert set(SeatRow.objects.filter(match=match).values_list("draft", flat=True)) == {""}
    assert keep(browser(match, 0), match, TEN, version=2)["code"] == "stale"
