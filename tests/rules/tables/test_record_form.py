"""The form of a match record, key by key: what is read of a whole one, and which key a fault is named by."""

import copy
from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.actions import Place
from game.crossword.tiles import Placed
from game.dispatch.record_check import verify
from game.dispatch.record_reading import BadRecord, Entry, read_action, read_record
from game.kernel.actions import Abandon, Pass, Resign, Timeout
from game.kernel.fair_numbers import FairNumbers
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from tests.support.types import certain

WHOLE: dict[str, Any] = {
    "format": "alfapower-record/1",
    "variant": "alfapower",
    "settings": {"board_size": 11},
    "lexicon": {"words": ["TEN", "EM"]},
    "players": ["Ada", "Ben"],
    "lobby_order": ["Ben", "Ada"],
    "bag": {"?": [2, 0], "E": [12, 1], "A": [0, 1000]},
    "board": [".d.t.D.T.*."] * 11,
    "hands": [["A", "?", "B*"], ["?*", "*", "Å"]],
    "actions": [
        {"seat": 0, "do": "place", "tiles": [[0, 1, "A"], [2, 3, "b*"]], "drawn": ["A", "?"], "at": 1.2345},
        {"seat": 1, "do": "pass", "at": 7},
        {"seat": 1, "do": "buy", "item": "blast"},
        {"seat": 0, "do": "use", "item": "claim", "cell": [3, 4]},
        {"seat": 0, "do": "use", "item": "swap", "tiles": ["A", "?*"], "drawn": ["E", "E"]},
        {"seat": 1, "do": "choose", "tile": "?"},
        {"seat": 1, "do": "choose", "tile": None},
        {"seat": 0, "do": "timeout"},
        {"seat": 0, "do": "resign", "at": 0},
        {"seat": 1, "do": "abandon"},
        {"seat": None, "do": "abandon", "at": 999_999_999_999},
    ],
    "fair": {"commitment": "0123456789abcdef" * 4, "seed": "f" * 64},
    "result": {"reason": "resigned", "winner": 1, "totals": [-3, 34]},
}
NUMBER = "0a" * 32
BOTH = {"commitment": NUMBER, "server": NUMBER, "players": [None, NUMBER]}
GONE = object()
NO_PLAYERS: tuple[object, ...] = ({}, [], [None], [None] * 3, NUMBER)
LENGTHS = (0, 2, 63, 65, 66)


def changed(path: str, value: object) -> dict[str, Any]:
    """The whole record with one thing in it replaced, or GONE: "actions.0.at"."""
    record = copy.deepcopy(WHOLE)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = record
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return record


def test_a_whole_record_is_read() -> None:
    record = read_record(WHOLE)
    assert record.rules.number("board_size") == 11
    assert (record.words, record.lexicon_name, record.lexicon_version) == (frozenset({"TEN", "EM"}), "", "")
    assert (record.players, record.lobby_order) == (("Ada", "Ben"), ("Ben", "Ada"))
    assert list(record.start.tileset.counts.items()) == [("A", 0), ("E", 12), ("?", 2)]  # in the alphabet's order
    assert record.start.tileset.values == {"A": 1000, "E": 1, "?": 0}
    assert record.start.layout == (".d.t.D.T.*.",) * 11
    assert record.start.hands == (("A", "?", "B*"), ("?*", "*", "Å"))
    assert record.entries == (
        Entry(0, Place((Placed(0, 1, "A"), Placed(2, 3, "?*", "B"))), ("A", "?"), 1234),
        Entry(1, Pass(), (), 7000),
        Entry(1, Buy("blast"), (), 0),
        Entry(0, Use("claim", (3, 4)), (), 0),
        Entry(0, Use("swap", None, ("A", "?*")), ("E", "E"), 0),
        Entry(1, Choose("?"), (), 0),
        Entry(1, Choose(None), (), 0),
        Entry(0, Timeout(), (), 0),
        Entry(0, Resign(), (), 0),
        Entry(1, Abandon(False), (), 0),
        Entry(None, Abandon(True), (), 999_999_999_999_000),
    )
    assert record.fair == FairNumbers("0123456789abcdef" * 4, told_seed=b"\xff" * 32)
    assert record.result == {"reason": "resigned", "winner": 1, "totals": [-3, 34]}


