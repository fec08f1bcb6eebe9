"""The forms of the word lists' admin pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dictionary.bundled import LICENCES
from dictionary.models import LANGUAGES, ListVersion, check_label


class LicenceTexts(forms.MultipleChoiceField):
    """Names of licence texts, stored as one text with spaces between."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(name, name) for name in LICENCES], required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """The checkboxes."""
        return value.split() if isinstance(value, str) else value

    def clean(self, value: Any) -> Any:
        """One text."""
        return " ".join(super().clean(value))


class TermsForm(forms.ModelForm[ListVersion]):
    """The source of a version's words and its terms; shown on the credits page."""

    licence_texts = LicenceTexts(label=_("Licence texts of the site"))

    class Meta:
        model = ListVersion
        fields = ("title", "attribution", "licence", "licence_texts", "notice", "without_blocked")


class UploadForm(TermsForm):
    """The upload of a file of words, and the version it becomes."""

    language = forms.ChoiceField(label=_("Language"), choices=list(LANGUAGES.items()))
    version = forms.CharField(
        label=_("Version"),
        required=False,
        max_length=20,
        validators=[check_label],
        help_text=_("Year.month, for example 2027.03. Left empty, the next one that is free."),
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_("One word per line, UTF-8, plain or gzip; at most 32 MB and two million lines."),
    )
    attribution = forms.CharField(
        label=_("Attribution"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Whose words they are. The credits page shows it."),
    )
    licence = forms.CharField(label=_("Licence"), max_length=100)

    field_order = ("language", "version", "file", "title", "attribution", "licence", "licence_texts", "notice")


class EditForm(forms.Form):
    """Some words and the reason for changing them."""

    MOST = 200

    words = forms.CharField(
        label=_("Words"),
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One or several, with spaces or line ends between."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def clean_words(self) -> list[str]:
        """The words, each once, in order."""
        words = list(dict.fromkeys(self.cleaned_data["words"].split()))
        if len(words) > self.MOST:
            raise forms.ValidationError(_("More than 200 words at once: upload a list instead."), code="many")
        return words
