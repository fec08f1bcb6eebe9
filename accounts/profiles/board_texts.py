"""Messages about boards that cannot be saved, and labels of the marks that boards are painted with."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.board_models import BOARD_NAME_LENGTH, MOST_BOARDS
from accounts.services.boards import BadBoard

ABOUT_ROWS: Mapping[str, str] = {
    "wrong_size": gettext_noop("A board has 11, 15 or 19 rows."),
    "uneven": gettext_noop("Row %(row)s is not as long as there are rows."),
    "unknown_mark": gettext_noop("Row %(row)s has the sign %(mark)s. The signs are . d t D T and *"),
    "star_off_centre": gettext_noop("Row %(row)s has a star. It goes in the centre only."),
}
_OTHERS: Mapping[str, str] = {
    "no_name": gettext_noop("Give the board a name."),
    "long_name": gettext_noop("A name has at most %(longest)s characters."),
    "unshown_name": gettext_noop("The name has characters that cannot be seen."),
    "name_taken": gettext_noop("You have a board of that name already."),
    "too_many": gettext_noop("You have %(most)s boards, and more are not kept. Delete one first."),
    "no_board": gettext_noop("This board is gone."),
}


def said(refusal: BadBoard) -> str:
    """The message for a board that cannot be saved."""
    fault = refusal.fault
    if fault is None:
        return _(_OTHERS[refusal.code]) % {"longest": BOARD_NAME_LENGTH, "most": MOST_BOARDS}
    return _(ABOUT_ROWS[fault.code]) % {"row": (fault.row or 0) + 1, "mark": fault.mark}


def for_script() -> dict[str, str]:
    """The sentences about rows by their code, with {0} for the row and {1} for the sign."""
    return {code: _(text) % {"row": "{0}", "mark": "{1}"} for code, text in ABOUT_ROWS.items()}
