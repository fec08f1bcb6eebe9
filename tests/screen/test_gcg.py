"""GCG: what other programs read of a match. Read back here by a reader of the form, which knows nothing of ours."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from game.dispatch import log_replay
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply
from game.kernel.match import Env
from game.presentation.gcg import Heading
from game.services import replays
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.screens.gcg import export
from tests.support.finished_matches import told
from tests.support.matches import make_match, resigned, state_of, submit, user_at
from tests.support.types import certain
from tests.support.word_lists import AllBut

HEADING = Heading(("Ann Öberg", "Bo"), "sv 2026.11", "abc")
MOVE = re.compile(
    r">(?P<nick>[^\s:]+): (?P<rack>[A-ZÅÄÖ?]*) "
    r"(?:\((?P<extra>time|challenge)\)|"
    r"(?P<at>\d{1,2}[A-S]|[A-S]\d{1,2}) (?P<word>[A-Za-zÅÄÖåäö.]+)|-(?P<gave>[A-ZÅÄÖ?]*)|\((?P<left>[A-ZÅÄÖ?]+)\))"
    r" (?P<score>[+-]\d+) (?P<total>-?\d+)"
)


def read(text: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The pragmas, and the moves as dictionaries, each with its notes; anything else is no GCG."""
    heads: dict[str, str] = {}
    moves: list[dict[str, Any]] = []
    for line in text.splitlines():
        if line.startswith("#note "):
            assert moves, "a note before the first move is lost"
            moves[-1]["notes"].append(line[6:])
        elif line.startswith("#"):
            key, _, value = line[1:].partition(" ")
            heads[key] = value
        else:
            found = MOVE.fullmatch(line)
            assert found, line
            moves.append({k: v for k, v in found.groupdict().items() if v is not None} | {"notes": []})
    running: dict[str, int] = {}
    for move in moves:  # the form's own rule: every total is the player's one before and the score of the line
        running[move["nick"]] = running.get(move["nick"], 0) + int(move["score"])
        assert int(move["total"]) == running[move["nick"]], move
    return heads, moves


class Deals:
    """A chance that gives these tiles first, then whatever comes."""

    def __init__(self, tiles: str) -> None:
        self.tiles = list(tiles)

    def pick(self, bag: Sequence[str], number: int) -> int:
        return bag.index(self.tiles.pop(0)) if self.tiles else 0


