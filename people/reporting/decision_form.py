"""The form by which a moderator decides a case. Nothing is chosen beforehand."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.api import SanctionKind, SanctionReason
from common.clean_words import BadWords, clean_words
from people.reporting.services.cases import NO_FAULT, Decision

DAYS = {"1": _("24 hours"), "7": _("7 days"), "30": _("30 days")}
NO_END, A_DATE = "never", "date"
WITH_AN_END = (SanctionKind.MUTE, SanctionKind.NO_RATED, SanctionKind.CLOSED)
"""The sanctions that close something until they end. A word closes nothing, and a name is changed when it is."""
MOST_WORDS, MOST_NOTE = 1_000, 2_000
LONGEST = timedelta(days=3_660)

_BAD = {
    "too_long": _("That is too long."),
    "bad_characters": _("There are characters in it that cannot be shown."),
}


def cleaned_words(raw: str, most: int) -> str:
    """What a moderator wrote, as it is shown. Raises ValidationError."""
    try:
        return clean_words(raw, most)
    except BadWords as bad:
        raise forms.ValidationError(_BAD[bad.code], code=bad.code) from bad


class WordsField(forms.CharField):
    """Words of a moderator's own, of at most `most` characters."""

    def __init__(self, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(**options)
        self.validators = []  # a NUL is refused by `cleaned_words`, in words of its own

    def clean(self, value: Any) -> str:
        """The words, as they are shown."""
        words = cleaned_words(self.to_python(value) or "", self.most)
        self.validate(words)
        return words


class DecisionForm(forms.Form):
    """What, until when, why, in which words. `now` is the moment from which the end counts."""

    kind = forms.ChoiceField(
        label=_("What"), choices=[(NO_FAULT, _("No fault")), *SanctionKind.choices], widget=forms.RadioSelect
    )
    until = forms.ChoiceField(
        label=_("Until"),
        choices=[("", "---------"), *DAYS.items(), (A_DATE, _("a date")), (NO_END, _("no end"))],
        required=False,
    )
    date = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "---------"), *SanctionReason.choices], required=False)
    words = WordsField(MOST_WORDS, label=_("Words to the player"), required=False, widget=forms.Textarea({"rows": 5}))
    note = WordsField(
        MOST_NOTE, label=_("Note for moderators (never shown)"), required=False, widget=forms.Textarea({"rows": 2})
    )
    last_seen = forms.IntegerField(min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        self.now = now
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """What belongs to what was chosen: an end where it closes something, a reason and words for all but no
        fault."""
        said = self.cleaned_data
        kind = said.get("kind")
        if kind and kind != NO_FAULT:
            if not said.get("reason"):
                self.add_error("reason", _("Choose why."))
            if "words" in said and not said["words"]:
                self.add_error("words", _("Say in your own words why. The player reads it."))
        if kind in WITH_AN_END:
            self._check_end(said)
        return said

    def _check_end(self, said: dict[str, Any]) -> None:
        if not said.get("until"):
            if "until" not in self.errors:
                self.add_error("until", _("Choose until when, or no end."))
        elif said["until"] == A_DATE and "date" not in self.errors:
            end = _midnight(said["date"]) if said.get("date") else None
            if end is None or not self.now < end <= self.now + LONGEST:
                self.add_error("date", _("A day to come, within ten years."))

    def decision(self) -> Decision:
        """What was decided, of a valid form."""
        said = self.cleaned_data
        if said["kind"] == NO_FAULT:
            return Decision(NO_FAULT, note=said["note"])
        return Decision(said["kind"], said["reason"], self._end(said), said["words"], said["note"])

    def _end(self, said: dict[str, Any]) -> datetime | None:
        if said["kind"] not in WITH_AN_END or said["until"] == NO_END:
            return None
        if said["until"] == A_DATE:
            return _midnight(said["date"])
        return self.now + timedelta(days=int(said["until"]))


def _midnight(day: Any) -> datetime:
    return datetime.combine(day, time(), UTC)
