"""The readout of tiles as they lie (docs/rules.md R3.44, R3.45): the engine's preview agrees with its verdict."""

import random

from game.crossword.tiles import read_placed
from game.variants.alfapower.rules.readout import Readout, read_out
from game.variants.alfapower.rules.state import MatchState
from tests.rules.tables.test_placing import CASES
from tests.support.text_boards import do, laid_of, scene
from tests.support.types import certain


def preview(state: MatchState, tiles: str, seat: int = 0) -> Readout:
    placed = [certain(read_placed(row, col, tile, state.rules.text("language"))) for row, col, tile in laid_of(tiles)]
    return read_out(state, seat, placed)


def test_refusals_and_points_as_when_played_r3_44() -> None:  # R3.44
    """In every case of the table of placements."""
    for name, code, board, tiles, differs in CASES:
        state = scene(board, **({"hand": "SE?EEEE"} | differs))
        shown, played = preview(state, tiles), do(state, "place", tiles=tiles)
        assert shown.code == code, name
        if code is None:
            assert [[word.text, word.points] for word in shown.words] == played.words, name
            assert shown.score == played.step["turn_score"], name
            assert shown.coins == played.state.players[0].coins - state.players[0].coins, name
        else:
            assert (shown.words, shown.score, shown.coins) == ((), 0, 0), name


def test_it_tells_the_tries_left_r3_48() -> None:  # R3.48
    state = scene("..... ..... .CAT. ..... .....", hand="SEEEEEE", tries_per_turn=2)
    assert preview(state, "S 2 4").tries_left == 2
    state = do(state, "place", tiles="S 2 4", words=set()).state
    assert (preview(state, "S 2 4").code, preview(state, "S 2 4").tries_left) == (None, 1)
    assert preview(state, "S 2 4", seat=1).tries_left == 2  # as if it were its turn
    state = do(state, "place", tiles="S 2 4", words=set()).state
    assert (preview(state, "S 2 4").code, preview(state, "S 2 4").tries_left) == ("too_many_tries", 0)


def test_never_whether_a_word_exists_r3_45() -> None:  # R3.45
    """It is not even given a lexicon: for any tiles at all, what is in it can make no difference."""
    state = scene("..... ..... .CAT. ..... .....", hand="ZQXKVWS")
    rng = random.Random(1)
    for _ in range(200):
        row, col = rng.randrange(5), rng.randrange(5)
        shown = preview(state, f"{rng.choice('ZQXKVWS')} {row} {col}")
        assert shown.code != "invalid_words"
