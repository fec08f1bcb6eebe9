"""Two readings of Classic agree: the engine, and one that looks over the whole board each time."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.crossword.actions import PlainPlace
from game.variants.classic.rules.readout import read_out
from game.variants.classic.rules.settings import LAYOUTS
from tests.support.classic import action, do, scene
from tests.support.naive_classic import fault, worth
from tests.support.naive_position import lies_of
from tests.support.players.classic import lay_by_lot
from tests.support.run_length import tries

BAG = "AAAEEEIIOOUSSTTRRNNLDDCQZ??"


@given(st.integers(0, 2**32), st.sampled_from(sorted(LAYOUTS)))
@example(0, "classic15")
@settings(max_examples=tries(40, 100))
def test_two_readings_agree(seed: int, layout: str) -> None:
    chance = random.Random(seed)
    bag = [*BAG]
    chance.shuffle(bag)
    state = scene(hand="".join(bag[:7]), other="".join(bag[7:14]), bag="".join(bag[14:]), layout=layout)
    for _turn in range(12):
        tiles, board, seat = lay_by_lot(state, chance), lies_of(state.board), state.active
        hand = "".join(state.players[seat].hand)
        code = fault(board, hand, tiles)
        laid = action("place", tiles=tiles)
        assert isinstance(laid, PlainPlace)
        readout = read_out(state, seat, laid.tiles)
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
    everything += Counter("?" if letter.islower() else letter for letter in lies_of(state.board).values())
    assert everything == Counter(BAG)


def test_the_tries_are_not_all_refused() -> None:
    """The property means something only while enough of its placements may lie."""
    codes: Counter[str | None] = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        state = scene(hand="CATERSD", other="SINGLED")
        for _turn in range(4):
            result = do(state, "place", tiles=lay_by_lot(state, chance))
            codes[result.code] += 1
            state = result.state if result.code is None else replace(state, active=1 - state.active)
    assert codes[None] > 40 and len(codes) > 6, codes
