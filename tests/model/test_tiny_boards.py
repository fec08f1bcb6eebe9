"""The model on tiny boards with scant bags: matches that fill up, run dry and end. Most of the model's steps. And on
the boards and bags that players have."""

from tests.model.machine import BATCH, model, run
from tests.model.setups import standard_setups, tiny_setups
from tests.support.run_length import LONG, tries

STEPS = tries(2_500, 98_000)
OFTEN = """
    refused no_tiles, refused not_in_hand, refused off_board, refused same_cell, refused occupied, refused not_in_line,
    refused not_your_turn, refused wrong_phase, refused match_over, refused item_disabled, refused slots_full,
    refused not_enough_coins, refused item_not_owned, refused bad_target, refused bag_too_small, used swap,
    used fortify, used claim, used blast, words_scored, attempt_failed, passed, timed_out, chosen, Alfa laid,
    ended bag_empty, ended conceded, seat_left, seat_returned, clock_credited, worlds
"""
"""Three times and more in the steps of the plain run, most of them ten. Hypothesis draws constants now and then, of all
sources that the process has imported by then: the matches hang on which tests came before."""
SELDOM = """
    refused blank_letter, refused dead, refused claimed, refused alfa_cell, refused gap, refused must_cross_center,
    refused not_connected, refused no_word, used place_dl, used place_tl, used place_dw, used place_tw, declined,
    Alfa over a tile, ended forfeited, ended stalled, ended resigned, ended abandoned, left together, left in turn,
    left by one, ended with equal totals
"""
"""What only the long run is sure to come to."""


def test_every_invariant_holds_after_every_step() -> None:
    wanted = {name.strip() for names in (OFTEN, SELDOM if LONG else OFTEN) for name in names.split(",")}
    seen = run(model(tiny_setups(), views_every=6), STEPS, wanted=wanted)
    missed = wanted - {name for name, count in seen.items() if count}
    assert not missed, "the model never came to these"


STANDARD_STEPS, RUNS_AT_A_TIME = tries(700, 4_000), tries(3, BATCH)
"""A run of its own is long here: some three hundred steps."""


def test_every_invariant_holds_on_the_boards_that_players_have() -> None:
    wanted = "ended bag_empty"
    assert run(model(standard_setups(), views_every=8), STANDARD_STEPS, RUNS_AT_A_TIME, [wanted])[wanted]
