"""Flex's part of a stored match."""

from game.crossword.stored import stored_form
from game.kernel.form_before_slow import FormBeforeSlow
from game.variants.flex.rules.state import MatchState, PlayerState

PLAYER = ("hand", "score", "timeouts", "away_since", "flexed")

STORED = stored_form(MatchState, PlayerState, PLAYER, ("creator", "idle"), newest=2, earlier={1: FormBeforeSlow(1)})
