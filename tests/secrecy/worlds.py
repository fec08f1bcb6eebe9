"""Two worlds: the same match with other secrets. What a viewer gets to see must not tell which of the two it is in."""

import json
import random
import re
from dataclasses import replace
from typing import Any

from django.test import Client
from django.utils import translation

from dictionary import api as dictionary
from game import consumers
from game.models import LogEntry, Match
from game.rules.readout import read_out
from game.rules.state import MatchState, Phase
from game.rules.tiles import ALPHABETS, face, is_alfa, read_placed
from game.services import play
from tests.support.matches import FOR_EVER, START, make_match, message, state_of, store_state, user_at

SETTINGS: dict[str, Any] = {
    "board_size": 11,
    "starting_coins": 60,
    "alfa_trigger": 2,
    "turn_seconds": None,
    "items": ["swap", "fortify", "claim", "blast", "place_dl"],
}
LANGUAGES = ("en", "sv")


class Generous:
    """A word list that takes about three words in four, the same ones every time."""

    def __init__(self, real: dictionary.Lexicon) -> None:
        self.name, self.version, self.digest = real.name, real.version, real.digest

    def __contains__(self, word: object) -> bool:
        return sum(map(ord, str(word))) % 4 != 0


def play_some(seed: int, steps: int) -> Match:
    """A match in which both players have done whatever came to mind, `steps` times."""
    dice = random.Random(seed)
    language = dice.choice(LANGUAGES)
    row = make_match(seed=dice.randbytes(32), language=language, **SETTINGS)
    for step in range(steps):
        state = state_of(row)
        if state.outcome is not None:
            break
        seat = state.active if dice.random() < 0.85 else 1 - state.active
        data = _something(dice, state, seat)
        if data["do"] != "buy":
            data["turn"] = state.turn
        play.submit(row.pk, seat, message(language, **data), START + 1000 * step)
    row.seats.update(seen_at=START + FOR_EVER)
    row.refresh_from_db()
    return row


def _something(dice: random.Random, state: MatchState, seat: int) -> dict[str, Any]:
    """An action, mostly a lawful one."""
    player = state.players[seat]
    if seat != state.active or dice.random() < 0.2:
        return {"do": "buy", "item": dice.choice(SETTINGS["items"])}
    if state.phase is Phase.ALFA:
        return {"do": "choose", "tile": dice.choice([*state.choice, None])}
    if player.slots and dice.random() < 0.5:
        item = dice.choice(player.slots)
        if item == "swap":
            return {"do": "use", "item": item, "tiles": dice.sample(player.hand, dice.randint(1, 3))}
        return {"do": "use", "item": item, "cell": [dice.randrange(11), dice.randrange(11)]}
    for _ in range(200):
        tiles = _line(dice, state, player.hand)
        placed = [read_placed(*tile, state.rules.text("language")) for tile in tiles]
        if read_out(state, seat, [tile for tile in placed if tile]).code is None:
            return {"do": "place", "tiles": tiles}
    return {"do": "pass"}


def _line(dice: random.Random, state: MatchState, hand: tuple[str, ...]) -> list[list[Any]]:
    """Some tiles of the hand in a row or a column, on the free squares from somewhere on."""
    size, across = state.board.size, dice.random() < 0.5
    line, place = dice.randrange(size), dice.randrange(size)
    if not state.opened:
        line, place = size // 2, size // 2 - 1
    tiles = dice.sample(hand, dice.randint(2, 4))
    laid: list[list[Any]] = []
    while tiles and place < size:
        row, col = (line, place) if across else (place, line)
        if not state.board.cells[row * size + col].letter:
            tile = tiles.pop()
            mark = "*" if is_alfa(tile) else ""
            blank = dice.choice(ALPHABETS[state.rules.text("language")]).lower() + mark
            laid.append([row, col, blank if face(tile) == "?" else tile])
        place += 1
    return laid


def other_world(row: Match, viewer: int | None, seed: int) -> None:
    """Exchange all that `viewer` (None: a stranger) must not know: hands, bag, seed, and the owners' parts of the
    log.
    """
    dice = random.Random(seed)
    state = state_of(row)
    for seat in range(2):
        if seat != viewer:
            state = _other_hand(dice, state, seat)
    store_state(row, state)
    Match.objects.filter(pk=row.pk).update(seed=dice.randbytes(32))
    alphabet = ALPHABETS[state.rules.text("language")]
    for entry in LogEntry.objects.filter(match=row):
        events = json.loads(entry.events)
        for event in events:
            if event["seat"] != viewer:
                event["owner"] = _other_secret(dice, event["owner"], alphabet)
        entry.events = json.dumps(events)
        if entry.seat != viewer:
            entry.action, entry.digest = '{"do":"hidden"}', "0" * 64
        entry.save()


