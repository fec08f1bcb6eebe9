"""Today's puzzle on the home page: drawn for everybody alike, tried from there, never telling its answer."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from bots.models import Puzzle
from game import api as game
from puzzle import home_places, screen
from puzzle.models import Attempt
from puzzle.services import attempts
from tests.puzzle.made import BEST, DAY, keep
from tests.puzzle.test_puzzle import DAY_MS, NONCES, NOON, tiles_of
from tests.support.types import Response

WORD = [[5, 6, "S"]]  # after the T of CAT
TRY = f"/puzzle/en/{DAY}/try"


@pytest.fixture
def puzzle(db: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    monkeypatch.setattr(game, "now_ms", lambda: NOON)
    return keep()


def home(client: Client) -> str:
    """The place of the puzzle on the page."""
    return client.get("/").content.decode().partition('id="puzzle"')[2].partition("</section>")[0]


def tried(client: Client, tiles: Any, **more: Any) -> Response:
    message = {"do": "place", "nonce": next(NONCES), "tiles": tiles} | more
    return client.post(TRY, json.dumps(message), content_type="application/json")


def test_a_visitor_sees_the_board_and_nothing_of_the_answer(client: Client, puzzle: Puzzle) -> None:
    place = home(client)
    assert place.count('role="gridcell"') == 121 and place.count('class="rt"') == 7
    assert "TEAS" not in place and "sessionid" not in client.cookies and not Attempt.objects.exists()
    numbers = json.loads(re.findall(r'data-numbers="([^"]+)"', place)[0].replace("&quot;", '"'))
    assert set(numbers) >= {"values", "letterFactor", "wordFactor", "alphabet"}
    assert 'action="/puzzle/en/2026-03-04/"' in place, "without scripts a button leads to its page"


def test_a_try_makes_the_guest_and_gives_the_token_that_belongs_to_it(client: Client, puzzle: Puzzle) -> None:
    answer = tried(client, WORD).json()
    assert answer["ok"] and (answer["best"], answer["over"], answer["today"]) == (answer["points"], False, True)
    assert User.objects.get().is_guest and len(answer["token"]) == 64
    assert Attempt.objects.get().begun_on == DAY


def test_what_may_not_lie_so_or_is_no_word_is_said_and_costs_nothing(client: Client, puzzle: Puzzle) -> None:
    assert tried(client, [[0, 0, "S"]]).json()["code"] == "not_connected"
    refused = tried(client, [[5, 6, "Q"]]).json()
    assert refused["code"] == "invalid_words" and refused["best"] == 0
    assert Attempt.objects.get().tries == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("[]", 400),
        ('{"do": "show", "nonce": "00000000000000000000000000000007"}', 400),
        ('{"do": "place", "nonce": "x", "tiles": []}', 400),
        ('{"do": "place", "nonce": "00000000000000000000000000000007", "tiles": [], "more": 1}', 400),
    ],
)
def test_what_is_no_try_is_refused_and_makes_nobody(client: Client, puzzle: Puzzle, body: str, status: int) -> None:
    assert client.post(TRY, body, content_type="application/json").status_code == status
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "address", [f"/puzzle/{which}/try" for which in ("en/2026-03-05", "fi/2026-03-04", "en/2026-02-30")]
)
def test_a_day_without_a_puzzle_is_named(client: Client, puzzle: Puzzle, address: str) -> None:
    answer = client.post(address, "{}", content_type="application/json")
    assert answer.status_code == 404 and answer.json()["code"] == "no_such_puzzle"


def test_sent_twice_it_is_one_try(client: Client, puzzle: Puzzle) -> None:
    nonce = next(NONCES)
    assert [tried(client, WORD, nonce=nonce).json()["ok"] for _ in range(2)] == [True, True]
    assert Attempt.objects.get().tried == 1


def test_over_midnight_the_try_is_taken_and_the_page_told_of_the_new_day(
    client: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: NOON + DAY_MS)
    answer = tried(client, WORD).json()
    assert answer["ok"] and not answer["today"]
    assert attempts.done_days(User.objects.get().pk, "en") == set()


def test_what_is_over_is_shown_as_squares_without_the_answer(client: Client, puzzle: Puzzle) -> None:
    tried(client, WORD)
    Attempt.objects.update(state="solved", done_on=DAY, tries=[["SAT", 5], ["TEAS", 20]], best=20, tried=2)
    place = home(client)
    assert 'role="gridcell"' not in place and "data-share-text" in place
    shared = place.partition("readonly>")[2].partition("</textarea>")[0]
    assert shared == "AlfaPower, puzzle 4 March: 20 of 20\n🟩⬜⬜⬜⬜\n🟩🟩🟩🟩🟩"
    assert "TEAS" not in place and "SAT" not in place
    assert screen.share_text(Attempt.objects.get()) == shared


def test_yesterday_is_told_by_who_played_it_on_the_day(client: Client, puzzle: Puzzle) -> None:
    before = keep(DAY.replace(day=3))
    for name, best, state, day in (("a", 14, "shown", 3), ("b", 20, "solved", 3), ("c", 20, "solved", 4)):
        user = User.objects.create(username=name, display_name=name)
        Attempt.objects.create(user=user, puzzle=before, best=best, state=state, begun_on=DAY.replace(day=day))
    assert attempts.tally(before.day, "en") == (20, 1)
    assert "Yesterday’s best: 20. 1 found the best turn." in home(client)
    assert attempts.tally(DAY, "en") == (0, 0)


@pytest.mark.parametrize(
    ("turns", "lettered", "first"),
    [
        ([(2, 5)], [5], 1),  # down from row 2 to 5: the first place that holds it
        ([(5, 5)], [5, 6, 7], 3),
        ([(0, 0)], [9], 0),
        ([(10, 10)], [3], 6),
        ([(1, 8), (4, 4)], [4], 0),  # the best one is longer than what is shown: the next
        ([(3, 9)], [4], 3),  # none fits
        ([], [4], 3),
    ],
)
def test_the_rows_of_a_phone_hold_the_best_turn_that_fits(
    turns: list[tuple[int, int]], lettered: list[int], first: int
) -> None:
    assert home_places.first_row(turns, lettered, 11) == first


def test_those_of_the_puzzle_by_hand(puzzle: Puzzle) -> None:
    assert home_places.live_board(puzzle).first_row in range(1, 3) and tiles_of(BEST[0])
