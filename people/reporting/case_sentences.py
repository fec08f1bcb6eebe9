"""What moderators read about cases, in the language of the page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.api import SanctionKind
from people.reporting.services.cases import DECIDED, NO_FAULT, PUT_BACK, TOOK, CaseRefused

DONE = {
    TOOK: gettext_lazy("took the case"),
    PUT_BACK: gettext_lazy("put the case back"),
    DECIDED: gettext_lazy("decided the case"),
}


def refusal(refused: CaseRefused) -> str:
    """Why the moderator did not get the case, or may not decide it."""
    if refused.code == "taken" and refused.holder:
        return _("%(name)s has taken this case. You can read it, not decide it.") % {"name": refused.holder}
    return conflict(refused.code) or {
        "no_case": _("There is no such case any more."),
        "decided": _("This case is decided already."),
        "not_taken": _("You have not taken this case, or your two hours are over. Take it first."),
        "taken": _("Somebody else has taken this case."),
    }.get(refused.code, "")


def conflict(code: str | None) -> str:
    """Why this moderator may not decide the case; "" for None."""
    said = {
        "about_you": _("This case is about you."),
        "staff": _("Only superusers may decide about staff."),
        "reporter": _("You have reported here yourself. Another moderator must take this case."),
        "played": _("You played in one of these matches. Another moderator must take this case."),
        "friends": _("You are friends with this player. Another moderator must take this case."),
        "blocked": _("You have blocked this player. Another moderator must take this case."),
    }
    return said.get(code or "", "")


def not_sanctioned(code: str) -> str:
    """Why the player cannot be sanctioned so."""
    return {
        "already": _("There is such a sanction already. An operator can change or lift it."),
        "last": _("That is the last person who can run this site."),
        "staff": _("Only superusers may decide about staff."),
        "passed": _("A day to come, within ten years."),
    }.get(code, _("This cannot be decided so."))


def decision_label(kind: str) -> str:
    """A decision in words."""
    return _("No fault") if kind == NO_FAULT else str(SanctionKind(kind).label)
