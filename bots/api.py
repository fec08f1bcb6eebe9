"""The public interface of the bots. Nothing here needs numba: processes that serve pages import it."""

from bots.first_deal import first_deal
from bots.games import HINTING, PLAYED, line_of
from bots.levels import LEVELS, Level
from bots.models import Puzzle
from bots.puzzle_making import order as order_puzzles
from bots.puzzle_turns import BestTurn
from bots.puzzle_turns import judge as judge_turn
from bots.puzzle_turns import position as puzzle_position
from bots.puzzle_turns import targets as puzzle_targets
from bots.puzzle_turns import view as puzzle_view
from bots.services.analyses import accuracies
from bots.services.process_heartbeat import Readiness, age_and_faults, readiness
from bots.services.puzzles import archive as puzzle_archive
from bots.services.puzzles import find as find_puzzle
from bots.services.puzzles import today
from dictionary import api as dictionary

OF_A_PLAYER = "account"
"""In the place of a level, where a match was against the bot account of a player."""


def shown_name(level: Level) -> str:
    """A bot's display name, which says that it is a bot wherever it is shown. No person's name may have a bracket in
    it."""
    return f"{level.name} (bot)"


def list_of(puzzle: Puzzle) -> dictionary.Lexicon:
    """The word list, at the version that a puzzle was made from."""
    return dictionary.lexicon(puzzle.language, puzzle.list_version)
