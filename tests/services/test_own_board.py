"""A match of AlfaPower on a board of one's own: played on it, recorded with it, verified, and never rated."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import PlayedMatch
from dictionary import api as dictionary
from game import api as game
from game.dispatch.record_check import verify
from game.models import Match
from game.services import audit, matches
from tests.support.finished_matches import play_out
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.types import certain

ROWS = ["D.........D", *["..........."] * 4, "t....*T...t", *["..........."] * 4, "D.........D"]


def on_own_board(**settings: Any) -> Match:
    return make_match(board=ROWS, turn_seconds=None, **settings)


@pytest.mark.parametrize(("board", "rated"), [(ROWS, False), ("standard", True)])
def test_it_is_never_rated(board: Sequence[str], rated: bool) -> None:  # R1.47
    assert make_match(board=board, rated=True).rated is rated


def test_it_is_played_on_it_with_the_bag_of_its_size() -> None:  # R1.46
    state = state_of(on_own_board(board_size=19, blank_board=True))
    assert (state.board.size, state.board.layout) == (11, "".join(ROWS))
    assert len(state.bag) == 70 - 14
    assert "board" not in state.rules.values


@pytest.mark.parametrize("seed", [1, 2])
def test_its_record_has_the_rows_and_holds(seed: int) -> None:  # R1.47, R8.19
    row = play_out(on_own_board(), seed=seed, turns=6)
    record = json.loads(json.dumps(matches.export(row)))
    assert record["board"] == ROWS and record["settings"]["board_size"] == 11
    assert "board" not in record["settings"]
    replay = verify(record, dictionary.lexicon)
    assert replay.difference == ""
    final = replay.data()["final"]
    assert final["bonuses"][0] == ROWS[0] and len(final["board"]) == 11
    assert audit.first_difference(row) is None
    doubled = [row.replace(".", "D") for row in ROWS]
    assert verify({**record, "board": doubled}, dictionary.lexicon).difference


def test_its_facts_are_those_of_a_custom_match(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # R1.47
    row = on_own_board()
    with django_capture_on_commit_callbacks(execute=True):
        submit(row, 0, at=START + 5_000, do="resign")
    facts = certain(game.match_facts(row.pk))
    assert (facts.rated, facts.preset, facts.board_size) == (False, "", 11)
    assert not PlayedMatch.objects.filter(rated=True).exists()


def test_another_like_it_has_the_same_board() -> None:  # R1.47
    row = on_own_board()
    submit(row, 0, at=START + 5_000, do="resign")
    again = certain(game.finished_match(row.public_id, user_at(row, 0).pk))
    assert again.settings == {"board": ROWS, "board_size": 11, "turn_seconds": None}
    standard = make_match(blank_board=True)
    submit(standard, 0, at=START + 5_000, do="resign")
    assert certain(game.finished_match(standard.public_id, user_at(standard, 0).pk)).settings == {"blank_board": True}


def test_everybody_is_told_of_it_in_the_rules_of_the_match(client: Client) -> None:
    row = on_own_board()
    client.force_login(user_at(row, 1))
    page = client.get(f"/match/{row.public_id}/rules").content.decode()
    assert "Own board" in page and "own, 11 × 11" in page
    client.force_login(user_at(other := make_match(players=("C", "D")), 0))
    assert "Own board" not in client.get(f"/match/{other.public_id}/rules").content.decode()


@pytest.mark.parametrize(
    ("board", "code"),
    [
        (5, "wrong_type"),
        (None, "wrong_type"),
        ([1] * 11, "wrong_type"),
        ("classic15", "out_of_range"),
        (ROWS[:-1], "out_of_range"),
        ([*ROWS[:-1], "D.........x"], "out_of_range"),
        (["*.........D", *ROWS[1:]], "out_of_range"),
        ([row.replace("*", ".") for row in ROWS], "no_star"),
    ],
)
def test_what_is_no_board_is_refused_by_name(board: int, code: str) -> None:  # R1.46
    with pytest.raises(game.BadSettings) as refusal:
        game.check_settings({"board": board})
    assert (refusal.value.key, refusal.value.code) == ("board", code)
    assert not Match.objects.exists()


@pytest.mark.parametrize("variant", ["classic", "alfapet", "keebble", "flex"])
def test_no_other_game_takes_one_beside_its_settings(variant: str) -> None:
    with pytest.raises(game.BadSettings) as refusal:
        game.check_settings({"board": ROWS}, variant)
    assert (refusal.value.key, refusal.value.code) == ("board", "unknown_setting")
