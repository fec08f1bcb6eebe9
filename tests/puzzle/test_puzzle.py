"""The page of the daily puzzle: tries judged by the rules, nothing of the answer before the end, days in a row."""

import json
import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest
from django.db.models.functions import Coalesce
from django.test import Client

from accounts.models import User
from bots import puzzle_turns
from bots.models import Puzzle
from bots.services import puzzles as rows
from game import api as game
from puzzle.models import Attempt
from puzzle.services import attempts
from tests.puzzle.made import DAY, keep
from tests.support.types import Response

NOON = 1_772_625_600_000  # 2026-03-04, noon UTC
DAY_MS = 24 * 60 * 60_000
WORD = [[4, 6, "S"]]  # after the T of CAT, above it: nothing there makes a word alone
NONCES = (f"{number:032x}" for number in count(1))


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create(username="solver", display_name="Solver")


@pytest.fixture
def puzzle(db: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    monkeypatch.setattr(game, "now_ms", lambda: NOON)
    return keep()


@pytest.fixture
def player(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def post(client: Client, what: str, message: dict[str, Any], day: str | date = DAY, language: str = "en") -> Response:
    return client.post(f"/puzzle/{language}/{day}/{what}", json.dumps(message), content_type="application/json")


def act(client: Client, do: str, **more: Any) -> dict[str, Any]:
    nonce = more.pop("nonce", None) or next(NONCES)
    return post(client, "act", {"do": do, "nonce": nonce, "turn": 1, **more}).json()


def tiles_of(turn: puzzle_turns.BestTurn, size: int = 11) -> list[list[int | str]]:
    return [[*divmod(tile.cell, size), tile.letter] for tile in turn.play.tiles]


def best_of(puzzle: Puzzle) -> puzzle_turns.BestTurn:
    return puzzle_turns.BestTurn.of_data(puzzle.best[0])


def solve(client: Client, puzzle: Puzzle) -> dict[str, int]:
    turn = best_of(puzzle)
    for item, row, col in turn.powers:
        assert act(client, "use", item=item, cell=[row, col])["ok"]
    return act(client, "place", tiles=tiles_of(turn))


def page(client: Client, day: date = DAY, language: str = "en") -> str:
    return client.get(f"/puzzle/{language}/{day}/").content.decode()


def test_a_try_counts_what_the_rules_give_and_the_best_one_counts(player: Client, puzzle: Puzzle) -> None:
    assert act(player, "place", tiles=[[5, 6, "S"]])["ok"]
    row = Attempt.objects.get()
    assert (row.tries, row.tried, row.best, row.state) == ([["CATS", row.best]], 1, row.best, "open") and row.best > 0
    first = row.best
    assert solve(player, puzzle)["ok"]
    row.refresh_from_db()
    assert row.best == puzzle.goal > first and row.state == "solved" and attempts.stars(row) == 3


def test_a_word_that_is_none_costs_nothing_and_is_named(player: Client, puzzle: Puzzle) -> None:
    said = act(player, "place", tiles=[[5, 6, "Q"]])
    assert (said["ok"], said["code"], said["rejected"]) == (False, "invalid_words", ["CATQ"])
    assert "CATQ" in said["message"]
    row = Attempt.objects.get()
    assert (row.tried, row.best, row.version) == (0, 0, 1)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ([[5, 6, "Z"]], "not_in_hand"),
        ([[5, 4, "S"]], "occupied"),
        ([[0, 0, "S"]], "not_connected"),
        ([[5, 6, "S"], [7, 7, "E"]], "not_in_line"),
    ],
)
def test_tiles_that_may_not_lie_so_are_refused_by_name(
    player: Client, puzzle: Puzzle, tiles: Sequence[list[int | str]], code: str
) -> None:
    assert act(player, "place", tiles=tiles)["code"] == code
    assert post(player, "readout", {"tiles": tiles}).json()["code"] == code


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "place"},
        {"do": "resign", "nonce": "0" * 32},
        {"do": "place", "nonce": "short", "tiles": []},
        {"do": "use", "nonce": "0" * 32, "item": "nothing", "cell": [0, 0]},
        {"do": "use", "nonce": "0" * 32, "item": "place_dl", "cell": [True, 0]},
        {"do": "hint", "nonce": "0" * 32, "more": 1},
    ],
)
def test_what_is_no_message_is_told_so(player: Client, puzzle: Puzzle, message: dict[str, Any]) -> None:
    answer = post(player, "act", message)
    assert answer.status_code == 400 and answer.json()["code"] == "bad_message"


