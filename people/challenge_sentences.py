"""What pages and news say of challenges, in the language of the reader."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import api as game
from lobby import api as lobby
from people.services import challenge_limits as limits


def game_and_pace(variant: str, pace: str) -> str:
    """The game and how fast it is played: "Classic, slow"."""
    known = game.games().get(variant)
    said = {
        lobby.MatchPace.LIVE: _("%(game)s, live"),
        lobby.MatchPace.SLOW: _("%(game)s, slow"),
        lobby.MatchPace.UNTIMED: _("%(game)s, no clock"),
    }[lobby.MatchPace(pace)]
    return said % {"game": _(known.title) if known else variant}


def refusal(code: str, name: str) -> str:
    """The sentence for a refusal's code (challenge_limits.py); `name` is the other player's."""
    said = {
        "yourself": _("That is you."),
        "not_for_bots": _("A bot account plays in rooms only."),
        "takes_none": _("%(name)s takes no challenges right now."),
        "guests": _("As a guest you can challenge whom you have just played. With an account, anybody."),
        "most_open": _("You have %(open)d open challenges. Take one back to make room."),
        "most_a_day": _("You have challenged %(day)d new players in a day. That is the most; try again tomorrow."),
        "already_open": _("You have challenged %(name)s already."),
        "asks_you": _("%(name)s has challenged you."),
    }[code]
    return said % {"name": name, "open": limits.MOST_OPEN, "day": limits.MOST_NEW_A_DAY}


def clock_of(settings: Mapping[str, object], variant: str) -> str:
    """The clock of a match by these settings: "60 s a turn", "3 days a turn, 72 h reserve". Raises BadSettings."""
    summary = game.describe(settings, variant)
    if summary.turn_seconds is None:
        return _("No clock")
    if not summary.is_slow:
        return _("%(n)d s a turn") % {"n": summary.turn_seconds}
    days = ngettext("%(n)d day a turn", "%(n)d days a turn", summary.turn_days) % {"n": summary.turn_days}
    return (
        _("%(days)s, %(n)d h reserve") % {"days": days, "n": summary.reserve_hours} if summary.reserve_hours else days
    )
