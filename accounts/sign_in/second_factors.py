"""Whether a second factor was used in this session: at sign-in, at reauthentication, or as it was set up."""

from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest

from accounts.models import User

SET_UP_BY = "second_factor_set_up_by"
"""In the session: the key of the user who has set one up."""


def note_set_up(request: HttpRequest, user: User) -> None:
    """The user has just set one up, and has proved it by its code or its signature."""
    request.session[SET_UP_BY] = user.pk


def was_used(request: HttpRequest, user: User) -> bool:
    """Whether the user has used one in this session."""
    if request.session.get(SET_UP_BY) == user.pk:
        return True
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))
