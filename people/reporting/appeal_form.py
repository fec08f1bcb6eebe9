"""The form by which an appeal is answered: kept, made shorter, lifted; never made harder."""

from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.api import AppealOutcome
from people.reporting.decision_form import MOST_WORDS, WordsField


class AppealForm(forms.Form):
    """The answer, the new end where it is made shorter, and the words that the player reads."""

    outcome = forms.ChoiceField(
        label=_("Answer"),
        choices=[
            (AppealOutcome.KEPT, _("Keep it")),
            (AppealOutcome.SHORTENED, _("Shorten it")),
            (AppealOutcome.LIFTED, _("Lift it, as if it had never been")),
        ],
        widget=forms.RadioSelect,
    )
    end = forms.DateField(
        label=_("New end"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    words = WordsField(MOST_WORDS, label=_("Words to the player"), widget=forms.Textarea({"rows": 5}))

    def clean(self) -> dict[str, Any]:
        """A new end belongs to what is made shorter."""
        said = self.cleaned_data
        if said.get("outcome") == AppealOutcome.SHORTENED and not said.get("end") and "end" not in self.errors:
            self.add_error("end", _("Choose the new end."))
        return said

    def until(self) -> datetime | None:
        """The new end of a valid form, at midnight; None where it is not made shorter."""
        if self.cleaned_data["outcome"] != AppealOutcome.SHORTENED:
            return None
        return datetime.combine(self.cleaned_data["end"], time(), UTC)
