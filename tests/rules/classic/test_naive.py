"""Two readings of Classic agree: the engine, and one that looks over the whole board each time."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from game.variants.classic.readout import read_out
from game.variants.classic.settings import LAYOUTS
from tests.support.classic import action, do, scene
from tests.support.naive_classic import fault, worth

BAG = "AAAEEEIIOOUSSTTRRNNLDDCQZ??"


def laid(state):
    """The board as the naive reading has it."""
    cells = enumerate(state.board.cells)
    return {
        divmod(index, 15): cell.letter.lower() if cell.blank else cell.letter for index, cell in cells if cell.letter
    }


def a_try(chance, state):
    """Tiles somewhere, more often than not so that they may lie; now and then with something wrong."""
    hand = [*state.players[state.active].hand]
    chance.shuffle(hand)
    board = laid(state)
    row, col = chance.choice(sorted(board)) if board else (7, 7)
    dr, dc = chance.choice(((0, 1), (1, 0)))
    start = chance.randint(-4, 1)
    row, col = row + start * dr + chance.choice((0, 0, dc, -dc)), col + start * dc + chance.choice((0, 0, dr, -dr))
    tiles = []
    for tile in hand[: chance.choice((1, 2, 3, 4, 5, 6, 7, 7))]:
        while (row, col) in board and chance.random() < 0.97:
            row, col = row + dr, col + dc
        token = chance.choice("abcz") if tile == "?" and chance.random() < 0.9 else tile
        tiles.append([row, col, chance.choice("JX") if chance.random() < 0.02 else token])
        step = chance.choice((1,) * 30 + (0, 2))
        row, col = row + step * dr, col + step * dc
    return tiles


@given(st.integers(0, 2**32), st.sampled_from(sorted(LAYOUTS)))
@example(0, "classic15")
def test_two_readings_agree(seed, layout):
    chance = random.Random(seed)
    bag = [*BAG]
    chance.shuffle(bag)
    state = scene(hand="".join(bag[:7]), other="".join(bag[7:14]), bag="".join(bag[14:]), layout=layout)
    for _turn in range(12):
        tiles, board, seat = a_try(chance, state), laid(state), state.active
        hand = "".join(state.players[seat].hand)
        code = fault(board, hand, tiles)
        readout = read_out(state, seat, action("place", tiles=tiles).tiles)
        result = do(state, "place", tiles=tiles)
        assert (readout.code and readout.code.value) == result.code == code
        if code is None:
            words, score = worth(board, LAYOUTS[layout], tiles, 50)
            assert ([[word.text, word.points] for word in readout.words], readout.score) == (words, score)
            assert result.state.players[seat].score == state.players[seat].score + score
            state = result.state
        if state.over:
            break
    everything = Counter(state.bag) + sum((Counter(p.hand) for p in state.players), Counter())
    everything += Counter("?" if letter.islower() else letter for letter in laid(state).values())
    assert everything == Counter(BAG)


def test_the_tries_are_not_all_refused():
    """The property means something only while enough of its placements may lie."""
    codes = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        state = scene(hand="CATERSD", other="SINGLED")
        for _turn in range(4):
            result = do(state, "place", tiles=a_try(chance, state))
            codes[result.code] += 1
            state = result.state if result.code is None else replace(state, active=1 - state.active)
    assert codes[None] > 40 and len(codes) > 6, codes