def test_powers_are_paid_for_and_taken_back(player: Client, puzzle: Puzzle) -> None:
    assert act(player, "use", item="place_dw", cell=[4, 6])["ok"]
    assert act(player, "use", item="place_dl", cell=[4, 7])["code"] == "not_enough_coins"
    assert act(player, "use", item="place_dw", cell=[5, 4])["code"] in ("bad_target", "not_enough_coins")
    assert Attempt.objects.get().powers == [["place_dw", 4, 6]]
    assert act(player, "clear")["ok"] and Attempt.objects.get().powers == []


def test_the_answer_leaves_only_when_it_is_over(player: Client, puzzle: Puzzle) -> None:
    turn = best_of(puzzle)
    before = page(player) + player.get(f"/puzzle/en/{DAY}/panels").content.decode()
    assert f">{turn.play.word}<" not in before and "sharecard" not in before
    assert act(player, "hint")["ok"] and act(player, "hint")["ok"]
    assert f">{turn.play.word}<" not in page(player) and "begins on" in page(player)
    assert act(player, "show")["ok"]
    after = page(player)
    assert f">{turn.play.word}</b>" in after and attempts.stars(Attempt.objects.get()) == 0
    card = after[after.index('class="sharecard"') : after.index("Best turns")]
    assert turn.play.word not in card
    assert act(player, "place", tiles=WORD)["code"] == "puzzle_over"


def test_the_same_action_sent_twice_is_done_once(player: Client, puzzle: Puzzle) -> None:
    again = {"nonce": "a" * 32, "tiles": [[5, 6, "S"]]}
    assert act(player, "place", **again) == act(player, "place", **again)
    assert Attempt.objects.get().tried == 1


def test_other_days_have_named_errors(player: Client, puzzle: Puzzle) -> None:
    for day in (DAY + timedelta(1), DAY - timedelta(40), DAY - timedelta(1), "2026-13-40"):
        assert player.get(f"/puzzle/en/{day}/").status_code == 404
        refused = post(player, "act", {"do": "hint", "nonce": "0" * 32}, day=day)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_puzzle")
    keep(DAY + timedelta(1))
    assert player.get(f"/puzzle/en/{DAY + timedelta(1)}/").status_code == 404, "made ahead, and shown on its day"
    assert player.get(f"/puzzle/xx/{DAY}/").status_code == 404


def test_a_visitor_begins_by_a_button_and_becomes_a_guest(client: Client, puzzle: Puzzle) -> None:
    assert "Solve" in page(client) and not Attempt.objects.exists()
    refused = post(client, "act", {"do": "hint", "nonce": "0" * 32})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_begun")
    client.post(f"/puzzle/en/{DAY}/")
    assert User.objects.get().is_guest and 'id="board"' in page(client)


def test_todays_is_being_made_and_says_so(player: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: NOON)
    assert player.get(f"/puzzle/en/{DAY}/").status_code == 200
    assert "being made" in page(player)


def test_a_flood_is_stopped(player: Client, puzzle: Puzzle) -> None:
    answers = [post(player, "act", {"do": "clear", "nonce": next(NONCES)}).status_code for _ in range(100)]
    assert answers[0] == 200 and answers[-1] == 429


def test_days_in_a_row_are_those_ended_on_the_day_itself(user: User, db: None) -> None:
    def ended(day: date, on: date) -> None:
        Attempt.objects.create(user=user, puzzle=keep(day), state="solved", done_on=on)

    for back in (1, 2, 6):
        ended(DAY - timedelta(back), DAY - timedelta(back))
    for back in (3, 4, 5):
        ended(DAY - timedelta(back), DAY)
    assert attempts.streak(user.pk, "en", NOON) == 2, "the days before were played from the archive"
    ended(DAY, DAY)
    assert attempts.streak(user.pk, "en", NOON) == 3
    assert attempts.streak(user.pk, "en", NOON + DAY_MS) == 3, "today's is still to come"
    assert attempts.streak(user.pk, "en", NOON + 2 * DAY_MS) == 3, "one missed day a week breaks nothing"
    assert attempts.streak(user.pk, "en", NOON + 3 * DAY_MS) == 0
    assert attempts.streak(user.pk, "sv", NOON) == 0
    for back in (3, 4, 5):
        day = DAY - timedelta(back)
        Attempt.objects.filter(puzzle__day=day).update(begun_on=day)
    on_the_day = Attempt.objects.filter(user=user, puzzle__day=Coalesce("begun_on", "done_on"))
    assert attempts.done_days(user.pk, "en") == set(on_the_day.values_list("puzzle__day", flat=True))
    assert attempts.streak(user.pk, "en", NOON) == 7, "they were begun on their days"


