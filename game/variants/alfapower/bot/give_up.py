"""The fallback action of a bot in a turn of AlfaPower that it could not play."""

from bots.rules import Action, Choose, Pass, Phase, View


def give_up(view: View) -> Action:
    """The first of the tiles offered, else a pass."""
    return Choose(view.choice[0].tile) if view.phase is Phase.ALFA else Pass()
