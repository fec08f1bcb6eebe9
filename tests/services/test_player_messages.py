"""Only a message that is exactly one gets past the wire."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.actions import Place
from game.crossword.tiles import Placed
from game.kernel.actions import Foreign, Pass, Resign
from game.services import player_messages
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from tests.support.matches import message

NONCE = "0b8fc3f4-2d0e-4a5c-9d4e-2f4f1c8f4c11"


def ask(**data: Any) -> dict[str, Any]:
    """A well-formed body with these fields."""
    return {"nonce": NONCE, "turn": 1, **data}


@pytest.mark.parametrize(
    ("data", "action"),
    [
        (ask(do="place", tiles=[[0, 1, "A"], [2, 3, "b"]]), Place((Placed(0, 1, "A"), Placed(2, 3, "?", "B")))),
        (ask(do="place", tiles=[[0, 1, "A*"], [2, 3, "b*"]]), Place((Placed(0, 1, "A*"), Placed(2, 3, "?*", "B")))),
        (ask(do="place", tiles=[]), Place(())),
        (ask(do="place", tiles=[[-1, 99, "?"]]), Place((Placed(-1, 99, "?"),))),
        (ask(do="pass"), Pass()),
        ({"do": "buy", "item": "blast", "nonce": NONCE}, Buy("blast")),
        (ask(do="use", item="claim", cell=[1, 2]), Use("claim", (1, 2))),
        (ask(do="use", item="swap", tiles=["A", "?*"]), Use("swap", None, ("A", "?*"))),
        (ask(do="choose", tile=None), Choose(None)),
        (ask(do="choose", tile="?"), Choose("?")),
        ({"do": "resign", "nonce": NONCE}, Resign()),
    ],
)
def test_every_action_has_a_message(data: dict[str, Any], action: Place) -> None:
    message = player_messages.read_action(player_messages.decode(json.dumps(data)), "alfapower", "en")
    assert message.action == action
    assert message.turn == (None if data["do"] in ("buy", "resign") else 1)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "place"},
        ask(do="fly"),
        ask(do=None),
        ask(do=["pass"]),
        ask(do="pass", extra=1),
        ask(do="pass", turn="1"),
        ask(do="pass", turn=0),
        ask(do="pass", turn=True),
        {"do": "pass", "nonce": NONCE},
        {"do": "pass", "turn": 1},
        ask(do="pass", nonce=12345678),
        ask(do="pass", nonce="spaces are not for nonces"),
        {"do": "buy", "item": "laser", "nonce": NONCE},
        {"do": "buy", "item": None, "nonce": NONCE},
        {"do": "buy", "item": ["swap"], "nonce": NONCE},
        {"do": "buy", "item": "swap", "turn": 1, "nonce": NONCE},
        ask(do="place", tiles=None),
        ask(do="place", tiles={"0": [0, 0, "A"]}),
        ask(do="place", tiles=[7]),
        ask(do="place", tiles=[[0, 0]]),
        ask(do="place", tiles=[[0, 0, "A", 1]]),
        ask(do="place", tiles=[[0, 0, "AB"]]),
        ask(do="place", tiles=[[0, 0, ""]]),
        ask(do="place", tiles=[[0, 0, 7]]),
        ask(do="use", item="claim"),
        ask(do="use", item="claim", cell=[1]),
        ask(do="use", item="claim", cell=[1, "2"]),
        ask(do="use", item="claim", cell=[1, 2], tiles=[]),
        ask(do="use", item="swap", cell=[1, 2]),
        ask(do="use", item="swap", tiles="AB"),
        ask(do="use", item="swap", tiles=["AB"]),
        ask(do="choose"),
        ask(do="choose", tile="ABC"),
        ask(do="choose", tile=0),
    ],
)
def test_anything_else_is_a_bad_message(data: dict[str, Any]) -> None:
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_action(player_messages.decode(json.dumps(data)), "alfapower", "en")


@pytest.mark.parametrize("do", ["swap", "take", "decline"])
def test_what_another_game_has_is_a_message_and_refused_as_that(do: str) -> None:
    message = player_messages.read_action({"do": do, "nonce": NONCE, "tiles": ["A"], "whatever": 1}, "alfapower", "en")
    assert (message.action, message.turn, message.action.dump()) == (Foreign(do), None, {"do": do})


@pytest.mark.parametrize("do", ["timeout", "abandon", "leave", "return", "credit", "start"])
def test_what_time_and_the_site_do_nobody_can_send(do: str) -> None:
    with pytest.raises(player_messages.BadMessage) as fault:
        player_messages.read_action(ask(do=do, since=1, length=1), "alfapower", "en")
    assert str(fault.value) == "do"


def test_a_draft_is_tiles_and_the_version_they_were_laid_on() -> None:
    draft = player_messages.read_draft({"version": 1, "tiles": [[0, 1, "b"]]}, "alfapower", "en")
    assert draft == player_messages.Draft(1, Place((Placed(0, 1, "?", "B"),)))


def test_what_else_a_game_lays_is_in_its_drafts_and_in_no_other_games() -> None:
    laid = {"tiles": [[7, 8, "S"]], "black": [7, 7], "arrow": [7, 8, "down"]}
    assert player_messages.read_laid(laid, "alfapet", "sv") == Lay((Placed(7, 8, "S"),), (7, 7), (7, 8, "down"))
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_laid(laid, "classic", "sv")
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_laid({"tiles": []}, "keebble", "sv")


def laid_of(data: dict[str, Any], variant: str, language: str) -> tuple[Placed, ...]:
    laid: Any = player_messages.read_laid(data, variant, language)
    return tuple(laid.tiles)


def test_as_many_tiles_are_named_as_the_largest_hand_of_the_game_holds() -> None:
    tiles = [[7, column, "A"] for column in range(8)]
    assert len(laid_of({"tiles": tiles}, "alfapet", "sv")) == 8
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_laid({"tiles": tiles}, "classic", "sv")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"tiles": []},
        {"version": 1},
        {"version": 1, "tiles": [], "turn": 1},
        {"version": 0, "tiles": []},
        {"version": True, "tiles": []},
        {"version": "1", "tiles": []},
        {"version": 1, "tiles": [[0, 0]]},
    ],
)
def test_anything_else_is_no_draft(data: dict[str, Any]) -> None:
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_draft(data, "alfapower", "en")


def test_a_lone_mark_is_a_tile_that_no_hand_holds() -> None:
    assert player_messages.read_action(ask(do="choose", tile="*"), "alfapower", "en").action == Choose("*")
    assert laid_of({"tiles": [[0, 0, "*"]]}, "alfapower", "en") == (Placed(0, 0, "*"),)
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_laid({"tiles": [[0, 0, "A**"]]}, "alfapower", "en")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b'{"a": 3.0}',
        b'{"a": 1, "a": 2}',
        b'{"a": ' + b"9" * 4000 + b"}",
        b'{"a": "\\ud800"}',
        b'{"a": "\xff"}',
        b"\xef\xbb\xbf{}",
        b'{"a": ' + b"[" * 1000 + b"]" * 1000 + b"}",
        b'{"a": [[[[[]]]]]}',
        b'{"a": 1, "b": [2, [[[[]]]], 3]}',
    ],
    ids=lambda raw: raw[:24].decode("latin-1"),
)
def test_the_decoder_takes_one_small_flat_object_of_plain_values(raw: bytes) -> None:
    with pytest.raises(player_messages.BadMessage):
        player_messages.decode(raw)


@pytest.mark.parametrize(
    ("token", "language", "placed"),
    [
        ("A\u030a", "sv", Placed(0, 0, "Å")),
        ("a\u030a", "sv", Placed(0, 0, "?", "Å")),
        ("\u212b", "sv", Placed(0, 0, "Å")),
        ("Å", "en", Placed(0, 0, "Å")),
        ("å", "en", Placed(0, 0, "?", "å")),
        ("ß", "en", Placed(0, 0, "?", "ß")),
    ],
)
def test_letters_are_composed_first_and_then_exact(token: str, language: str, placed: Placed) -> None:
    assert laid_of({"tiles": [[0, 0, token]]}, "alfapower", language) == (placed,)


def test_seven_tiles_are_a_message_and_eight_are_none() -> None:
    def asks(**data: Any) -> Any:
        return player_messages.read_action(ask(**data), "alfapower", "en").action

    laid = [[0, column, "A"] for column in range(8)]
    assert len(asks(do="place", tiles=laid[:7]).tiles) == 7
    assert len(asks(do="use", item="swap", tiles=["A"] * 7).tiles) == 7
    for data in ({"do": "place", "tiles": laid}, {"do": "use", "item": "swap", "tiles": ["A"] * 8}):
        with pytest.raises(player_messages.BadMessage):
            asks(**data)


@pytest.mark.parametrize("tile", [["0", 0, "A"], [0, "0", "A"], [True, 0, "A"], [0, True, "A"], [0, 0, None]])
def test_a_laid_tile_has_two_whole_numbers_and_a_text(tile: Sequence[int | str]) -> None:
    with pytest.raises(player_messages.BadMessage):
        player_messages.read_laid({"tiles": [tile]}, "alfapower", "en")


def test_a_message_may_be_five_deep_and_no_more() -> None:
    assert player_messages.decode('{"a":[[[[1]]]]}') == {"a": [[[[1]]]]}
    assert player_messages.decode('{"a":[[[[]]],[[{}]]]}') == {"a": [[[[]]], [[{}]]]}
    with pytest.raises(player_messages.BadMessage):
        player_messages.decode('{"a":[[[[[1]]]]]}')


def test_numbers_end_at_the_largest() -> None:
    assert player_messages.decode(json.dumps({"a": player_messages.LARGEST_NUMBER})) == {"a": 2**31}
    assert player_messages.decode(json.dumps({"a": -player_messages.LARGEST_NUMBER})) == {"a": -(2**31)}
    for number in (player_messages.LARGEST_NUMBER + 1, -player_messages.LARGEST_NUMBER - 1):
        with pytest.raises(player_messages.BadMessage):
            player_messages.decode(json.dumps({"a": number}))


def test_a_message_may_have_four_kibibytes() -> None:
    body = '{"a":"' + "x" * (4 * 1024 - 8) + '"}'
    assert len(body) == 4096 and player_messages.decode(body)
    with pytest.raises(player_messages.BadMessage):
        player_messages.decode(body.replace("x", "xx", 1))


def test_a_nonce_has_eight_to_sixty_four_characters() -> None:
    for nonce in ("n" * 8, "n" * 64):
        assert message(do="resign", nonce=nonce).nonce == nonce
    for nonce in ("n" * 7, "n" * 65):
        with pytest.raises(player_messages.BadMessage):
            message(do="resign", nonce=nonce)
