"""The sentences of a room: what happened last, and why an action is refused."""

from django.utils.translation import gettext as _

from game import api as game
from lobby import rules_in_words
from lobby.services import engagements, rooms


def news_of(view: rooms.View) -> dict[str, str]:
    """The last thing that happened, in words; empty without any."""
    code, name = view.news.get("code"), view.news.get("name", "")
    again = _("Both must press Ready again.") if view.is_pair else _("All must press Ready again.")
    if code == "changed":
        what = rules_in_words.changes_in_words(view.news["keys"], view.settings, view.variant)
        return {"code": code, "what": f"{what}.", "then": again}
    if code == "game":
        what = _("The game is now %(game)s.") % {"game": _(game.games()[view.variant].title)}
        return {"code": code, "what": what, "then": _("Look at its rules.")}
    if code == "head_start":
        what = _("Nobody has a head start.")
        if name:
            given = game.head_start_in_words(view.news["points"], view.news["coins"])
            what = _("%(name)s begins with %(given)s.") % {"name": name, "given": given}
        return {"code": code, "what": what, "then": again}
    told = {
        "guest_left": (_("%(name)s left the room."), _("The code still works.")),
        "removed": (_("The host removed %(name)s."), _("The code still works.")),
        "guest_gone": (_("%(name)s lost the connection."), _("The seat is free again, and the code works.")),
        "in_match": (_("%(name)s is in a match with a clock."), _("It has to end before this one can start.")),
        "enough": (
            _("%(name)s plays as many slow and untimed matches as there may be."),
            _("One of them has to end before this one can start."),
        ),
    }
    if code not in told:
        return {}
    what, then = told[code]
    return {"code": code, "what": what % {"name": name}, "then": then}


def sentence(code: str) -> str:
    """The sentence for a refusal's code."""
    sentences = {
        "no_room": _("There is no room with that code. A code stops working when its match starts."),
        "room_full": _("This room is full or closed."),
        "too_many_rooms": _("You have a room open already. Leave it before you open another."),
        "not_host": _("Only the host can change the rules."),
        "stale_settings": _("The rules changed in the meantime. Look again."),
        "in_match": _("You are in a match with a clock. Finish it, then press Ready."),
        "enough": enough_said(engagements.MOST),
        "enough_of_a_guest": enough_said(engagements.MOST_OF_A_GUEST),
        "wrong_setting": _("One setting cannot have that value. Change it, then press Ready."),
        "bad_seats": _("This game does not take that many players, or more are here already."),
        "unknown_game": _("There is no such game here."),
        "not_for_bots": _("A turn of days needs two people, and a program sits here. Choose another clock."),
        "nobody_there": _("Nobody sits there. Choose who begins with it."),
        "alone": _("You can be ready when both of you are here."),
        "bad_code": _("That is not a rules code, or it has a typo."),
        "newer_code": _("That rules code was made by a newer version of the site."),
        "other_rules": _("That rules code has settings this site does not know."),
    }
    return sentences[code]


def enough_said(most: int) -> str:
    """The sentence for the limit of slow and untimed matches."""
    return _("You have %(most)d slow and untimed matches, and more there cannot be. Finish one, then play another.") % {
        "most": most
    }
