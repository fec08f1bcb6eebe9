"""Writes account and admin events to the security log. Guests have nothing to protect."""

from http import HTTPStatus
from typing import Any

from allauth.account import signals as account_signals
from allauth.mfa import signals as mfa_signals
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, QueryDict

from accounts.models import User
from accounts.sign_in import known_browsers
from common import client_address, security_log

LONGEST_FIELD = 500  # characters of the input that are logged
_METHODS = "account_authentication_methods"  # allauth's key in the session


def note(event: str, request: HttpRequest | None, user: Any, *, warns: bool = False, **fields: Any) -> None:
    """Log what `user` did, or what was tried in their name; from the request's address."""
    whose = {}
    if isinstance(user, User):
        rank = "superuser" if user.is_superuser else "staff" if user.is_staff else ""
        whose = {"who": user.display_name or user.username, "account": user.pk, "rank": rank}
    address = client_address.of(request) if request is not None else None
    security_log.note(event, warns=warns, **{**whose, "address": address, **fields})


@receiver(user_logged_in)
def signed_in(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """An account has signed in, with every factor required."""
    if not user.is_guest:
        ways = [record.get("type") or record["method"] for record in request.session.get(_METHODS, [])]
        note("signed_in", request, user, by="+".join(ways))


@receiver(user_logged_out)
def signed_out(sender: object, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """An account has signed out."""
    if isinstance(user, User) and not user.is_guest:
        note("signed_out", request, user)


@receiver(user_login_failed)
def sign_in_failed(sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """A wrong password, at sign-in or reauthentication; named only if the account exists."""
    user = known_browsers.account_of(str(credentials.get("username") or credentials.get("email") or ""))
    note("password_wrong", request, user, warns=True)


def _of_factor(event: str, warns: bool = False) -> Any:
    def heard(sender: object, request: HttpRequest, user: User, authenticator: Any, **kwargs: Any) -> None:
        note(event, request, user, warns=warns, factor=str(authenticator.type))

    return heard


def _of_account(event: str, warns: bool = False) -> Any:
    def heard(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
        note(event, request, user, warns=warns)

    return heard


_HEARD = [
    (mfa_signals.authentication_failed, _of_factor("factor_wrong", warns=True)),
    (mfa_signals.authenticator_used, _of_factor("factor_used")),
    (mfa_signals.authenticator_added, _of_factor("factor_added")),
    (mfa_signals.authenticator_removed, _of_factor("factor_removed")),
    (mfa_signals.authenticator_reset, _of_factor("factor_renewed")),
    (account_signals.user_signed_up, _of_account("signed_up")),
    (account_signals.password_changed, _of_account("password_changed")),
    (account_signals.password_set, _of_account("password_changed")),
    (account_signals.password_reset, _of_account("password_reset")),
    (account_signals.password_reset_code_rejected, _of_account("code_wrong", warns=True)),
    (account_signals.email_verification_code_rejected, _of_account("code_wrong", warns=True)),
    (account_signals.email_added, _of_account("address_added")),
    (account_signals.email_changed, _of_account("address_changed")),
    (account_signals.email_removed, _of_account("address_removed")),
]
for signal, heard in _HEARD:
    signal.connect(heard, weak=False)


@receiver(account_signals.email_confirmed)
def address_confirmed(sender: object, request: HttpRequest, email_address: Any, **kwargs: Any) -> None:
    """An email address has been verified."""
    note("address_confirmed", request, email_address.user)


def at_admin(request: HttpRequest, status: int) -> None:
    """A user was refused by the admin, or has posted something there; the details are in the admin's own log."""
    match, user = request.resolver_match, request.user
    if match is None or not isinstance(user, User):
        return
    page = f"{match.url_name} {' '.join(str(value) for value in match.kwargs.values())}".strip()
    if status == HTTPStatus.FORBIDDEN:
        note("admin_refused", request, user, warns=True, page=page)
    elif request.method == "POST" and user.is_staff:
        # A body refused for its size has not been read, and must not be read for this.
        form = QueryDict() if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else request.POST
        chosen = " ".join(form.getlist("_selected_action"))[:LONGEST_FIELD]
        act = form.get("action", "")[:LONGEST_FIELD]
        note("staff_acted", request, user, page=page, status=status, act=act, chosen=chosen)
