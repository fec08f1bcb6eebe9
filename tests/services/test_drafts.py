"""The draft of a seat: kept for its player alone, from a page that is up to date, until the tiles are played."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from game.models import Match, SeatRow
from game.services import drafts, player_messages
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.types import certain

TEN = [[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]]


def browser(row: Match, seat: int) -> Client:
    """A browser of the seat's player."""
    return signed_in(user_at(row, seat))


def keep(client: Client, row: Match, tiles: list[Any], version: int = 1, **more: Any) -> dict[str, Any]:
    """POST a draft; the answer, which is no error of HTTP."""
    body = json.dumps({"version": version, "tiles": tiles, **more})
    answer = client.post(f"/match/{row.public_id}/draft", body, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def read_whole(client: Client, row: Match) -> dict[str, Any]:
    """The draft as a page of the player gets it, which is the same in the page itself."""
    found = client.get(f"/match/{row.public_id}/draft").json()
    page = client.get(f"/match/{row.public_id}/").content.decode()
    drawn = html.unescape(certain(re.search(r'id="draft" hidden data-laid="([^"]*)"', page))[1])
    assert json.loads(drawn) == found
    return found


def read(client: Client, row: Match) -> list[Any]:
    """The tiles of the draft."""
    return read_whole(client, row)["tiles"]


def test_another_device_finds_the_tiles_and_the_other_player_does_not(match: Match) -> None:
    assert keep(browser(match, 0), match, TEN)["ok"]
    assert read(browser(match, 0), match) == TEN
    assert read(browser(match, 1), match) == []
    assert keep(browser(match, 0), match, []) == {"ok": True, "mark": ""}
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
    assert keep(browser(match, 0), match, TEN, version=2)["ok"]


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


def test_who_lays_without_having_seen_what_another_page_laid_is_given_that_first(match: Match) -> None:
    phone, desk = browser(match, 0), browser(match, 0)
    first = keep(phone, match, TEN, mark="")
    told = keep(desk, match, [[9, 9, "S"]], mark="")
    assert (told["ok"], told["code"], told["laid"]) == (False, "laid_elsewhere", {"tiles": TEN, "mark": first["mark"]})
    assert "elsewhere" in told["message"] and read(desk, match) == TEN
    second = keep(desk, match, [[9, 9, "S"]], mark=told["laid"]["mark"])
    assert second["ok"] and read(phone, match) == [[9, 9, "S"]]
    again = keep(phone, match, TEN[:1], mark=first["mark"])
    assert again["laid"] == {"tiles": [[9, 9, "S"]], "mark": second["mark"]}


def test_the_same_tiles_have_the_same_mark_whichever_page_laid_them(match: Match) -> None:
    marks = [keep(browser(match, 0), match, tiles)["mark"] for tiles in (TEN, TEN[:2], TEN, [])]
    assert marks[0] == marks[2] and len(set(marks)) == 3 and marks[3] == ""


def test_what_was_laid_between_look_and_write_is_not_written_over(match: Match) -> None:
    looked = SeatRow.objects.get(match=match, seat=0)
    keep(browser(match, 0), match, TEN)
    late = player_messages.read_draft({"version": 1, "tiles": [], "mark": ""}, match.variant, match.language)
    assert drafts.keep(looked, late) == drafts.LAID_ELSEWHERE
    assert read(browser(match, 0), match) == TEN


@pytest.mark.parametrize("mark", [None, 0, [], {}, "0" * 11, "0" * 13, "0" * 12 + "\n", "ABCDEFABCDEF", "é" * 12])
def test_a_mark_that_is_none_is_no_message(match: Match, mark: Any) -> None:
    body = json.dumps({"version": 1, "tiles": TEN, "mark": mark})
    answer = browser(match, 0).post(f"/match/{match.public_id}/draft", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert read(browser(match, 0), match) == []


def test_it_is_there_days_later_and_however_many_turns_have_passed() -> None:
    row = make_match(turn_seconds=259_200, reserve_hours=72, timeouts_to_forfeit=1)
    waits = 1 - state_of(row).active
    keep(browser(row, waits), row, [[9, 9, "S"]])
    day = 86_400_000
    for turn in range(4):  # who waits is on turn in between, and passes
        seat = state_of(row).active
        assert submit(row, seat, START + (2 * turn + 1) * day, do="pass").code == ""
        assert json.loads(SeatRow.objects.get(match=row, seat=waits).draft) == {"tiles": [[9, 9, "S"]]}


@pytest.mark.parametrize(
    ("stored", "tiles"),
    [
        ('[[5,4,"T"]]', [[5, 4, "T"]]),  # the form of 0.1
        ('{"tiles":[[5,4,"T"]]}', [[5, 4, "T"]]),
        ('{"tiles":[[5,4,"T"]],"wings":[1]}', []),  # of a release that is none of ours
        ('{"tiles":[[5,4,["T"]]]}', []),
        ("7", []),
        ('{"tiles":', []),
    ],
)
def test_a_draft_of_another_release_is_read_or_there_is_none(match: Match, stored: str, tiles: list[Any]) -> None:
    SeatRow.objects.filter(match=match, seat=0).update(draft=stored)
    assert read(browser(match, 0), match) == tiles
    answer = keep(browser(match, 0), match, TEN, mark=read_whole(browser(match, 0), match)["mark"])
    assert answer["ok"] and read(browser(match, 0), match) == TEN


@pytest.mark.parametrize("option", [0, 3])
def test_an_option_is_kept_by_its_number_the_first_one_too(option: int) -> None:
    """In a game of options a draft says which one is being carried out; the first has the number 0."""
    row = make_match(variant="keebble")
    seat = state_of(row).active
    assert keep(browser(row, seat), row, [[1, 5, "S"]], option=option)["ok"]
    assert read_whole(browser(row, seat), row)["option"] == option
