"""Messages for codes, in the player's language: say what happened, then what to do."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.kernel.base_types import gettext_noop

_SENTENCES: Mapping[str, str] = {
    "match_over": gettext_noop("The match is over."),
    "not_in_this_game": gettext_noop("This game has no such move."),
    "not_your_turn": gettext_noop("It is not your turn."),
    "too_late": gettext_noop("It is too late to call the match off."),
    "not_live": gettext_noop("Only a match with a clock of seconds can be adjourned, and only once."),
    "already_offered": gettext_noop("You have said so already this turn."),
    "offers_spent": gettext_noop("You have offered it twice. You can still agree."),
    "offer_lapsed": gettext_noop("That offer has lapsed: its turn has ended."),
    "nobody_away": gettext_noop("Nobody is away."),
    "waits_spent": gettext_noop("You have waited on three times."),
    "not_offered_here": gettext_noop("That is not offered in this match."),
    "too_many_tries": gettext_noop("No tries left this turn. Pass, or use a power."),
    "no_tiles": gettext_noop("Choose at least one tile."),
    "not_in_hand": gettext_noop("Those tiles are not in your hand."),
    "off_board": gettext_noop("That is off the board."),
    "same_cell": gettext_noop("Two tiles cannot share a square."),
    "blank_letter": gettext_noop("Choose a letter for the blank."),
    "no_flex_left": gettext_noop("You have no flex turns left."),
    "no_tile": gettext_noop("There is no tile on that square."),
    "too_many_takes": gettext_noop("Take fewer tiles than you lay."),
    "dead": gettext_noop("That square is dead."),
    "claimed": gettext_noop("That square is claimed by your opponent."),
    "alfa_cell": gettext_noop("An Alfa tile cannot be replaced."),
    "occupied": gettext_noop("That square is taken."),
    "not_in_line": gettext_noop("Keep new tiles in one row or one column."),
    "gap": gettext_noop("There is a gap in the word."),
    "bad_arrow": gettext_noop("An arrow needs a new letter on it, and letters before and after it."),
    "bad_black": gettext_noop("A black tile needs a word before it, and the new word begins behind it."),
    "must_cross_center": gettext_noop("The first word must cross the star."),
    "not_connected": gettext_noop("Connect to a tile that is already on the board."),
    "no_word": gettext_noop("A word needs two letters or more."),
    "cannot_decline": gettext_noop("You cannot decline this match."),
    "item_disabled": gettext_noop("That power is off in this match."),
    "slots_full": gettext_noop("Slots are full."),
    "not_enough_coins": gettext_noop("You have too few coins for that."),
    "item_not_owned": gettext_noop("You do not have that power."),
    "bad_target": gettext_noop("That cannot be chosen."),
    "bag_too_small": gettext_noop("There are not that many tiles in the bag."),
    "no_such_option": gettext_noop("There is no such option in this round."),
    "option_taken": gettext_noop("That option has been taken. Choose another."),
    "wrong_count": gettext_noop("Carry the option out in full, as far as the board allows, and no further."),
    "must_overwrite": gettext_noop("One of the letters must replace a letter of your own."),
    "stale": gettext_noop("The board changed. Look again."),
    "laid_elsewhere": gettext_noop("You laid other tiles elsewhere."),
    "nonce_reused": gettext_noop("That has already been sent. Look again."),
    "bad_number": gettext_noop("That is not a number for the deal: it takes 64 hexadecimal digits in lower case."),
    "no_deal": gettext_noop("You have no such deal, or it has already been made."),
    "number_given": gettext_noop("Another number has already been sent for this deal."),
    "no_record": gettext_noop("A match that was played on from another has no record of its own."),
    "not_over": gettext_noop("The match is not over."),
    "no_such_turn": gettext_noop("The match has no such turn."),
    "cannot_play_on": gettext_noop("Matches of this game cannot be played on."),
    "disagrees": gettext_noop("What is stored of this match does not agree with itself."),
    "no_list": gettext_noop("The word list of this match is not here any more."),
    "match_failed": gettext_noop("This match stands still: a fault of ours keeps it from going on. Look again later."),
    "no_game": gettext_noop("This game is not played here any more."),
    "bad_message": gettext_noop("That could not be understood. Reload the page."),
}
_OTHERWISE = gettext_noop("That is not possible now.")


def refusal(code: str, data: Mapping[str, Any] | None = None) -> str:
    """The sentence for a refusal's code; `data` as the refusal or receipt gave it."""
    if code == "invalid_words" and data and data.get("rejected"):
        return _failed_attempt(data)
    if code == "wrong_phase":
        return _wrong_phase(data or {})
    return _(_SENTENCES.get(code, _OTHERWISE))


def worth(result: Any, sentence: Callable[[str], str] = refusal, **own: Any) -> dict[str, Any]:
    """An answer of a readout as JSON: `code` and `message` say why not, `words` and `score` what for; `own` is what
    only this game says."""
    code = result.code.value if result.code else ""
    return {
        "code": code,
        "words": [[word.text, word.points] for word in result.words],
        "score": result.score,
        "message": sentence(code) if code else "",
        "tries": None,
        **own,
    }


FEW_TRIES = 3
"""From so few on the page says how many failed tries the turn still allows."""


def tries_left(left: int | None) -> str:
    """How many failed tries are left where they are few; "" where they are not, and where none is left."""
    if left is None or not 0 < left <= FEW_TRIES:
        return ""
    return ngettext("%(n)d try left this turn", "%(n)d tries left this turn", left) % {"n": left}


def _wrong_phase(data: Mapping[str, Any]) -> str:
    if data.get("phase") == "play":
        return _("There is no Alfa tile to choose right now.")
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
