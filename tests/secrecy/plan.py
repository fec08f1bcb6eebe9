"""What the two worlds have in common, a match played by lot through the real door; and what is done in both: the same
requests of the viewer, and acts of the opponent that look the same outside.

The plan is made before either world is entered, from what both have in common and, for the opponent's secret acts,
from each one's own hand. Everything follows from the random generator that is handed in.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.tiles import ALPHABETS, Placed
from game.dispatch.steps import apply
from game.kernel.match import Env
from game.kernel.refusals import Refused
from game.models import Match
from game.services import settle_due
from game.services.player_messages import read_action
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.secrecy.other_world import twin
from tests.support.matches import START, make_match, state_of, submit
from tests.support.players.alfapower import ITEMS, act_by_lot, lay_by_lot, tokens
from tests.support.word_lists import Moody

ENOUGH = 8


def random_settings(rng: random.Random) -> dict[str, Any]:
    """Settings with much to buy and Alfa choices that come often; no match ends by passes here."""
    return {
        "board_size": rng.choice([11, 11, 15]),
        "language": rng.choice(["en", "en", "sv"]),
        "items": ITEMS,
        "prices": dict.fromkeys(ITEMS, 1),
        "starting_coins": rng.choice([30, 99]),
        "slot_limit": rng.choice([7, 12]),
        "turn_seconds": rng.choice([60, 60, None]),
        "alfa_trigger": rng.choice([1, 2, 3]),
        "alfa_keeps_on_swap": rng.choice([True, False]),
        "invalid_points": 2,
        "passes_to_concede": 10,
        "timeouts_to_forfeit": 10,
        "stalled_ends": False,
    }


def random_match(rng: random.Random) -> tuple[Match, int]:
    """A match at a random step of its middle, and the moment it has come to (ms)."""
    row, now = make_match(seed=rng.randbytes(32), **random_settings(rng)), START + 1000
    for _ in range(rng.choice([2, 8, 15, 25, 40])):
        state = state_of(row)
        if len(state.bag) < 3:
            break
        seat, action = act_by_lot(state, rng)
        submit(row, seat, now, **action.dump())
        now += rng.randint(100, 900)
        if state.deadline is not None and rng.random() < 0.05:
            now = max(now, state.deadline + 4_000)  # what comes next meets a turn that has timed out
    settle_due.enforce(row.pk, now)
    row.refresh_from_db()
    return row, now


@dataclass(frozen=True)
class Plan:
    """`readouts` and `refused` are the viewer's bodies, `vain` tiles for a failed try of theirs.

    The opponent buys, tries in vain (`vain_tries`, by world), swaps `swapped` tiles, lays `word`, and takes the Alfa
    tile or not (`takes`).
    """

    viewer: int
    states: tuple[MatchState, MatchState]
    readouts: Sequence[dict[str, Any]]
    refused: Sequence[dict[str, Any]]
    vain: list[Any]
    vain_tries: tuple[list[Any], list[Any]]
    swapped: int
    word: Sequence[Placed]
    takes: bool


def make_plan(rng: random.Random, state: MatchState, viewer: int) -> Plan | None:
    """A plan for the state and a twin of it; None when it has none."""
    other = 1 - viewer
    choosing = state.phase is Phase.ALFA and state.active == other  # which may change a tile that is to be laid
    word = [] if choosing else lay_by_lot(state, rng, other)
    second = twin(rng, state, viewer, [placed.tile for placed in word])
    if second is None:
        return None
    states = state, second
    vain_tries = [tokens(lay_by_lot(world, rng, other)) for world in states]
    return Plan(
        viewer=viewer,
        states=states,
        readouts=_readouts(rng, states, viewer),
        refused=_refused(rng, state, viewer),
        vain=tokens(lay_by_lot(state, rng, viewer)),
        vain_tries=(vain_tries[0], vain_tries[1]) if all(vain_tries) and not choosing else ([], []),
        swapped=min(2, len(state.players[other].hand) - len(word), len(state.bag)),
        word=word,
        takes=rng.random() < 0.7,
    )


def _readouts(rng: random.Random, states: Sequence[MatchState], viewer: int) -> list[dict[str, Any]]:
    """Tiles laid well and badly, and tiles that the opponent holds in one of the worlds or in the other."""
    state, size = states[0], states[0].board.size
    mine = state.players[viewer].hand
    good = [tokens(lay_by_lot(state, rng, viewer)) for _ in range(2)]
    probes = [[[0, n, tile] for n, tile in enumerate(world.players[1 - viewer].hand)] for world in states]
    letters = [[[0, 0, letter]] for letter in rng.sample(ALPHABETS[state.rules.text("language")], 2)]
    bad = [[], [[0, 0, "?"]], [[size, 0, mine[0]]], [[0, 0, mine[0]], [0, 0, mine[-1]]]]
    return [{"tiles": tiles} for tiles in (*good, *probes, *letters, *bad)]


def _refused(rng: random.Random, state: MatchState, viewer: int) -> list[dict[str, Any]]:
    """Messages of the viewer that the rules refuse now without any effect, as many kinds as come by."""
    size = state.board.size
    mine, theirs = (state.players[seat].hand for seat in (viewer, 1 - viewer))
    candidates: list[dict[str, Any]] = [
        {"do": "pass", "turn": state.turn + 1},
        {"do": "pass", "turn": state.turn},
        {"do": "choose", "tile": rng.choice(theirs)},
        {"do": "choose", "tile": None},
        {"do": "place", "tiles": tokens(lay_by_lot(state, rng, viewer))},
        {"do": "place", "tiles": [[0, 0, rng.choice(theirs)]]},
        {"do": "place", "tiles": [[0, 0, mine[0]]]},
        {"do": "place", "tiles": [[size, 0, mine[0]]]},
        {"do": "use", "item": "swap", "tiles": list(theirs)},
        {"do": "use", "item": "swap", "tiles": list(mine)},
        *({"do": "use", "item": item, "cell": [size // 2, size // 2]} for item in ("fortify", "claim", "blast")),
        {"do": "buy", "item": rng.choice(["swap", "blast"])},
    ]
    refused = []
    for number, body in enumerate(candidates):
        whole = {"nonce": f"refused-{number:02d}", **body}
        if body["do"] != "buy":
            whole.setdefault("turn", state.turn)
        try:
            action = read_action(whole, "alfapower", state.rules.text("language")).action
            apply(state, viewer, action, Env(0, Moody(), _NoDraws()))
        except Refused:
            refused.append(whole)
        except _Draws:
            continue
        else:
            if whole.get("turn", state.turn) != state.turn:
                refused.append(whole)
    return refused[:ENOUGH]


class _Draws(Exception):
    """The action is allowed: it has come to its draw."""


class _NoDraws:
    def pick(self, bag: Sequence[str], number: int) -> int:
        raise _Draws
