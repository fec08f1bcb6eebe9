"""The account page, the export of one's own data, and the deletion of one's own account."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.profiles.decision_shown import shown
from accounts.services import blocks, data_export, leaving, sanctions
from accounts.sign_in import security_events
from accounts.sign_in.reauthentication import proved
from common.view_kinds import fresh_form, fresh_page
from game import api as game


@fresh_page()
def account(request: HttpRequest) -> HttpResponse:
    """The user's own settings, with links to where they are changed. A visitor is asked to sign in."""
    user = request.user
    if not isinstance(user, User):
        return redirect("account_login")
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "-pk").first()
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    context = {
        "address": address,
        "has_app": Authenticator.Type.TOTP in kinds,
        "keys": kinds.count(Authenticator.Type.WEBAUTHN),
        "blocks": blocks.blocks_of(user.pk),
        "decisions": [shown(row) for row in sanctions.history_of(user.pk)],
        "sessions": UserSession.objects.filter(user=user).count(),
    }
    return render(request, "accounts/account.html", context)


@fresh_page()
@proved
def export(request: HttpRequest) -> HttpResponse:
    """Everything the site has about the player, as one JSON file."""
    assert isinstance(request.user, User)
    security_events.note("data_exported", request, request.user)
    return data_export.as_file(request.user)


@fresh_form()
@proved
def delete(request: HttpRequest) -> HttpResponse:
    """Ask once more, then delete the account for good. `sure` must be ticked."""
    user = request.user
    assert isinstance(user, User)
    is_last = leaving.is_last_superuser(user)
    if request.method == "POST" and request.POST.get("sure") == "1" and not is_last:
        security_events.note("account_deleted", request, user)
        leaving.delete(user.pk)
        logout(request)
        messages.info(request, _("Your account and everything in it is deleted."))
        return redirect("lobby:home")
    context = {"live": len(game.live_matches(user.pk)), "is_last": is_last, "asked": request.method == "POST"}
    return render(request, "accounts/delete.html", context)
