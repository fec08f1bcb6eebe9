"""Section 8 of docs/rules.md, third part: what a record holds, and what replaying one says and exits with."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError

from dictionary import api as dictionary
from game.kernel.chance import ImpossibleChance
from game.rules.record import replay_record, verify
from game.rules.record_form import BadRecord
from tests.support import samples

STEP = {
    "index", "ok", "error", "rejected", "words", "turn_score", "scores", "coins", "bag", "hands", "slots", "passes",
    "timeouts", "active", "phase",
}  # fmt: skip
FINAL = {"phase", "reason", "winner", "totals", "board", "bonuses", "fortified", "claims"}
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


def test_right_records_are_exit_0_r8_35_r8_29(tmp_path: Path) -> None:  # R8.35, R8.29
    code, lines = verified(tmp_path, *(story["record"] for story in STORIES))
    assert (code, lines) == (0, [story["expected"] for story in STORIES])


FALSE = [
    ("R8.24 a draw the bag cannot give", "actions[0].drawn: J",
     lambda r: r["actions"][0].update(drawn=["J", "J", "U"])),
    ("R8.24 a letter of no bag", "actions[0].drawn: Å", lambda r: r["actions"][0].update(drawn=["B", "U", "Å"])),
    ("R8.24 an Alfa tile of no bag", "actions[0].drawn: G*", lambda r: r["actions"][0].update(drawn=["B", "U", "G*"])),
    ("R8.24 no draws", "actions[0].drawn: fewer", lambda r: r["actions"][0].pop("drawn")),
    ("R8.24 too few draws", "actions[0].drawn: fewer", lambda r: r["actions"][0].update(drawn=["B", "U"])),
    ("R8.24 too many draws", "actions[0].drawn: more", lambda r: r["actions"][0].update(drawn=["B", "U", "G", "A"])),
    ("R8.24 draws of a pass", "actions[3].drawn: more", lambda r: r["actions"][3].update(drawn=["A"])),
    ("R8.24 a hand the bag cannot give", "hands", lambda r: r["hands"].__setitem__(0, ["J"] * 7)),
    ("R8.24 a hand of six", "hands", lambda r: r["hands"][0].pop()),
    ("R8.24 a hand of eight", "hands", lambda r: r["hands"][1].append("A")),
    ("R8.24 an Alfa tile in a hand", "hands", lambda r: r["hands"][1].__setitem__(0, "Z*")),
    ("R8.24 a mark without a letter", "hands", lambda r: r["hands"][0].__setitem__(0, "*")),
    ("R8.23 draws of a refused action", "actions[0].drawn: more",
     lambda r: r["actions"].insert(0, {"seat": 1, "do": "pass", "drawn": ["A"]})),
    ("R8.26 a list the site has not", "", lambda r: r.update(lexicon={"name": "en", "version": "1066.10"})),
    ("R8.26 a name the site has not", "", lambda r: r.update(lexicon={"name": "tlh", "version": "2026.11"})),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("says", "falsify"), [pytest.param(*case[1:], id=case[0]) for case in FALSE])
def test_false_records_are_exit_1(tmp_path: Path, says: str, falsify: Callable[..., Any]) -> None:
    record = changed()
    falsify(record)
    code, (line,) = verified(tmp_path, record)
    assert code == 1
    assert set(line) == {"error"} and line["error"] and says in line["error"]


@pytest.mark.parametrize("field", [{"reason": "conceded"}, {"winner": 1}, {"winner": None}, {"totals": [3, 35]}])
def test_a_wrong_result_is_exit_1_and_still_shown_r8_25(tmp_path: Path, field: dict[str, Any]) -> None:  # R8.25
    wrong = changed(result=changed()["result"] | field)
    assert verified(tmp_path, wrong) == (1, [FIRST["expected"]])
    code, lines = verified(tmp_path, wrong, as_json=False)
    assert code == 1 and next(iter(field)) in lines[0]


def test_what_is_proved_of_the_chance_is_said_beside_the_exit_code_r8_41(tmp_path: Path) -> None:  # R8.41
    whole, bare = changed("13"), changed("13")
    del bare["fair"], bare["lobby_order"]
    code, lines = verified(tmp_path, whole, bare, as_json=False)
    assert code == 0
    assert lines[0].endswith("holds (14 actions, over); the deal follows from numbers of the server and of Ann")
    assert lines[1].endswith("holds (14 actions, over); the deal was not proved; the seats were not proved")


NONE = [
    ("R8.27 bad settings", {"settings": {"board_size": 12}}, "board_size"),
    ("R8.27 an unknown setting", {"settings": {"board_size": 11, "speed": 1}}, "speed"),
    ("R8.27 another format", {"format": "alfapower-record/0"}, "format"),
    ("R8.27 an unknown action", {"actions": [{"seat": 0, "do": "fly"}]}, "do"),
    ("R8.27 an unknown seat", {"actions": [{"seat": 2, "do": "pass"}]}, "seat"),
    ("R8.27 a negative seat", {"actions": [{"seat": -1, "do": "pass"}]}, "seat"),
    ("R8.27 nobody passes", {"actions": [{"seat": None, "do": "pass"}]}, "seat"),
]


@pytest.mark.parametrize(("fields", "key"), [pytest.param(*case[1:], id=case[0]) for case in NONE])
def test_what_is_no_record_is_exit_2(tmp_path: Path, fields: dict[str, Any], key: str) -> None:
    code, (line,) = verified(tmp_path, changed(**fields))
    assert code == 2
    assert key in line["error"]


@pytest.mark.parametrize("text", ["", "[]", "7", "null", "{", "\ufeff{}", '{"format": NaN}'])
def test_no_json_object_is_exit_2_r8_27(tmp_path: Path, text: str) -> None:  # R8.27
    code, (line,) = verified(tmp_path, text)
    assert code == 2 and set(line) == {"error"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 1)])
def test_the_highest_code_counts_r8_28(tmp_path: Path, order: tuple[int, int, int]) -> None:  # R8.28, R8.29
    kinds = [changed(), changed(hands=[["A"], ["B"]]), changed(format="?")]
    code, lines = verified(tmp_path, *(kinds[i] for i in order))
    assert code == max(order)
    assert [set(line) for line in lines] == [{"error"} if i else {"steps", "final"} for i in order]


@pytest.mark.parametrize("key", ["format", "lexicon", "players", "hands", "actions"])
def test_what_a_record_must_hold_r8_17(key: str) -> None:  # R8.17
    record = changed()
    del record[key]
    with pytest.raises(BadRecord, match=key):
        verify(record)


def test_an_unfinished_match_has_no_result_r8_17_r8_33() -> None:  # R8.17, R8.33
    record = changed()
    record["actions"].pop()
    del record["result"]
    final = replay_record(record)["final"]
    assert set(final) == FINAL
    assert (final["phase"], final["reason"], final["winner"]) == ("play", None, None)
    assert [total["total"] for total in final["totals"]] == [3, 34]


def test_steps_and_final_have_just_their_keys_r8_30_r8_33() -> None:  # R8.30, R8.33
    for story in STORIES:
        replay = replay_record(story["record"])
        assert all(set(step) == STEP for step in replay["steps"])
        assert set(replay["final"]) == FINAL


def test_lists_in_seat_order_and_words_in_upper_case_r8_37() -> None:  # R8.37
    replay = replay_record(changed("08"))
    for step in replay["steps"]:
        for key in ("scores", "coins", "hands", "slots", "passes", "timeouts"):
            assert len(step[key]) == 2
    assert replay["steps"][0]["words"] == [["TENSORS", 12]]  # the last S is a blank
    assert [total["score"] for total in replay["final"]["totals"]] == replay["steps"][-1]["scores"] == [30, 19]


def test_a_refused_step_is_empty_and_the_replay_goes_on_r8_32() -> None:  # R8.32
    steps = replay_record(changed("02"))["steps"]
    for step in steps:
        if not step["ok"]:
            assert (step["words"], step["turn_score"]) == ([], 0)
    assert any(step["ok"] for step in steps[10:])


def test_standard_bag_and_board_when_none_is_brought_r8_19() -> None:  # R8.19
    final = replay_record(changed("11"))["final"]
    assert final["bonuses"][0] == "T.d..t..d.T"
    own = changed("11", board=["." * 11] * 5 + [".....*....."] + ["." * 11] * 5)
    assert replay_record(own)["final"]["bonuses"] == own["board"]
    with pytest.raises(ImpossibleChance):
        replay_record(changed("11", bag={"A": [14, 1]}))


def test_a_lexicon_by_name_r8_18(tmp_path: Path) -> None:  # R8.18
    named = changed(lexicon={"name": "en", "version": "2026.11"})
    code, (line,) = verified(tmp_path, named)
    assert code in (0, 1) and "steps" in line
    assert line["steps"][0]["ok"]  # TEN


def test_tiles_as_they_are_written_r8_20_r8_21() -> None:  # R8.20, R8.21
    final = replay_record(changed("11"))["final"]
    assert "ÄRA........" in final["board"]
    assert replay_record(changed("08"))["final"]["board"][5] == ".TENSORsM.."


def test_the_eight_actions_r8_22() -> None:  # R8.22
    done = {action["do"] for story in STORIES for action in story["record"]["actions"]}
    assert done | {"abandon"} == {"place", "pass", "buy", "use", "choose", "timeout", "resign", "abandon"}
    for seat, winner in ((None, None), (0, 1), (1, 0)):  # R8.38
        left = changed(actions=[{"seat": seat, "do": "abandon"}])
        del left["result"]
        assert replay_record(left)["final"]["winner"] == winner


@pytest.mark.parametrize("do", ["swap", "take", "decline"])
def test_what_another_game_has_is_refused_by_name_r8_42(do: str) -> None:  # R8.42
    foreign = {"seat": 1, "do": do, "tiles": 7, "cell": "nowhere"}  # not its turn either, and no form of ours
    actions = changed()["actions"]
    first, *others = replay_record(changed(actions=[foreign, *actions]))["steps"]
    assert (first["ok"], first["error"]) == (False, "not_in_this_game")
    assert [step["error"] for step in others] == [step["error"] for step in FIRST["expected"]["steps"]]
    late = changed(actions=[*actions, {"seat": 0, "do": "resign"}, foreign])
    del late["result"]
    assert replay_record(late)["steps"][-1]["error"] == "match_over"


@pytest.mark.parametrize("do", ["leave", "return", "credit", "start", "", None, ["pass"]])
def test_what_no_game_has_and_what_is_the_sites_own_is_no_record_r8_42(do: str) -> None:  # R8.42
    with pytest.raises(BadRecord) as fault:
        replay_record(changed(actions=[{"seat": 0, "do": do, "since": 1, "length": 1}]))
    assert fault.value.key == "actions[0].do"


def test_the_moment_makes_no_difference_r8_36() -> None:  # R8.36
    record = changed()
    for i, action in enumerate(record["actions"]):
        action["at"] = i * 4.25
    assert replay_record(record) == FIRST["expected"]


def test_a_list_is_missing_too_where_there_is_no_database_to_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_table(name: str, version: str) -> None:
        raise OperationalError("no such table: dictionary_listversion")

    monkeypatch.setattr(dictionary, "lexicon", no_table)
    code, (line,) = verified(tmp_path, changed(lexicon={"name": "en", "version": "1066.10"}))
    assert code == 1 and "this site has no list" in line["error"]
