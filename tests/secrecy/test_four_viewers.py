"""Two worlds at a table of four, in Alfapet: with other racks of the three others, another bag and another seed, after
words, an exchange, a failed try, a pass and one who leaves, every page and door says the same to each seat and to a
stranger."""

import json
import random
from dataclasses import replace

import pytest

from game.models import LogEntry, Match, SeatRow
from game.variants.alfapet.rules.tiles import ARROW, BLACK
from game.variants.alfapower.rules.state import MatchState
from tests.secrecy.conftest import Stage
from tests.secrecy.pages import told_apart, turn_over_the_hand
from tests.support.matches import make_match, state_of, store_state, submit
from tests.support.run_length import LONG
from tests.support.word_lists import Moody

NAMES = ("Anna", "Bo", "Cilla", "Dag")
SIGNS = (BLACK, ARROW, "?")
STEPS = 6
ROWS = [
    (steps, viewer)
    for steps in range(1, STEPS + 1)
    for viewer in range(len(NAMES))
    if LONG or viewer == steps % len(NAMES)
]
"""In the plain run every step by the seat that is on turn after it, until one leaves."""


def letters_of(state: MatchState, seat: int, count: int) -> list[str]:
    """Letters of a rack that lie without further ado."""
    return [tile for tile in state.players[seat].hand if tile not in SIGNS][:count]


def played(words: Moody, steps: int) -> Match:
    """A match of four after so many steps."""
    row = make_match(variant="alfapet", players=NAMES, turn_seconds=None)
    for number in range(steps):
        state, words.mood = state_of(row), "all"
        seat, center = state.active, state.board.size // 2
        if number == 0:
            laid = [[center, center + at, tile] for at, tile in enumerate(letters_of(state, seat, 2))]
            assert not submit(row, seat, do="place", tiles=laid).code
        elif number == 1:
            assert not submit(row, seat, do="swap", tiles=list(state.players[seat].hand[:3])).code
        elif number == 2:
            words.mood = "none"
            laid = [[center + 1 + at, center, tile] for at, tile in enumerate(letters_of(state, seat, 2))]
            assert submit(row, seat, do="place", tiles=laid).code == "invalid_words"
            words.mood = "all"
            assert not submit(row, seat, do="place", tiles=laid).code
        elif number == 3:
            assert not submit(row, seat, do="pass").code
        elif number == 4:
            assert not submit(row, seat, do="resign").code
        else:
            assert not submit(row, seat, do="swap", tiles=list(state.players[seat].hand[:1])).code
    return Match.objects.get(pk=row.pk)


def hide_from(rng: random.Random, row: Match, viewer: int) -> None:
    """The other world of a viewer: what the three others hold is dealt anew from what the viewer cannot see."""
    state = state_of(row)
    others = [seat for seat in range(len(NAMES)) if seat != viewer]
    pool = [*state.bag, *(tile for seat in others for tile in state.players[seat].hand)]
    rng.shuffle(pool)
    for seat in others:
        held = len(state.players[seat].hand)
        state = state.put_player(seat, replace(state.players[seat], hand=tuple(pool[:held])))
        pool = pool[held:]
    store_state(row, replace(state, bag=tuple(sorted(pool))))
    Match.objects.filter(pk=row.pk).update(seed=rng.randbytes(32))
    draft = json.dumps([[0, 0, rng.choice("AEIORS")]])
    SeatRow.objects.filter(match=row).exclude(seat=viewer).update(draft=draft)
    for entry in LogEntry.objects.filter(match=row):
        events = json.loads(entry.events)
        for event in events:
            if event["seat"] != viewer:
                event["owner"] = {key: _other(rng, value) for key, value in event["owner"].items()}
        entry.events = json.dumps(events, ensure_ascii=False)
        entry.save()


def _other(rng: random.Random, value: object) -> object:
    """As many tiles or words as before, but others."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return [rng.choice("AEIORS") * len(one) for one in value]
    return value


@pytest.mark.parametrize(("steps", "viewer"), ROWS)
def test_nobody_of_four_is_told_of_what_the_others_hold(stage: Stage, words: Moody, steps: int, viewer: int) -> None:
    row = played(words, steps)
    before = [player.hand for player in state_of(row).players]
    rng = random.Random(f"{steps}/{viewer}")
    assert not told_apart(stage, row, lambda: hide_from(rng, row, viewer), viewer)
    after = [player.hand for player in state_of(row).players]
    assert [seat for seat in range(len(NAMES)) if before[seat] == after[seat]] == [viewer]


def test_the_test_can_see_a_rack(stage: Stage, words: Moody) -> None:
    row = played(words, 2)
    assert told_apart(stage, row, lambda: turn_over_the_hand(row, 3), 3)
