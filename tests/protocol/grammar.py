"""What a browser may send, and its complement, as Hypothesis strategies.

`bodies` are texts and bytes for the doors, near to a message and far from it; `frames` the same for a socket.
`state` is the match they are sent to, so that many are well-formed and merely wrong.
"""

import json
import random
from typing import Any

from hypothesis import strategies as st

from game.services import player_messages
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState

NUMBERS = st.sampled_from([-1, 0, 1, 2, 7, 10, 11, 99, 2**31 - 1, 2**31, 2**31 + 1, 2**63, -(2**63), 10**30])
ODD_TEXTS = st.sampled_from(
    [
        "", "\0", "a\0b", "\ufeff", "\ud800", "\u202e", "A\u030a", "ſ", "ı", "😀", "A*", "**", "?", "AB", "__proto__",
        "x" * 300,
    ]
)  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), NUMBERS, ODD_TEXTS, st.text(max_size=4), st.floats(), st.just([]), st.just({}),
    st.lists(NUMBERS, max_size=4), st.dictionaries(ODD_TEXTS, NUMBERS, max_size=2),
)  # fmt: skip
RAW = st.sampled_from(
    [
        b"", b"null", b"[]", b"{}", b"{", b'"x"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf{}", b"\x1f\x8b\x08\x00", b"NaN",
        b'{"do":"pass","do":"pass"}', b'{"do":"pass","turn":NaN}', b'{"do":"pass","turn":1e999}',
        b'{"do":"pass","turn":1.0,"nonce":"12345678"}', b'{"do":"pass","turn":-0,"nonce":"12345678"}',
        b'{"do":"pass","turn":' + b"9" * 4_301 + b"}", b'{"do":"pa\\ud800ss"}', b'{"do":"\xed\xa0\x80"}',
        b"[" * 2_000, b'{"a":' * 600, b'{"a":' + b"[" * 1_500 + b"]" * 1_500 + b"}", b" " * 4_097,
        b'{"do":"' + b"x" * 70_000 + b'"}', "{\"do\":\"pass\"}".encode("utf-16"), b"do=pass&turn=1",
    ]
)  # fmt: skip


def dumped(value: object) -> bytes:
    """The value as JSON that keeps what JSON should not have: NaN, lone surrogates."""
    return json.dumps(value).encode()


def nonces() -> st.SearchStrategy[object]:
    """Ids that are good, and some that are not."""
    good = st.integers(0, 10**9).map(lambda n: f"nonce-{n:09d}")
    return st.one_of(good, good, good, good, st.just("x" * 65), st.just("short"), ODD)


def messages(state: MatchState) -> st.SearchStrategy[dict[str, Any]]:
    """Well-formed actions with values around those that count in this match."""
    held = sorted({*state.players[0].hand, *state.players[1].hand})
    token = st.one_of(st.sampled_from(held), st.sampled_from(["a", "?", "a*", "Z*", "å", "ß", "é"]))
    place = st.integers(-1, state.board.size)
    cell = st.tuples(place, place).map(list)
    shapes: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "place": {"tiles": st.lists(st.tuples(place, place, token).map(list), max_size=8)},
        "pass": {},
        "buy": {"item": st.sampled_from(list(ITEMS))},
        "use": {"item": st.sampled_from(list(ITEMS)), "cell": cell},
        "choose": {"tile": st.one_of(st.none(), token)},
    }
    turns = st.sampled_from([state.turn, state.turn, state.turn, state.turn + 1, state.turn - 1])
    kinds = [
        st.fixed_dictionaries(
            {"do": st.just(do), "nonce": nonces(), **fields} | ({} if do == "buy" else {"turn": turns})
        )
        for do, fields in shapes.items()
    ]
    swap = {"do": st.just("use"), "item": st.just("swap"), "tiles": st.lists(token, max_size=8), "nonce": nonces()}
    return st.one_of(*kinds, st.fixed_dictionaries(swap | {"turn": turns}))


def spoiled(message: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """A message with a field too many, too few, or of another kind; somewhere inside a list, too."""

    def spoil(drawn: tuple[Any, ...]) -> dict[str, Any]:
        body, how, value, seed = drawn
        rng = random.Random(seed)
        body = json.loads(json.dumps(body))
        keys = list(body)
        if how == "missing":
            body.pop(rng.choice(keys))
        elif how == "extra":
            body[rng.choice(["extra", "seat", "score", "at", "", "cell", "tiles", "\ud800"])] = value
        elif how == "inside":
            lists = [v for v in body.values() if isinstance(v, list) and v]
            chosen = rng.choice(lists) if lists else [0]
            chosen[rng.randrange(len(chosen))] = value
        else:
            body[rng.choice(keys)] = value
        return body

    hows = st.sampled_from(["missing", "extra", "other", "other", "inside"])
    return st.tuples(message, hows, ODD, st.integers(0, 999)).map(spoil)


def bodies(state: MatchState) -> st.SearchStrategy[bytes]:
    """Bodies for `act`."""
    message = messages(state)
    return st.one_of(message.map(dumped), spoiled(message).map(dumped), ODD.map(dumped), RAW)


def readouts(state: MatchState) -> st.SearchStrategy[bytes]:
    """Bodies for `readout`."""
    tiles = messages(state).map(lambda body: {"tiles": body.get("tiles", [])})
    return st.one_of(tiles.map(dumped), spoiled(tiles).map(dumped), ODD.map(dumped), RAW)


def drafts(state: MatchState, version: int) -> st.SearchStrategy[bytes]:
    """Bodies for `draft`, of a match at that version."""
    versions = st.sampled_from([version, version, version, 0, 1, 2**31])
    tiles = messages(state).map(lambda body: body.get("tiles", []))
    marks = st.sampled_from(["", "0" * 12, "0" * 13, "x", None, 7])
    draft = st.fixed_dictionaries({"version": versions, "tiles": tiles}, optional={"mark": marks})
    return st.one_of(draft.map(dumped), spoiled(draft).map(dumped), ODD.map(dumped), RAW)


def frames() -> st.SearchStrategy[str | bytes]:
    """Frames for a socket that are no sign of life."""
    seen = st.fixed_dictionaries({"kind": st.one_of(st.sampled_from(["place", "act", "SEEN", ""]), ODD)})
    texts = st.one_of(seen.map(dumped), spoiled(seen).map(dumped), ODD.map(dumped), RAW)
    either = st.one_of(texts, texts.map(lambda raw: raw.decode("utf-8", "replace")))
    return either.filter(lambda frame: len(frame) > 0 and not _is_sign_of_life(frame))


def _is_sign_of_life(frame: str | bytes) -> bool:
    """Whether it is one: any object with a good `kind` is. Hypothesis knows the words of the sources."""
    try:
        return isinstance(frame, str) and player_messages.decode(frame).get("kind") in ("seen", "nudge")
    except player_messages.BadMessage:
        return False
