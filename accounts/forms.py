"""The one form a guest meets: the name shown to the others."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH
from accounts.services.guests import SHORTEST_NAME, BadName, clean_name

_SAID = {
    "too_short": _("A name has at least %(shortest)d characters."),
    "too_long": _("A name has at most %(longest)d characters."),
    "bad_character": _("Use letters, digits, spaces and hyphens only."),
    "no_letter": _("A name needs a letter or a digit."),
}


class NameForm(forms.Form):
    """`name`: as `clean_name` takes it; its refusals become errors of the field under the same codes."""

    # clean_name judges the length, after composing and trimming; the attribute only stops honest typing.
    name = forms.CharField(
        label=_("Your name"),
        help_text=_("2 to 20 letters, digits, spaces or hyphens. Your opponents see it."),
        strip=False,
        widget=forms.TextInput(
            attrs={
                "class": "input",
                "maxlength": NAME_LENGTH,
                "autocomplete": "nickname",
                "spellcheck": "false",
            }
        ),
    )

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except BadName as refusal:
            figures = {"shortest": SHORTEST_NAME, "longest": NAME_LENGTH}
            raise ValidationError(_SAID[refusal.code], code=refusal.code, params=figures) from refusal
