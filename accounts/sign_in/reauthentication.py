"""Reauthentication before anything a stolen session must not do: address, factors, sessions, export, deletion.

A proof is good for five minutes (allauth's REAUTHENTICATION_TIMEOUT); the password at the sign-in does not count.
Guests have nothing to prove it with, and are let through where guests are admitted at all.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User

# allauth's pages that do not require it themselves, or only when the form is posted.
ASKING = {"account_email", "usersessions_list"}


def is_guest(request: HttpRequest) -> bool:
    """Whether a guest sends the request."""
    return isinstance(request.user, User) and request.user.is_guest


def proved(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Decorator: only for users who have just reauthenticated, and for guests."""
    careful = reauthentication_required(view)

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        return view(request) if is_guest(request) else careful(request)

    return wrapped


class ReauthenticationMiddleware(MiddlewareMixin):
    """Redirects to reauthentication, and from there to the page, never on with the posted form.

    allauth would store a posted form and execute it after the password, perhaps much later: a thief could leave one in
    the session for the owner to confirm.
    """

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        asks = match is not None and match.view_name in ASKING and request.user.is_authenticated
        return _ask(request) if asks and not _has_proved(request) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _ask(request) if isinstance(exception, ReauthenticationRequired) else None


def _has_proved(request: HttpRequest) -> bool:
    """Whether the user of the request has just reauthenticated, by allauth's rules."""
    try:
        reauthentication_required(lambda _request: None)(request)
    except ReauthenticationRequired:
        return False
    return True


def _ask(request: HttpRequest) -> HttpResponse:
    methods = get_adapter().get_reauthentication_methods(request.user) if request.user.is_authenticated else []
    door = methods[0]["url"] if methods else redirect("account_login").url
    if request.method == "POST":
        messages.info(request, _("Nothing has changed yet. Confirm that it is you, then send it again."))
    return redirect(f"{door}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}")
