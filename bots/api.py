"""What the other apps may use of the bots. Nothing here needs numba: processes that serve pages import it."""

from bots.first_deal import first_deal
from bots.levels import LEVELS, Level
from bots.services.word import Readiness, age_and_faults, readiness

__all__ = ["LEVELS", "Level", "Readiness", "age_and_faults", "first_deal", "readiness", "shown_name"]


def shown_name(level: Level) -> str:
    """What a bot is called at a table, so that wherever its name stands it says what it is. No person's name may have
    a bracket in it."""
    return f"{level.name} (bot)"
