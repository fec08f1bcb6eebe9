"""Forms of the display name and of allauth's pages for signing up and in."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm as AllauthPasskeyForm
from allauth.mfa.webauthn.forms import EditWebAuthnForm as AllauthKeyNameForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.middleware import guest_of
from accounts.models import User
from accounts.profiles.names import NAME_LENGTH, SHORTEST_NAME, BadName, is_reserved
from accounts.services.guests import begin_again
from accounts.services.naming import free_name, name_to_sign_in
from accounts.sign_in import sessions
from accounts.sign_in.passkeys import CredentialField
from common import rate_limits
from common.typed_text import as_meant

_SAID = {
    "too_short": _("A name has at least %(shortest)d characters."),
    "too_long": _("A name has at most %(longest)d characters."),
    "bad_character": _("Use letters, digits, spaces and hyphens only; ' and _ between two letters."),
    "no_letter": _("A name needs a letter or a digit."),
    "mixed_scripts": _("Use letters of one alphabet only."),
    "reserved": _("That name is reserved. Choose another."),
    "offensive": _("That name is not allowed here. Choose another."),
    "to_be_changed": _("That is the name that was to be changed. Choose another."),
    "too_soon": _("A name can be changed once every 30 days. Yours can change again on %(since)s."),
    "taken": _("That name, or one that looks like it, is taken. Choose another."),
}
KEY_NAME_LENGTH = 100
_NAME_HELP = _("2 to 20 letters, digits, spaces or hyphens. Your opponents see it.")


def said(refusal: BadName) -> ValidationError:
    """A refused name as an error of a form's field, with the same code."""
    since = date_format(timezone.localtime(refusal.since), "DATE_FORMAT") if refusal.since else ""
    figures = {"shortest": SHORTEST_NAME, "longest": NAME_LENGTH, "since": since}
    return ValidationError(_SAID[refusal.code], code=refusal.code, params=figures)


class NameForm(forms.Form):
    """`name`: one that the player `user_id` may have, or their present one."""

    # clean_name judges the length, after composing and trimming; the attribute only stops honest typing.
    name = forms.CharField(
        label=_("Your name"),
        help_text=_NAME_HELP,
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

    def __init__(self, data: Any = None, *, user_id: int | None = None, current: str = "") -> None:
        super().__init__(data, initial={"name": current})
        self.user_id, self.current = user_id, current

    def clean_name(self) -> str:
        if self.cleaned_data["name"] == self.current:
            return self.current
        try:
            return free_name(self.cleaned_data["name"], self.user_id)
        except BadName as refusal:
            raise said(refusal) from refusal


class Counted:
    """Mixin for a form with a limit per address: one post too many is an error, before anything costly is done."""

    limit: rate_limits.Limit

    def clean(self) -> Any:
        try:
            rate_limits.take(self.limit, context.request)
        except rate_limits.TooMany as met:
            raise ValidationError(rate_limits.told(context.request, met), code="too_many") from met
        return super().clean()  # type: ignore[misc]  # the form's, the other base class


class SignupForm(Counted, AllauthSignupForm):
    """Address, name, password twice. The name is allauth's username; allauth_adapter.py judges it."""

    limit = rate_limits.SIGN_UPS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label, name.help_text, name.strip = _("Name"), _NAME_HELP, False
        name.widget.attrs |= {"maxlength": str(NAME_LENGTH), "autocomplete": "username", "spellcheck": "false"}
        self.fields["password2"].label = _("Password again")
        guest = guest_of(context.request)
        if guest is not None and not is_reserved(guest.display_name):
            name.initial = guest.display_name

    def clean_email(self) -> str:
        """A guest who signs up again, with another address or the same, abandons the first sign-up."""
        guest = guest_of(context.request)
        if guest is not None:
            begin_again(guest)
        return super().clean_email()

    def try_save(self, request: HttpRequest) -> Any:
        """No user is created for a known address, so no password would be hashed: the slow step is taken all the same,
        or the response time would reveal who has an account."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class LoginForm(Counted, AllauthLoginForm):
    """Email address or name, and the password."""

    limit = rate_limits.SIGN_INS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Email or name")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "spellcheck": "false", "maxlength": "254"}

    def clean_login(self) -> str:
        """The cleaned name: invisible characters that were pasted along are removed."""
        self.cleaned_data["login"] = as_meant(self.cleaned_data["login"])
        return super().clean_login()

    def user_credentials(self) -> dict[str, str]:
        """With both keys, a known address would cost two password checks and an unknown one a single one: the response
        time would reveal which is which. The backend looks for an address under this key too."""
        given = super().user_credentials()
        return {"username": name_to_sign_in(self.cleaned_data["login"]), "password": given["password"]}

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        """allauth sets an expiry of its own afterwards, which every later visit would extend."""
        answer = super().login(request, redirect_url=redirect_url)
        if isinstance(request.user, User):
            sessions.renew(request)
        return answer


class ResetPasswordForm(Counted, AllauthResetPasswordForm):
    """The address to which the reset link is mailed."""

    limit = rate_limits.PASSWORD_RESETS


class AddEmailForm(AllauthAddEmailForm):
    """A new email address for the account."""

    def save(self, request: HttpRequest) -> Any:
        """Where addresses are not verified the new one is valid at once: then the old one is notified at once too."""
        held = EmailAddress.objects.filter(user=self.user)
        before = set(held.values_list("email", flat=True))
        added = super().save(request)
        for gone in before - set(held.values_list("email", flat=True)):
            told = {"from_email": gone, "to_email": self.cleaned_data["email"]}
            get_adapter().send_notification_mail("account/email/email_changed", self.user, context=told, email=gone)
        return added


class PasskeyForm(AllauthPasskeyForm):
    """A name for the key, and whether it suffices without a password: what most users want, so it is ticked."""

    name = forms.CharField(label=_("Name of the key"), max_length=KEY_NAME_LENGTH, required=False)
    credential = CredentialField(is_new=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label, alone.initial = _("Sign in with this key alone"), True
        alone.help_text = _(
            "Your device will ask for a fingerprint, a face or a PIN. Leave the box empty to use the key as a second"
            " factor only."
        )


class KeyNameForm(AllauthKeyNameForm):
    """A new name for a key."""

    name = forms.CharField(label=_("Name of the key"), max_length=KEY_NAME_LENGTH)