def test_one_begun_before_midnight_and_ended_after_it_counts(
    player: Client, user: User, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = NOON + DAY_MS // 2 - 60_000
    monkeypatch.setattr(game, "now_ms", lambda: late)
    player.get(f"/puzzle/en/{DAY}/")
    assert post(player, "act", {"do": "hint", "nonce": next(NONCES)}).status_code == 200
    monkeypatch.setattr(game, "now_ms", lambda: late + 120_000)
    assert post(player, "act", {"do": "show", "nonce": next(NONCES)}).status_code == 200
    kept = Attempt.objects.get(user=user)
    assert (kept.begun_on, kept.done_on) == (DAY, DAY + timedelta(1))
    assert attempts.streak(user.pk, "en", late + 120_000) == 1


def test_one_that_was_only_looked_at_on_its_day_does_not_count(
    player: Client, user: User, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.get(f"/puzzle/en/{DAY}/")
    refused = post(player, "act", {"do": "use", "nonce": next(NONCES), "power": ["place_dl", 0, 99]})
    monkeypatch.setattr(game, "now_ms", lambda: NOON + DAY_MS)
    post(player, "act", {"do": "show", "nonce": next(NONCES)})
    assert refused.status_code != 200 or not refused.json()["ok"]
    assert attempts.streak(user.pk, "en", NOON + DAY_MS) == 0


def test_when_it_is_over_the_page_says_when_the_next_one_comes(player: Client, puzzle: Puzzle) -> None:
    assert "The next puzzle" not in page(player)
    post(player, "act", {"do": "show", "nonce": next(NONCES)})
    assert f'<time datetime="{DAY + timedelta(1)}T00:00:00+00:00">00:00 UTC</time>' in page(player)


def test_the_best_turns_say_where_their_words_lie(player: Client, puzzle: Puzzle) -> None:
    """They named the power's square alone (siblings S10)."""
    post(player, "act", {"do": "show", "nonce": next(NONCES)})
    shown = page(player)
    listed = re.findall(r"<li>(.*?)</li>", shown[shown.index("Best turns") :], re.DOTALL)
    said = [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in listed[: len(puzzle.best)]]
    for text, turn in zip(said, puzzle.best, strict=True):
        play = puzzle_turns.BestTurn.of_data(turn).play
        row, col = divmod(play.start, 11)
        way = "down" if play.is_down else "across"
        assert text.startswith(f"{play.word} {game.coord(row, col)} {way}"), said


def test_a_guests_days_go_to_the_account(user: User, puzzle: Puzzle) -> None:
    guest = User.objects.create(username="g", display_name="G", is_guest=True)
    Attempt.objects.create(user=guest, puzzle=puzzle, state="solved", done_on=DAY)
    attempts.hand_over(guest.pk, user.pk)
    assert attempts.streak(user.pk, "en", NOON) == 1


def test_no_day_is_missing_after_days_without_beat(db: None) -> None:
    keep(DAY)
    later = NOON + 5 * DAY_MS
    wanted = rows.missing(later)
    assert wanted[0] == (DAY + timedelta(5), "en"), "today's first"
    days = {day for day, language in wanted if language == "en"}
    assert days == {DAY + timedelta(number) for number in range(1, 6 + rows.AHEAD)}
    assert (DAY, "sv") in wanted and (DAY, "en") not in wanted


def test_one_puzzle_a_day_and_language(puzzle: Puzzle) -> None:
    other = Puzzle(**{**{name: getattr(puzzle, name) for name in ("day", "language", "list_version", "list_digest")},
                      "position": puzzle.position, "coins": 0, "goal": 1, "best": []})  # fmt: skip
    rows.keep(other)
    assert Puzzle.objects.get().goal == puzzle.goal


def test_the_day_changes_at_midnight_utc() -> None:
    assert rows.today(NOON) == DAY and rows.today(NOON + DAY_MS // 2) == date(2026, 3, 5)
