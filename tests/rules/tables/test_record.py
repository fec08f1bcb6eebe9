"""Section 8 of docs/rules.md, third part: what a record holds, and what replaying one says. What `verify_record` prints
of it and exits with is told by tests/services/test_verify_record.py."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from game.dispatch.record_check import replay_record, verify
from game.dispatch.record_reading import BadRecord
from game.kernel.chance import ImpossibleChance
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


def test_right_records_hold_r8_35() -> None:  # R8.35
    for story in STORIES:
        told = verify(story["record"])
        assert (told.data(), told.difference) == (story["expected"], "")


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
]  # fmt: skip


@pytest.mark.parametrize(("says", "falsify"), [pytest.param(*case[1:], id=case[0]) for case in FALSE])
def test_false_records_are_told(says: str, falsify: Callable[..., Any]) -> None:
    record = changed()
    falsify(record)
    with pytest.raises(ImpossibleChance, match=re.escape(says)):
        verify(record)


def test_a_list_of_words_is_asked_for_by_its_name_and_version_r8_18_r8_26() -> None:  # R8.18, R8.26
    asked = []

    def found(name: str, version: str) -> frozenset[str]:
        asked.append((name, version))
        return frozenset(FIRST["record"]["lexicon"]["words"])

    named = changed(lexicon={"name": "en", "version": "1066.10"})
    assert verify(named, found).data() == FIRST["expected"] and asked == [("en", "1066.10")]
    with pytest.raises(LookupError, match="no word list en 1066.10"):
        verify(named)


@pytest.mark.parametrize("field", [{"reason": "conceded"}, {"winner": 1}, {"winner": None}, {"totals": [3, 35]}])
def test_a_wrong_result_is_told_and_all_else_still_shown_r8_25(field: dict[str, Any]) -> None:  # R8.25
    told = verify(changed(result=changed()["result"] | field))
    assert told.data() == FIRST["expected"]
    assert next(iter(field)) in told.difference


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
def test_what_is_no_record_names_the_key(fields: dict[str, Any], key: str) -> None:
    with pytest.raises(BadRecord) as fault:
        verify(changed(**fields))
    assert key in fault.value.key


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
        assert set(replay["final"]) - {"adjourned"} == FINAL
        assert replay["final"].get("adjourned", True) is True


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


def test_tiles_as_they_are_written_r8_20_r8_21() -> None:  # R8.20, R8.21
    final = replay_record(changed("11"))["final"]
    assert "ÄRA........" in final["board"]
    assert replay_record(changed("08"))["final"]["board"][5] == ".TENSORsM.."


def test_the_ten_actions_r8_22() -> None:  # R8.22
    done = {action["do"] for story in STORIES for action in story["record"]["actions"]}
    assert done | {"abandon"} == {
        "place", "pass", "buy", "use", "choose", "timeout", "resign", "abandon", "call_off", "adjourn",
    }  # fmt: skip
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
