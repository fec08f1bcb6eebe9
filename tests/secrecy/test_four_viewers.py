"""Two worlds at a match of another game: at a table of four in Alfapet, in Classic, in Keebble. With other hands of the
others, another bag and another seed, after words, a swap, a failed try, a pass and one who leaves, every page and door
of the match says the same to each seat and to a stranger; a list of Keebble to come only differs once it has come."""

import random

import pytest

from game.models import Match
from game.variants.alfapet.rules.tiles import ARROW, BLACK
from game.variants.alfapower.rules.state import MatchState
from tests.secrecy.conftest import Stage
from tests.secrecy.other_world import hide_anew
from tests.secrecy.pages import NOW, said, told_apart, turn_over_the_hand
from tests.support.classic_matches import classic_match
from tests.support.keebble_matches import keebble_match
from tests.support.matches import make_match, state_of, submit
from tests.support.players.classic import turns
from tests.support.players.keebble import carried_out
from tests.support.run_length import LONG
from tests.support.two_worlds import in_another_world
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


@pytest.mark.parametrize(("steps", "viewer"), ROWS)
def test_nobody_of_four_is_told_of_what_the_others_hold(stage: Stage, words: Moody, steps: int, viewer: int) -> None:
    row = played(words, steps)
    before = state_of(row)
    after = in_another_world(before, viewer)
    assert [seat for seat in range(len(NAMES)) if before.players[seat].hand == after.players[seat].hand] == [viewer]
    rng = random.Random(f"{steps}/{viewer}")
    assert not told_apart(stage, row, lambda: hide_anew(rng, row, after, viewer), viewer)


def test_the_test_can_see_a_rack(stage: Stage, words: Moody) -> None:
    row = played(words, 2)
    assert told_apart(stage, row, lambda: turn_over_the_hand(row, 3), 3)


CLASSIC_STEPS = range(1, 6) if LONG else (2, 5)
"""In the plain run after the opponent's swap, and after all of it: one seat is on turn, then the other."""


def classic_played(words: Moody, steps: int) -> Match:
    """A match after so many steps: a word, a swap of the opponent's, a word, a failed try of the opponent's."""
    row, rng = classic_match(2), random.Random(steps)
    for number in range(steps):
        state = state_of(row)
        _, tiles = turns(state, rng)[0]
        words.mood = "none" if number == 3 else "all"
        if number == 1:
            assert not submit(row, 1, do="swap", tiles=list(state.players[1].hand[:3])).code
        else:
            submit(row, state.active, do="place", tiles=tiles)
    words.mood = "all"
    return Match.objects.get(pk=row.pk)


@pytest.mark.parametrize("steps", CLASSIC_STEPS)
def test_nobody_is_told_of_a_hand_a_bag_or_a_seed(stage: Stage, words: Moody, steps: int) -> None:
    row = classic_played(words, steps)
    before = state_of(row)
    after = in_another_world(before, 0)
    assert after.players[1].hand != before.players[1].hand and after.bag != before.bag
    assert not told_apart(stage, row, lambda: hide_anew(random.Random(steps), row, after, 0))


def test_the_test_can_see_a_hand(stage: Stage, words: Moody) -> None:
    row = classic_played(words, 2)
    assert told_apart(stage, row, lambda: turn_over_the_hand(row, 0))


PLAYERS = 3
KEEBBLE_STEPS = (0, 1, 5, 6, 7)
"""In the midst of the first round, at its last turn, and after the list of the second one has come."""
KEEBBLE_ROWS = [
    (steps, viewer)
    for number, steps in enumerate(KEEBBLE_STEPS)
    for viewer in range(PLAYERS)
    if LONG or viewer == number % PLAYERS
]
"""In the plain run each of the steps by one seat, and each seat at one of them."""


def turn(row: Match, rng: random.Random) -> None:
    """One option, taken and carried out."""
    state = state_of(row)
    assert not submit(row, state.active, do="take", **carried_out(state, state.open[0], rng)).code


def keebble_played(steps: int) -> Match:
    row, rng = keebble_match(2, PLAYERS, turn_seconds=None), random.Random(steps)
    for _ in range(steps):
        turn(row, rng)
    return Match.objects.get(pk=row.pk)


def with_another_seed(row: Match) -> None:
    Match.objects.filter(pk=row.pk).update(seed=bytes(reversed(range(32))))


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(("steps", "viewer"), KEEBBLE_ROWS)
def test_nobody_is_told_of_the_seed_or_of_a_list_to_come(stage: Stage, steps: int, viewer: int) -> None:
    row = keebble_played(steps)
    assert not told_apart(stage, row, lambda: with_another_seed(row), viewer)


@pytest.mark.usefixtures("words")
def test_the_lists_to_come_are_others_and_the_test_can_see_one() -> None:
    lists = []
    for changed in (False, True):
        row = keebble_played(5)
        if changed:
            with_another_seed(row)
        before = state_of(row).options
        turn(row, random.Random(5))
        state = state_of(row)
        assert state.round == 2 and state.options != before
        lists.append((said(row, NOW, 0), state.options))
    (one, first), (other, second) = lists
    assert first != second and one != other
