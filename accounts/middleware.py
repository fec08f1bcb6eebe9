"""Middleware for users: hides guests from allauth and the admin, and records when a user was last active."""

from datetime import timedelta
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import guests
from accounts.sign_in import second_factors, security_events, sessions

RENEW_AFTER = timedelta(days=1)


def guest_of(request: HttpRequest) -> User | None:
    """The guest who sends the request, also in allauth's views, where `request.user` is anonymous."""
    user = getattr(request, "guest", None) or request.user
    return user if isinstance(user, User) and user.is_guest else None


def _is_of_allauth(view: Any) -> bool:
    return getattr(view, "__module__", "").startswith("allauth.")


def _is_of_admin(request: HttpRequest) -> bool:
    """Decided by the view that answers, not by the path: a path can be written in more ways than one."""
    return request.resolver_match is not None and "admin" in request.resolver_match.app_names


class GuestAndStaffAccess(MiddlewareMixin):
    """To allauth's views a guest is anonymous, so that signing up and signing in are open to them; templates still know
    the guest.

    The admin works the same way: a guest is asked to sign in. With STAFF_MFA staff need a second factor used in this
    session.

    No browser may cache allauth's pages (secrets, codes, addresses) for its next user: allauth's own views forbid it on
    a few pages only.
    """

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        at_admin = _is_of_admin(request)
        if at_admin or _is_of_allauth(view):
            guest = guest_of(request)
            if guest is not None:
                request.guest = guest  # type: ignore[attr-defined]
                request.user = AnonymousUser()
        return self._second_factor(request) if at_admin and settings.STAFF_MFA else None

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        guest = getattr(request, "guest", None)
        if guest is not None and not request.user.is_authenticated:
            request.user = guest
        return response

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.resolver_match is not None and _is_of_allauth(request.resolver_match.func):
            add_never_cache_headers(response)
        if _is_of_admin(request):
            security_events.at_admin(request, response.status_code)
        return response

    def _second_factor(self, request: HttpRequest) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or not user.is_staff:
            return None  # the admin itself turns them away
        if second_factors.was_used(request, user):
            return None
        security_events.note("factor_asked", request, user)
        if not is_mfa_enabled(user):
            said = _('Staff need a second factor. Set one up, then go on to <a href="{}">the administration</a>.')
            messages.info(request, format_html(said, reverse("admin:index")))
            return redirect("mfa_index")
        return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}")


class LastSeenMiddleware(MiddlewareMixin):
    """Once a day, when a player acts, renew the session, which is a guest's only way back.

    Only with a request that writes anyway: viewing a page writes nothing. The session of a guest who is kept for a slow
    match is extended at the first action after that is known.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code >= 500:
            return response  # the database may be away: do not query it, and wait, once more
        user = getattr(request, "user", None)
        if request.method == "POST" and isinstance(user, User) and user.pk and not request.session.is_empty():
            now = timezone.now()
            if user.seen_at < now - RENEW_AFTER and User.objects.filter(pk=user.pk).update(seen_at=now):
                guests.keep_who_plays_slowly(user, now)
                sessions.renew(request)
            elif not sessions.lasts_long(request):
                sessions.renew(request)
        return response