def test_the_numbers_of_the_server_and_the_players_are_read() -> None:
    number = b"\x0a" * 32
    assert read_record(changed("fair", BOTH)).fair == FairNumbers(NUMBER, number, (None, number))
    with_seed = read_record(changed("fair", BOTH | {"seed": "f" * 64})).fair
    assert with_seed == FairNumbers(NUMBER, number, (None, number), b"\xff" * 32)
    assert with_seed.data() == BOTH


def test_what_may_be_left_out_is_left_out() -> None:
    record = {key: WHOLE[key] for key in ("format", "variant", "players", "hands", "actions")}
    read = read_record(record | {"lexicon": {"name": "sv", "version": "2026.11"}})
    assert (read.words, read.lexicon_name, read.lexicon_version) == (None, "sv", "2026.11")
    assert read.rules.number("board_size") == 15
    assert (read.lobby_order, read.start.tileset, read.start.layout, read.fair, read.result) == (None,) * 5


def test_nobody_wins_a_match_that_both_have_left() -> None:
    assert certain(read_record(changed("result.winner", None)).result)["winner"] is None


PASS = {"seat": 0, "do": "pass"}
FAULTS = [
    ("variant", ["chess", ["alfapower"], None], ""),
    ("settings", [[], 7], ""),
    ("settings.board_size", [12, "11"], ""),
    ("settings.prices", [{"swap": 100}], "settings.prices.swap"),
    ("settings.prices", [{"laser": 1}], "settings.prices.laser"),
    ("lexicon", [[], GONE], ""),
    ("lexicon.words", ["TEN", {}, [""] * 2_000_001], ""),
    ("lexicon.words.1", [7, None, "A" * 201], "lexicon.words[1]"),
    ("lexicon", [{"version": "1"}, {"name": 7, "version": "1"}], "lexicon.name"),
    ("lexicon", [{"name": "en"}, {"name": "en", "version": 1}], "lexicon.version"),
    ("players", ["AB", ["Ada"], ["Ada", "Ben", "Cy"], {}], ""),
    ("players.0", [7, None, "A" * 201], "players[0]"),
    ("lobby_order", ["AB", ["Ada"], ["Ada", "Ben", "Cy"]], ""),
    ("lobby_order.1", [7], "lobby_order[1]"),
    ("bag", [[], {"E": [1000, 1], "A": [1, 1]}, {"E": [1001, 1]}], ""),
    ("bag.E", ["12", [12], [12, 1, 1], ["12", 1], [12, "1"], [True, 1], [1.0, 1]], ""),
    ("bag.E", [[-1, 1], [1, -1], [1, 1001]], ""),
    ("bag.?", [[2, 1]], ""),
    ("bag.Å", [[1, 1]], ""),
    ("board", ["." * 11, [".d.t.D.T.*."] * 10, [".d.t.D.T.*."] * 12], ""),
    ("board.3", ["." * 10, "." * 12, "." * 10 + "x", ["."] * 11, 7], "board[3]"),
    ("hands", ["AB", [["A"]], [["A"]] * 3], ""),
    ("hands.1", ["A", ["A"] * 1001], "hands[1]"),
    ("hands.0.1", ["", "AB", "A**", "*A", 7, None], "hands[0][1]"),
    ("actions", [{}, "place", [PASS] * 10_001], ""),
    ("actions.1", [7, []], "actions[1]"),
    ("actions.1.do", ["fly", None, ["pass"], GONE], "actions[1].do"),
    ("actions.1.seat", [2, -1, "0", True, 0.0, None, GONE], "actions[1].seat"),
    ("actions.9.seat", [2, "0"], "actions[9].seat"),
    ("actions.1.at", [-1, -0.1, "1", True, None, 1e12, float("nan")], "actions[1].at"),
    ("actions.1.drawn", ["A", ["A"] * 1001], "actions[1].drawn"),
    ("actions.1.drawn", [["A", "AB"]], "actions[1].drawn[1]"),
    ("actions.0.tiles", ["A", [[0, 0, "A"]] * 1001, GONE], "actions[0].tiles"),
    ("actions.0.tiles.1", ["00A", [0, 0], [0, 0, "A", 1]], "actions[0].tiles[1]"),
    ("actions.0.tiles.1", [["0", 0, "A"], [True, 0, "A"]], "actions[0].tiles[1][0]"),
    ("actions.0.tiles.1", [[0, "0", "A"], [0, None, "A"]], "actions[0].tiles[1][1]"),
    ("actions.0.tiles.1", [[0, 0, 7], [0, 0, "AB"], [0, 0, ""]], "actions[0].tiles[1][2]"),
    ("actions.2.item", ["laser", ["swap"], 7, None, GONE], "actions[2].item"),
    ("actions.3.cell", ["12", [1], [1, 2, 3], GONE], "actions[3].cell"),
    ("actions.3.cell.0", ["1", True], "actions[3].cell[0]"),
    ("actions.3.cell.1", ["1", None], "actions[3].cell[1]"),
    ("actions.4.item", ["laser", GONE], "actions[4].item"),
    ("actions.4.tiles", ["AB", GONE], "actions[4].tiles"),
    ("actions.4.tiles.1", ["AB", 7], "actions[4].tiles[1]"),
    ("actions.5.tile", ["AB", 7, GONE], "actions[5].tile"),
    ("fair", [[], "f"], ""),
    ("fair.commitment", [7, "F" * 64, "g" * 64, GONE, *("a" * length for length in LENGTHS)], ""),
    ("fair.seed", [7, "f" * 63 + " ", GONE, *("a" * length for length in LENGTHS)], ""),
    ("fair", [{"commitment": NUMBER, "players": [None, None]}], "fair.server"),
    ("fair", [{"commitment": NUMBER, "server": NUMBER}], "fair.players"),
    ("fair", [{"server": NUMBER, "players": [None, None]}], "fair.commitment"),
    ("fair", [BOTH | {"server": server} for server in (None, 7, "F" * 64, "f" * 63, "f" * 64 + "\n")], "fair.server"),
    ("fair", [BOTH | {"players": players} for players in NO_PLAYERS], "fair.players"),
    ("fair", [BOTH | {"players": [None, one]} for one in ("-", "", 7, "F" * 64, "f" * 65)], "fair.players[1]"),
    ("fair", [BOTH | {"seed": seed} for seed in (None, "F" * 64, "f" * 63)], "fair.seed"),
    ("result", [[], None], ""),
    ("result.reason", [7, None, GONE], ""),
    ("result.winner", [2, -1, "0", True, GONE], ""),
    ("result.totals", ["12", [1], [1, 2, 3], GONE], ""),
    ("result.totals.1", ["2", 2.0, None, True], "result.totals[1]"),
]


