"""Codes into words, in the player's language: say what happened, then what to do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def refusal(code: str, data: Mapping[str, Any] | None = None) -> str:
    """The sentence for a refusal's code; `data` as the refusal or receipt gave it."""
    if code == "invalid_words" and data and data.get("rejected"):
        return _failed_attempt(data)
    sentences = {
        "match_over": _("The match is over."),
        "not_your_turn": _("It is not your turn."),
        "wrong_phase": _wrong_phase(data or {}),
        "too_many_tries": _("No try is left this turn. Pass, or use a power."),
        "no_tiles": _("Choose at least one tile."),
        "not_in_hand": _("Those tiles are not in your hand."),
        "off_board": _("That is off the board."),
        "same_cell": _("Two tiles cannot share a square."),
        "blank_letter": _("Choose a letter for the blank."),
        "dead": _("That square is dead."),
        "claimed": _("That square is claimed by your opponent."),
        "alfa_cell": _("An Alfa tile cannot be replaced."),
        "occupied": _("That square is taken."),
        "not_in_line": _("Keep new tiles in one row or one column."),
        "gap": _("There is a gap in the word."),
        "must_cross_center": _("The first word must cross the star."),
        "not_connected": _("Connect to a tile that is already on the board."),
        "no_word": _("A word needs two letters or more."),
        "item_disabled": _("That power is off in this match."),
        "slots_full": _("Slots are full."),
        "not_enough_coins": _("You have too few coins for that."),
        "item_not_owned": _("You do not have that power."),
        "bad_target": _("That cannot be chosen."),
        "bag_too_small": _("The bag holds fewer tiles than that."),
        "stale": _("The board changed. Look again."),
        "nonce_reused": _("That was sent before. Look again."),
        "bad_number": _("That is no number for the deal: 64 hexadecimal digits in lower case."),
        "no_deal": _("There is no such deal of yours, or it is made already."),
        "number_given": _("Another number was sent for this deal before."),
        "bad_message": _("That could not be understood. Reload the page."),
    }
    return sentences.get(code) or _("That is not possible now.")


FEW_TRIES = 3
"""From so few on it is said how many failed tries the turn still allows."""


def tries_left(left: int | None) -> str:
    """How many failed tries are left where they are few; "" where they are not, and where none is left."""
    if left is None or not 0 < left <= FEW_TRIES:
        return ""
    return ngettext("%(n)d try left this turn", "%(n)d tries left this turn", left) % {"n": left}


def _wrong_phase(data: Mapping[str, Any]) -> str:
    if data.get("phase") == "play":
        return _("There is no Alfa tile to choose now.")
    return _("The Alfa choice comes first.")


def _failed_attempt(data: Mapping[str, Any]) -> str:
    words = list(dict.fromkeys(data["rejected"]))
    named = ngettext("%(words)s is not in the word list.", "%(words)s are not in the word list.", len(words))
    sentence = named % {"words": ", ".join(words)}
    fine = []
    if data.get("points"):
        fine.append(ngettext("−%(n)d point", "−%(n)d points", data["points"]) % {"n": data["points"]})
    if data.get("coins"):
        fine.append(ngettext("−%(n)d coin", "−%(n)d coins", data["coins"]) % {"n": data["coins"]})
    return f"{sentence} {', '.join(fine)}." if fine else sentence
