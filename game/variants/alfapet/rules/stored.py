"""Alfapet's part of a stored match."""

from functools import partial

from game.crossword.hand_state import dump_changed, load_changed
from game.crossword.stored import stored_form
from game.kernel.form_before_slow import FormBeforeSlow
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.state import MatchState, PlayerState

PLAYER = ("hand", "score", "passes", "timeouts", "away_since", "out")

STORED = stored_form(
    MatchState,
    PlayerState,
    PLAYER,
    ("start", "theme"),
    newest=2,
    earlier={1: FormBeforeSlow(1)},
    dump_board=dump_changed,
    load_board=partial(load_changed, Board),
)