def match(
    hands: str, actions: Sequence[tuple[int, dict[str, Any]]], **settings: Any
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The GCG of a match with these hands (and what is drawn later) and actions, which ends by a resignation."""
    rules = read_rules("alfapower", {"turn_seconds": None, **settings})
    start = new_match(rules, Deals(hands), 0)
    state, chance = start.state, Deals(hands[14:])
    entries: list[log_replay.Entry] = []
    for seat, data in [*actions, (0, {"do": "resign"})]:
        action = read_action({**data, "seat": seat}, "alfapower", rules.text("language"))
        step = apply(state, seat, action, Env(len(entries), AllBut("TAC", "NED"), chance))
        entries.append(log_replay.Entry(len(entries), seat, action, step.events))
        state = step.state
    told_again = log_replay.replay_log(start, Deals(hands[14:]), entries)
    return read(export(told_again, HEADING))


def lay(*tiles: tuple[int, int, str]) -> dict[str, Any]:
    return {"do": "place", "tiles": [list(tile) for tile in tiles]}


CAT = lay((7, 6, "C"), (7, 7, "A"), (7, 8, "T"))
HANDS = "CATSERV" + "DOGAINE"


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([(0, CAT)], [("Ann_Öberg", "ACERSTV", "8G", "CAT", "+10", "10")]),
        ([(0, lay((6, 7, "C"), (7, 7, "A"), (8, 7, "T")))], [("Ann_Öberg", "ACERSTV", "H7", "CAT", "+10", "10")]),
        ([(0, {"do": "pass"})], [("Ann_Öberg", "ACERSTV", None, None, "+0", "0")]),
        (
            [(0, CAT), (1, lay((6, 9, "A"), (7, 9, "E"), (8, 9, "D")))],
            [("Ann_Öberg", "ACERSTV", "8G", "CAT", "+10", "10"), ("Bo", "ADEGINO", "J7", "AED", "+10", "10")],
        ),
        (
            [(0, CAT), (1, lay((8, 7, "D")))],
            [("Ann_Öberg", "ACERSTV", "8G", "CAT", "+10", "10"), ("Bo", "ADEGINO", "H8", ".D", "+3", "3")],
        ),
    ],
    ids=["across", "down", "pass", "hooked", "through a tile"],
)
def test_moves_have_the_form_of_gcg(
    actions: Sequence[tuple[int, dict[str, list[list[Any]] | str]]],
    expected: Sequence[tuple[str, str, str, str, str, str]],
) -> None:
    _, moves = match(HANDS, actions)
    found = [(m["nick"], m["rack"], m.get("at"), m.get("word"), m["score"], m["total"]) for m in moves]
    assert found[: len(expected)] == expected


def test_swedish_letters_and_blanks() -> None:
    heads, moves = match("RÅ?ÖÄSE" + "DOGAINE", [(0, lay((7, 6, "R"), (7, 7, "Å"), (7, 8, "ä")))], language="sv")
    assert heads["character-encoding"] == "UTF-8" and heads["player1"] == "Ann_Öberg Ann Öberg"
    assert heads["lexicon"] == "sv 2026.11" and "Alfa tiles laid on taken squares" in heads["description"]
    assert (moves[0]["rack"], moves[0]["word"]) == ("ERSÄÅÖ?", "RÅä")


def test_a_swap_before_a_word_is_a_note_and_before_a_pass_the_exchange() -> None:
    buy, swap = {"do": "buy", "item": "swap"}, {"do": "use", "item": "swap", "tiles": ["S", "V"]}
    _, moves = match(HANDS + "EE", [(0, buy), (0, swap), (0, CAT)])
    assert moves[0]["rack"] == "ACEEERT" and "Swapped S V for E E" in moves[0]["notes"]
    assert "Ann_Öberg bought swap for 3" in moves[0]["notes"]
    _, moves = match(HANDS + "EE", [(0, buy), (0, swap), (0, {"do": "pass"})])
    assert (moves[0]["rack"], moves[0]["gave"], moves[0]["score"]) == ("ACERSTV", "SV", "+0")
    assert moves[0]["notes"][:2] == ["Took E E", "Then passed"]


def test_a_failed_try_is_a_penalty_after_the_move_and_a_note() -> None:
    tried = lay((7, 6, "T"), (7, 7, "A"), (7, 8, "C"))
    _, moves = match(HANDS, [(0, tried), (0, CAT)])
    assert (moves[0]["score"], moves[0]["total"]) == ("+10", "10")
    assert (moves[1]["extra"], moves[1]["score"], moves[1]["total"]) == ("time", "-1", "9")
    assert moves[1]["notes"] == ["Tried in vain: TAC. -1 points, -1 coins"]
    _, moves = match(HANDS, [(0, tried), (0, tried)])  # and in a turn that nobody ended by a move
    assert [(move["extra"], move["score"]) for move in moves if move.get("extra") == "time"] == [("time", "-2")]


def test_a_try_that_costs_no_points_is_a_note_alone() -> None:
    tried = lay((7, 6, "T"), (7, 7, "A"), (7, 8, "C"))
    _, moves = match(HANDS, [(0, tried), (0, CAT)], invalid_points=0)
    assert moves[0]["total"] == "10" and "Tried in vain: TAC. 0 points, -1 coins" in moves[0]["notes"]


def test_a_failed_try_may_hold_a_good_word_that_nobody_ever_laid() -> None:
    tried = lay((6, 9, "N"), (7, 9, "E"), (8, 9, "D"))  # NED is none, CATE is one
    _, moves = match(HANDS, [(0, CAT), (1, tried)])
    assert any("Tried in vain: NED. -1 points, -1 coins" in move["notes"] for move in moves)


def test_powers_and_alfa_tiles_are_notes() -> None:
    actions = [
        (0, CAT),
        (0, {"do": "choose", "tile": "S"}),
        (1, {"do": "buy", "item": "claim"}),
        (1, {"do": "use", "item": "claim", "cell": [0, 1]}),
        (1, lay((6, 9, "A"), (7, 9, "E"), (8, 9, "D"))),
        (1, {"do": "choose", "tile": None}),
        (0, lay((0, 3, "S*"), (9, 9, "E"))),
    ]
    _, moves = match(HANDS + "SSS", actions, alfa_trigger=3)
    assert "Made S an Alfa tile" in moves[0]["notes"]
    assert "Used claim on B1" in moves[1]["notes"]
    assert "at" not in moves[2] and moves[2]["gave"] == ""
    assert "No form for tiles not in one line: S D1, E J10; AEDE 7" in moves[2]["notes"]
    assert "Alfa tile S on D1" in moves[2]["notes"]


def test_the_end_takes_off_the_hands_and_tells_the_coins() -> None:
    _, moves = match(HANDS, [(0, CAT), (1, {"do": "pass"})])
    bo, coins = moves[-2:]
    assert (bo["rack"], bo["left"], bo["score"], bo["total"]) == ("ADEGINO", "ADEGINO", "-9", "-9")
    assert (coins["nick"], coins["extra"], coins["score"], coins["total"]) == ("Bo", "challenge", "+4", "-5")
    assert any(note.startswith("Bo: 8 coins make +4, final -5") for note in coins["notes"])
    assert coins["notes"][-1] == "Ended: resigned, won by Bo"


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_whole_match_is_gcg_and_its_totals_are_the_matchs(client: Client, language: str) -> None:
    row = told(seed=5, turns=8, language=language, board_size=11)
    client.force_login(user_at(row, 1))
    answer = client.get(f"/match/{row.public_id}/gcg")
    assert answer["Content-Type"] == "text/plain; charset=utf-8" and ".gcg" in answer["Content-Disposition"]
    heads, moves = read(answer.content.decode("utf-8"))
    final = certain(replays.replay_of(row)).states[-1]
    for nick, total in zip((heads[f"player{n}"].split()[0] for n in (1, 2)), totals(final), strict=True):
        assert int([move for move in moves if move["nick"] == nick][-1]["total"]) == total.total
    assert "Board 11x11" in heads["description"]


def test_a_swap_of_classic_is_the_exchange_of_its_tiles(client: Client) -> None:
    row = make_match(variant="classic")
    hand = state_of(row).players[0].hand
    assert not submit(row, 0, do="swap", tiles=list(hand[:2])).code
    resigned(row)
    client.force_login(user_at(row, 0))
    _, moves = read(client.get(f"/match/{row.public_id}/gcg").content.decode())
    assert sorted(moves[0]["gave"]) == sorted(hand[:2]) and moves[0]["score"] == "+0"


def test_there_is_none_of_a_running_match(client: Client) -> None:
    row = make_match()
    client.force_login(user_at(row, 1))
    assert client.get(f"/match/{row.public_id}/gcg").status_code == 404
    resigned(row)
    assert client.get(f"/match/{row.public_id}/gcg").status_code == 200
    client.logout()
    assert client.get(f"/match/{row.public_id}/gcg").status_code == 404
