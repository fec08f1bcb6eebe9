"""Match records: the illustrative ones replay to the letter, tampered ones are found out, others are no records."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.games import DEFAULT_VARIANT
from game.kernel.chance import ImpossibleChance
from game.rules.record import replay_record, verify
from game.rules.record_form import BadRecord
from game.variants import VARIANTS
from tests.support import samples

FOLDER = Path(__file__).parent
FILES = samples.files()
SIBLINGS = sorted(set(VARIANTS) - {DEFAULT_VARIANT})
FEWEST = 6


def sample(name: str) -> dict:
    """The parsed file whose name begins so."""
    (path,) = FOLDER.glob(f"{name}*.json")
    return json.loads(path.read_text())


ALL = [(game, path) for game in ("", *SIBLINGS) for path in samples.files(game)]


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{game}-{path.stem}") for game, path in ALL])
def test_a_record_replays_to_what_is_expected_of_it(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    replay = verify(data["record"])
    assert replay.data() == data["expected"]
    assert replay.difference == ""


@pytest.mark.parametrize("game", ["", *SIBLINGS])
def test_there_are_all_of_them(game):
    numbers = [int(path.name.split("-")[0]) for path in samples.files(game)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= FEWEST


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_nothing_hangs_on_the_order_of_sets(hash_seed):
    """The same replay in processes whose string hashes differ."""
    code = (
        "import json, sys; from game.rules.record import replay_record;"
        "print(json.dumps([replay_record(json.load(open(path))['record']) for path in sys.argv[1:]]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *map(str, FILES)],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(FOLDER.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [json.loads(path.read_text())["expected"] for path in FILES]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: r["result"].update(totals=[4, 34]), "result.totals"),
        (lambda r: r["result"].update(winner=1), "result.winner"),
        (lambda r: r["result"].update(reason="conceded"), "result.reason"),
        (lambda r: r["actions"].pop(), "result"),
    ],
)
def test_a_wrong_result_is_told(change, says):
    record = sample("01")["record"]
    change(record)
    assert verify(record).difference.startswith(says)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: r["actions"][0].update(drawn=["B", "U"]), "actions[0].drawn: fewer"),
        (lambda r: r["actions"][0].update(drawn=["B", "U", "G", "A"]), "actions[0].drawn: more"),
        (lambda r: r["actions"][0].pop("drawn"), "actions[0].drawn: fewer"),
        (lambda r: r["actions"][0].update(drawn=["B", "U", "Å"]), "actions[0].drawn: Å"),
        (lambda r: r["actions"][0].update(drawn=["Q", "Q", "G"]), "actions[0].drawn: Q"),
        (lambda r: r["actions"][0].update(drawn=["B", "U", "G*"]), "actions[0].drawn: G*"),
        (lambda r: r["actions"][3].update(drawn=["A"]), "actions[3].drawn: more"),
        (lambda r: r["hands"][0].pop(), "hands"),
        (lambda r: r["hands"][1].append("A"), "hands"),
        (lambda r: r["hands"][1].__setitem__(0, "Z*"), "hands"),
    ],
)
def test_impossible_chance_is_found(change, says):
    record = sample("01")["record"]
    change(record)
    with pytest.raises(ImpossibleChance) as fault:
        verify(record)
    assert str(fault.value).startswith(says)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: r["fair"].update(seed="00" * 32), "fair.seed"),
        (lambda r: r["lobby_order"].reverse(), "players"),
        (lambda r: r["hands"].reverse(), "hands"),
    ],
)
def test_a_deal_that_does_not_follow_from_the_seed_is_found(change, says):
    record = sample("12")["record"]
    change(record)
    with pytest.raises(ImpossibleChance) as fault:
        verify(record)
    assert str(fault.value).startswith(says)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda r: r.update(format="alfapower-record/2"), "format"),
        (lambda r: r.pop("format"), "format"),
        (lambda r: r.update(variant="chess"), "variant"),
        (lambda r: r["settings"].update(board_size=12), "settings.board_size"),
        (lambda r: r["settings"].update(board_size=11.0), "settings.board_size"),
        (lambda r: r["settings"].update(blank_board=1), "settings.blank_board"),
        (lambda r: r["settings"].update(turn_seconds=4), "settings.turn_seconds"),
        (lambda r: r["settings"].update(items=[]), "settings.items"),
        (lambda r: r["settings"].update(items=["swap", "swap"]), "settings.items"),
        (lambda r: r["settings"].update(items=["laser"]), "settings.items"),
        (lambda r: r["settings"].update(prices={"swap": 100}), "settings.prices.swap"),
        (lambda r: r["settings"].update(prices={"laser": 1}), "settings.prices.laser"),
        (lambda r: r["settings"].update(alfa_trigger="half"), "settings.alfa_trigger"),
        (lambda r: r["settings"].update(alfa_trigger=8), "settings.alfa_trigger"),
        (lambda r: r["settings"].update(alfa_trigger=None), "settings.alfa_trigger"),
        (lambda r: r["settings"].update(alfa_per_game=0), "settings.alfa_per_game"),
        (lambda r: r["settings"].update(language="de"), "settings.language"),
        (lambda r: r["settings"].update(speed=1), "settings.speed"),
        (lambda r: r.update(settings=[]), "settings"),
        (lambda r: r.update(lexicon={}), "lexicon.name"),
        (lambda r: r.update(lexicon={"words": "TEN"}), "lexicon.words"),
        (lambda r: r.update(players=["Ann"]), "players"),
        (lambda r: r.update(players=["Ann", 2]), "players[1]"),
        (lambda r: r.update(hands=[["A"]]), "hands"),
        (lambda r: r["hands"][0].__setitem__(0, "AB"), "hands[0][0]"),
        (lambda r: r["bag"].update({"Å": [1, 4]}), "bag.Å"),
        (lambda r: r["bag"].update(A=[9]), "bag.A"),
        (lambda r: r["bag"].update(A=[-1, 1]), "bag.A"),
        (lambda r: r["board"].pop(), "board"),
        (lambda r: r["board"].__setitem__(0, "..........X"), "board[0]"),
        (lambda r: r["actions"][0].update(do="fly"), "actions[0].do"),
        (lambda r: r["actions"][0].update(seat=2), "actions[0].seat"),
        (lambda r: r["actions"][0].update(seat=True), "actions[0].seat"),
        (lambda r: r["actions"][0].update(seat=None), "actions[0].seat"),
        (lambda r: r["actions"][0].pop("tiles"), "actions[0].tiles"),
        (lambda r: r["actions"][0]["tiles"].__setitem__(0, [5, 4]), "actions[0].tiles[0]"),
        (lambda r: r["actions"][0]["tiles"].__setitem__(0, [5.0, 4, "T"]), "actions[0].tiles[0][0]"),
        (lambda r: r["actions"][0].update(at="soon"), "actions[0].at"),
        (lambda r: r["actions"].append({"seat": 0, "do": "buy", "item": "laser"}), "actions[4].item"),
        (lambda r: r["result"].pop("winner"), "result.winner"),
        (lambda r: r["result"].update(totals=[1]), "result.totals"),
        (lambda r: r.update(fair={"commitment": "x", "seed": "y"}), "fair.commitment"),
    ],
)
def test_what_is_no_record_is_refused_by_the_key(change, key):
    record = copy.deepcopy(sample("01")["record"])
    change(record)
    with pytest.raises(BadRecord) as fault:
        verify(record)
    assert fault.value.key == key


@pytest.mark.parametrize("data", [None, [], "record", 7, {}])
def test_what_is_not_even_an_object_is_no_record(data):
    with pytest.raises(BadRecord):
        replay_record(data)