@pytest.mark.parametrize(("path", "values", "key"), FAULTS, ids=[f"{path} {key}".strip() for path, _, key in FAULTS])
def test_a_fault_is_named_by_its_key(path: str, values: Sequence[list[str] | str | None], key: str) -> None:
    for value in values:
        with pytest.raises(BadRecord) as fault:
            read_record(changed(path, value))
        assert fault.value.key == (key or path), value


@pytest.mark.parametrize("record", [None, 7, [], "{}"])
def test_what_is_no_object_is_no_record(record: None) -> None:
    with pytest.raises(BadRecord) as fault:
        read_record(record)
    assert fault.value.key == "record"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players.0", "A" * 200),
        ("bag", {"E": [1000, 0], "A": [0, 1000]}),
        ("hands.0", ["A"] * 1000),
        ("actions", [PASS] * 10_000),
        ("actions.1.drawn", ["A"] * 1000),
        ("actions.0.tiles", [[0, 0, "A"]] * 1000),
    ],
)
def test_just_as_much_as_may_be_is_read(path: str, value: str) -> None:
    assert read_record(changed(path, value))


def test_an_action_read_by_itself_is_called_so() -> None:
    with pytest.raises(BadRecord) as fault:
        read_action({"do": "buy"}, "alfapower", "en")
    assert fault.value.key == "action.item"


def test_a_bad_record_says_where_and_why() -> None:
    with pytest.raises(BadRecord, match="^format: must be alfapower-record/1$"):
        verify({"format": "else"})