def _other_hand(dice: random.Random, state: MatchState, seat: int) -> MatchState:
    """The hand exchanged against tiles of the bag; how many Alfa tiles there are is known from the choices taken."""
    player = state.players[seat]
    pool = [*state.bag, *map(face, player.hand)]
    dice.shuffle(pool)
    marks = ["*" if is_alfa(tile) else "" for tile in player.hand]
    hand = tuple(pool.pop() + mark for mark in marks)
    choice = tuple(tile for tile in hand if not is_alfa(tile))[-len(state.choice) :] if state.choice else ()
    if seat != state.active:
        choice = state.choice
    state = state.put_player(seat, replace(player, hand=hand))
    return replace(state, bag=tuple(sorted(pool)), choice=choice)


def _other_secret(dice: random.Random, owner: dict[str, Any], alphabet: str) -> dict[str, Any]:
    """Other values of the same kinds."""

    def other(value: Any) -> Any:
        if isinstance(value, list):
            return [other(part) for part in value]
        return "".join(dice.choice(alphabet) for _ in value) if isinstance(value, str) else value

    return {key: other(value) for key, value in owner.items()}


_MASKED = re.compile(r'(name="csrf-token" content|name="csrfmiddlewaretoken" value)="[^"]*"')


def all_exits(row: Match, viewer: int | None, caplog: Any) -> dict[str, str]:
    """Everything that reaches a viewer: pages, panels, answers, refusals, socket frames, and the log lines on the
    way.
    """
    client = Client(raise_request_exception=False)
    if viewer is not None:
        client.force_login(user_at(row, viewer))
    caplog.clear()
    address = f"/match/{row.public_id}/"
    seen = {}
    for name in ("", "panels", "record", "nonsense"):
        seen[f"GET {name}"] = client.get(address + name)
    seen["home"] = client.get("/")
    hand = list(state_of(row).players[viewer].hand) if viewer is not None else list("ABC")
    plain = [tile for tile in hand if tile.isalpha()]
    asked = [[0, n, tile] for n, tile in enumerate(plain[:2])]
    turn = state_of(row).turn
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("readout", {"tiles": asked}),
        ("readout", {"tiles": [[5, n + 3, tile] for n, tile in enumerate(plain[:3])]}),
        ("readout", {"tiles": [[5, 5, "Q"], [5, 6, "Z"]]}),
        ("act", {"do": "place", "turn": turn, "tiles": [[50, 50, tile] for tile in plain[:1]]}),
        ("act", {"do": "place", "turn": turn, "tiles": [[0, 0, "Q"], [0, 1, "Z"], [0, 2, "Q"]]}),
        ("act", {"do": "place", "turn": turn + 1, "tiles": asked}),
        ("act", {"do": "use", "item": "blast", "cell": [50, 50], "turn": turn}),
        ("act", {"do": "choose", "tile": "A*", "turn": turn}),
        ("act", {"do": "buy", "item": "place_tw"}),
        ("act", {"do": "nonsense"}),
    ]
    for n, (door, data) in enumerate(bodies):
        body = json.dumps(data if door == "readout" else {**data, "nonce": f"two-worlds-{n:04d}"})
        seen[f"POST {door} {n}"] = client.post(address + door, body, content_type="application/json")
    told = {
        key: f"{answer.status_code} {answer.headers.get('Content-Type')} {_text(answer)}"
        for key, answer in seen.items()
    }
    if viewer is not None:
        for language in LANGUAGES:
            version, parts = consumers._draw.func(consumers.Place(row.pk, viewer), 0, language)
            told[f"socket {language}"] = f"{version} " + "\n".join(parts.values())
    told["log"] = "\n".join(record.getMessage() for record in caplog.records)
    translation.activate("en")
    return told


def _text(answer: Any) -> str:
    return _MASKED.sub(r"\1", answer.content.decode())


def differences(one: dict[str, str], two: dict[str, str]) -> list[str]:
    """The exits that tell the worlds apart, each with where they part."""
    found = []
    for key in one:
        if one[key] != two[key]:
            at = next((i for i, (a, b) in enumerate(zip(one[key], two[key], strict=False)) if a != b), 0)
            found.append(f"{key}: …{one[key][max(0, at - 60) : at + 40]!r} / {two[key][max(0, at - 60) : at + 40]!r}")
    return found
