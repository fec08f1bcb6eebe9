"""The adapter that changes allauth's signing up, in and out: guests keep what is theirs, and names are validated.

* Signing up as a guest fills the guest's own row, which becomes an account when the sign-up is complete: with the
  address verified, or at once where verification is off. Until then the guest plays on.
* Signing in as a guest moves what the guest has to the account (services/merging.py).
* Every change of user makes a new session key.
* A user who signs in gets the interface in the language they chose, on any device.
"""

import logging
from collections.abc import Iterable
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, REDIRECT_FIELD_NAME, SESSION_KEY
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from accounts.middleware import guest_of
from accounts.models import SanctionKind, User
from accounts.profiles import closed_session, language
from accounts.profiles.decision_pages import closed_page
from accounts.profiles.names import BadName
from accounts.services import merging, naming, sanctions
from accounts.sign_in import known_browsers, security_events, sessions
from accounts.sign_in.forms import said
from common import client_address, rate_limits
from game import api as game

log = logging.getLogger(__name__)

TOO_MANY_WRONG = "too_many_login_attempts"  # allauth's code


class AccountAdapter(DefaultAccountAdapter):
    """The adapter named in the settings."""

    def new_user(self, request: HttpRequest) -> User:
        """The row to sign up with: the guest's own, if there is one, which stays a guest's until the end."""
        return guest_of(request) or User(is_guest=True)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A valid name; a guest may keep the one they play under."""
        guest = guest_of(context.request)
        try:
            return naming.free_name(username, guest.pk if guest else None)
        except BadName as refusal:
            raise said(refusal) from refusal

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Store the user who signs up. A guest stays signed in, under a new session key."""
        was_guest = user.pk is not None
        super().save_user(request, user, form, commit=False)
        try:
            naming.take_name(user, form.cleaned_data["username"])
        except BadName as refusal:  # another player took the name a moment earlier
            messages.error(request, said(refusal).messages[0])
            raise ImmediateHttpResponse(redirect("account_signup")) from refusal
        if was_guest:
            request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            request.session.cycle_key()
        return user

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        """The methods of reauthentication. The admin requires a second factor, so a password, which would lead back to
        the same question, is not offered on the way there."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        asked = context.request.POST.get(REDIRECT_FIELD_NAME) or context.request.GET.get(REDIRECT_FIELD_NAME) or ""
        if settings.STAFF_MFA and asked.startswith(reverse("admin:index")):
            return [method for method in methods if method["id"] != "reauthenticate"]
        return methods

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and take over what this browser's guest has."""
        guest = guest_of(request)
        if guest is not None:
            # First: if it fails, the guest is still signed in and nothing is lost.
            if guest.pk != user.pk:
                merging.merge(guest.pk, user.pk)
                if user.is_bot:
                    messages.info(request, _("This is a bot account: what you had as a guest was not taken over."))
            # Django would empty the session of another user, and with it how this one has authenticated.
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        request.session.pop(closed_session.KEY, None)
        if user.is_guest:
            merging.become_account(user)
        super().login(request, user)
        sessions.begin(request)
        request.guest = None  # type: ignore[attr-defined]

    def post_login(self, request: HttpRequest, user: User, **hook: Any) -> HttpResponse:
        """Redirect to the requested page, in the user's language."""
        language.bring_along(request, user)
        response: HttpResponse = super().post_login(request, user, **hook)
        known_browsers.remember(request, response, user)
        if user.language:
            language.keep(response, user.language)
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refused after too many wrong passwords, which is logged."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            security_events.note("locked_out", request, known_browsers.account_of(_login_in(credentials)), warns=True)
            raise

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """A refusal by its code. One for too many wrong tries, of a password or a second factor, says how long it lasts
        and has status 429, as every limit of the site has."""
        if code == TOO_MANY_WRONG:
            met = rate_limits.TooMany(rate_limits.Limit("sign-ins-wrong"), settings.WRONG_SIGN_INS_SECONDS)
            return ValidationError(rate_limits.told(self.request, met), code=code)
        refusal: ValidationError = super().validation_error(code, *args)
        return refusal

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Not by the request's host, as allauth does: its port is the client's choice."""
        return known_browsers.counted_by(request, _login_in(credentials))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Every mail uses the site's own address, not the host of the request."""
        domain = urlsplit(self.request.build_absolute_uri("/")).netloc
        site = SimpleNamespace(domain=domain, name="AlfaPower")
        try:
            super().send_mail(template_prefix, email, {"current_site": site} | context)
        except (OSError, SMTPException) as error:
            # The action continues: a page says how to request the mail again, and nothing is lost with it.
            log.error("A mail (%s) could not be sent: %s", template_prefix, type(error).__name__)
            late = _("Our mail server is not answering, so nothing was sent. Please try again in a few minutes.")
            messages.warning(self.request, late)

    def get_login_stages(self) -> list[str]:
        """allauth's steps of signing in, with our own for the address."""
        ours = {"allauth.account.stages.EmailVerificationStage": "accounts.sign_in.stages.AddressStage"}
        return [ours.get(path, path) for path in super().get_login_stages()]

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Who is closed out reads why, until when, and what can be done. Where the time is over the account is opened,
        before the periodic job comes to it."""
        if sanctions.end_due_of(user.pk, timezone.now()):
            messages.info(request, _("Your account is open again. Please sign in once more."))
            return redirect("account_login")
        found = sanctions.open_sanction(user.pk, SanctionKind.CLOSED)
        if found is None:
            return super().respond_user_inactive(request, user)
        return closed_page(request, found, by_password=True)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *more: Any, **named: Any
    ) -> None:
        """If no mail leaves the site, no message may say that one was sent."""
        if settings.EMAIL_URL or message_template != "account/messages/email_confirmation_sent.txt":
            super().add_message(request, level, message_template, *more, **named)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The same client address as everywhere else on the site; an unassigned one where the connection has none."""
        return client_address.of(request) or "0.0.0.0"  # nosec B104  # a placeholder, bound to nothing

    def is_safe_url(self, url: str) -> bool:
        """Only paths of this site, whichever hosts it answers to."""
        return url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def _login_in(credentials: dict[str, Any]) -> str:
    return str(credentials.get("username") or credentials.get("email") or "")


class SessionsAdapter(DefaultUserSessionsAdapter):
    """The adapter named in the settings."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End the sessions, and have the player's open pages check at once whether they are still signed in."""
        ended = list(sessions)
        super().end_sessions(ended)
        security_events.note("sessions_ended", self.request, self.request.user, number=len(ended))
        for user_id in {session.user_id for session in ended}:
            game.check_sessions(user_id)
