"""A decision of the moderators as the one concerned reads it: what, until when, what stays open, why, and the steps of
an appeal. Only words are made here."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import AppealOutcome, Sanction, SanctionKind
from accounts.services import appeals, sanctions

ICONS = {
    SanctionKind.WORD: "info",
    SanctionKind.MUTE: "mute",
    SanctionKind.NO_RATED: "trophy",
    SanctionKind.RENAME: "user",
    SanctionKind.CLOSED: "lock",
}
_WITHOUT_END = {
    SanctionKind.WORD: gettext_lazy("A word from the moderators"),
    SanctionKind.MUTE: gettext_lazy("You cannot write"),
    SanctionKind.NO_RATED: gettext_lazy("No rated play"),
    SanctionKind.RENAME: gettext_lazy("Choose another name"),
    SanctionKind.CLOSED: gettext_lazy("This account is closed"),
}
_WITH_END = {
    SanctionKind.MUTE: gettext_lazy("You cannot write until %(until)s"),
    SanctionKind.NO_RATED: gettext_lazy("No rated play until %(until)s"),
    SanctionKind.RENAME: gettext_lazy("Choose another name"),
    SanctionKind.CLOSED: gettext_lazy("This account is closed until %(until)s"),
}
_STAYS_OPEN = {
    SanctionKind.WORD: gettext_lazy("Nothing is closed to you. Please read this before you go on."),
    SanctionKind.MUTE: gettext_lazy("You can play, and use the said lines. Free text is off."),
    SanctionKind.NO_RATED: gettext_lazy(
        "Rated Quick Join, tournaments and the league are closed to you. Rooms, bots and the puzzle are open. Your "
        "running rated matches end unrated."
    ),
    SanctionKind.RENAME: gettext_lazy("Until then you are shown as “%(shown)s”. Your matches and friends stay."),
    SanctionKind.CLOSED: gettext_lazy(
        "You can read this, appeal once, and download your data. Nothing else. Your running matches were conceded. "
        "They moved no points."
    ),
}
_ANSWERS = {
    AppealOutcome.KEPT: gettext_lazy("Kept as it was"),
    AppealOutcome.SHORTENED: gettext_lazy("Shortened: until %(until)s"),
    AppealOutcome.LIFTED: gettext_lazy("Lifted, as if it had never been"),
}
REFUSED: dict[str, Promise | str] = {
    "ended": gettext_lazy("This decision holds no longer, so there is nothing to appeal against."),
    "second": gettext_lazy("You have appealed against this decision already. There is one appeal for each."),
    "too_late": gettext_lazy("An appeal is possible within 30 days of the decision."),
    "empty": gettext_lazy("Write what the decision gets wrong."),
    "too_long": gettext_lazy("An appeal has at most 1,000 characters."),
    "nul": gettext_lazy("The text has a sign that cannot be kept. Type it once more."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One dot of the line: what, `when` (None: it is to come), and the words that came with it."""

    what: str
    when: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision with everything that its page says. `state`: of its row on the account page. `refusal`: the code by
    which an appeal would be refused, "" where it may be made; `steps` are none without one."""

    row: Sanction
    icon: str
    title: str
    stays_open: str
    state: str
    holds: bool
    refusal: str
    steps: tuple[Step, ...] = ()
    answered: bool = False

    @property
    def may_appeal(self) -> bool:
        """Whether the button is offered."""
        return not self.refusal

    @property
    def asks_name(self) -> bool:
        """Whether another name is to be chosen here."""
        return self.holds and self.row.kind == SanctionKind.RENAME


def moment(when: datetime) -> str:
    """The moment in the reader's language; the site's times are universal."""
    return _("%(when)s (UTC)") % {"when": date_format(timezone.localtime(when), "j F Y H:i")}


def shown(row: Sanction, now: datetime | None = None) -> ShownDecision:
    """The decision as its page says it."""
    at = now or timezone.now()
    kind = SanctionKind(row.kind)
    holds = sanctions.holds(row, at)
    appeal = sanctions.appeal_of(row)
    return ShownDecision(
        row=row,
        icon=ICONS[kind],
        title=title(row),
        stays_open=str(_STAYS_OPEN[kind]) % {"shown": row.shown_name} if holds or kind == SanctionKind.WORD else "",
        state=_state(row, holds),
        holds=holds,
        refusal=appeals.may_appeal(row, at),
        steps=_steps(row),
        answered=appeal is not None and appeal.decided_at is not None,
    )


def title(row: Sanction) -> str:
    """What was decided, and until when."""
    kind = SanctionKind(row.kind)
    if row.until is None or kind not in _WITH_END:
        return str(_WITHOUT_END[kind])
    return str(_WITH_END[kind]) % {"until": moment(row.until)}


def _state(row: Sanction, holds: bool) -> str:
    appeal = sanctions.appeal_of(row)
    if appeal is not None and appeal.outcome == AppealOutcome.LIFTED:
        return _("lifted")
    if row.kind == SanctionKind.WORD and row.until is None:
        return ""
    if not holds:
        return _("ended")
    return _("until %(until)s") % {"until": moment(row.until)} if row.until else _("no end")


def _steps(row: Sanction) -> tuple[Step, ...]:
    appeal = sanctions.appeal_of(row)
    if appeal is None:
        return ()
    steps = [
        Step(_("Decided: %(what)s") % {"what": row.get_kind_display()}, row.began_at),
        Step(_("You appealed"), appeal.made_at, appeal.text),
    ]
    if appeal.decided_at is None:
        steps.append(Step(_("Another moderator reads it")))
    else:
        until = moment(row.until) if row.until else ""
        what = str(_ANSWERS[AppealOutcome(appeal.outcome)]) % {"until": until}
        steps.append(Step(what, appeal.decided_at, appeal.words))
    return tuple(steps)
