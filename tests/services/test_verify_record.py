"""Match records: what one that can be downloaded holds, and what `manage.py verify_record` prints of each file, and
what it exits with (section 8 of docs/rules.md). What makes a record false, or none, is told by
tests/rules/tables/test_record.py."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError

from dictionary import api as dictionary
from game.dispatch.record_check import verify
from game.services import matches
from tests.support import samples
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, resigned, state_of, submit, user_at

STORIES = [json.loads(path.read_text(encoding="utf-8")) for path in samples.files()]
FIRST = STORIES[0]


def changed(name: str = "01", **fields: Any) -> dict[str, Any]:
    return samples.sample("", name) | fields


def verified(
    tmp_path: Path, *records: dict[str, Any] | str, as_json: bool = True
) -> tuple[str | int | None, list[Any]]:
    """The exit code and the output lines of verify_record over some records."""
    names = []
    for i, record in enumerate(records):
        path = tmp_path / f"{i}.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
        names.append(str(path))
    out = StringIO()
    code: str | int | None = 0
    try:
        call_command("verify_record", *names, *(["--json"] if as_json else []), stdout=out)
    except SystemExit as stop:
        code = stop.code
    lines = out.getvalue().splitlines()
    return code, [json.loads(line) for line in lines] if as_json else lines


def test_right_records_are_exit_0(tmp_path: Path) -> None:  # R8.35, R8.29
    code, lines = verified(tmp_path, *(story["record"] for story in STORIES))
    assert (code, lines) == (0, [story["expected"] for story in STORIES])


def test_a_false_record_is_exit_1(tmp_path: Path) -> None:  # R8.24
    assert verified(tmp_path, changed(hands=[["J"] * 7, ["A"] * 7])) == (
        1,
        [{"error": "hands: J drawn, but there is none"}],
    )


def test_a_wrong_result_is_exit_1_and_still_shown(tmp_path: Path) -> None:  # R8.25
    wrong = changed(result=changed()["result"] | {"winner": 1})
    assert verified(tmp_path, wrong) == (1, [FIRST["expected"]])
    code, lines = verified(tmp_path, wrong, as_json=False)
    assert code == 1 and "winner" in lines[0]


@pytest.mark.django_db
@pytest.mark.parametrize("lexicon", [{"name": "en", "version": "1066.10"}, {"name": "tlh", "version": "2026.11"}])
def test_a_list_that_the_site_has_not_is_exit_1(tmp_path: Path, lexicon: dict[str, str]) -> None:  # R8.26
    code, (line,) = verified(tmp_path, changed(lexicon=lexicon))
    assert code == 1 and set(line) == {"error"}
    assert line["error"] == f"lexicon: this site has no list {lexicon['name']} {lexicon['version']}"


def test_a_list_is_missing_too_where_there_is_no_database_to_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_table(name: str, version: str) -> None:
        raise OperationalError("no such table: dictionary_listversion")

    monkeypatch.setattr(dictionary, "lexicon", no_table)
    code, (line,) = verified(tmp_path, changed(lexicon={"name": "en", "version": "1066.10"}))
    assert code == 1 and "this site has no list" in line["error"]


def test_a_list_by_its_name(tmp_path: Path) -> None:  # R8.18
    named = changed(lexicon={"name": "en", "version": "2026.11"})
    code, (line,) = verified(tmp_path, named)
    assert code in (0, 1) and "steps" in line
    assert line["steps"][0]["ok"]  # TEN


def test_what_is_proved_of_the_chance_is_said_beside_the_exit_code(tmp_path: Path) -> None:  # R8.41
    whole, bare = changed("13"), changed("13")
    del bare["fair"], bare["lobby_order"]
    code, lines = verified(tmp_path, whole, bare, as_json=False)
    assert code == 0
    assert lines[0].endswith("holds (14 actions, over); the deal follows from numbers of the server and of Ann")
    assert lines[1].endswith("holds (14 actions, over); the deal was not proved; the seats were not proved")


def test_what_is_no_record_is_exit_2_and_names_the_key(tmp_path: Path) -> None:  # R8.27
    code, (line,) = verified(tmp_path, changed(actions=[{"seat": 2, "do": "pass"}]))
    assert code == 2 and line["error"].startswith("actions[0].seat")


@pytest.mark.parametrize("text", ["", "[]", "7", "null", "{", "\ufeff{}", '{"format": NaN}'])
def test_no_json_object_is_exit_2(tmp_path: Path, text: str) -> None:  # R8.27
    code, (line,) = verified(tmp_path, text)
    assert code == 2 and set(line) == {"error"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 1)])
def test_the_highest_code_counts(tmp_path: Path, order: tuple[int, int, int]) -> None:  # R8.28, R8.29
    kinds = [changed(), changed(hands=[["A"], ["B"]]), changed(format="?")]
    code, lines = verified(tmp_path, *(kinds[i] for i in order))
    assert code == max(order)
    assert [set(line) for line in lines] == [{"error"} if i else {"steps", "final"} for i in order]


def test_a_record_holds_when_what_was_done_and_what_was_drawn() -> None:
    row = make_match(board_size=11, starting_coins=30)
    hand = state_of(row).players[0].hand
    submit(row, 0, at=START - 500, do="buy", item="swap")
    submit(row, 0, at=START + 2_500, do="use", item="swap", tiles=list(hand[:2]))
    record = matches.export(resigned(row, at=START + 4_000))
    assert [action["at"] for action in record["actions"]] == [0, 2.5, 4]
    assert ["drawn" in action for action in record["actions"]] == [False, True, False]
    assert len(record["actions"][1]["drawn"]) == 2
    assert verify({**record, "lexicon": {"words": []}}).difference == ""


def test_a_record_to_download_spells_names_as_they_are() -> None:
    row = resigned(make_match())
    text = signed_in(user_at(row, 0)).get(f"/match/{row.public_id}/record").content.decode()
    assert "Björn" in text and text.startswith('{\n "format": ')
