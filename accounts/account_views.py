"""The account page, and the two rights everybody has: to take one's data along, and to be forgotten."""

from collections.abc import Callable
from functools import wraps

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services import leaving, takeout


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_guest


def proved(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only for who has proved a moment ago that they are who they are; a guest has nothing to prove it with."""
    careful = reauthentication_required(view)

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        return view(request) if _is_guest(request) else careful(request)

    return wrapped


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What one can change about oneself, and where. A visitor is asked to sign in."""
    user = request.user
    if not isinstance(user, User):
        return redirect("account_login")
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "-pk").first()
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    context = {
        "address": address,
        "has_app": Authenticator.Type.TOTP in kinds,
        "keys": kinds.count(Authenticator.Type.WEBAUTHN),
        "sessions": UserSession.objects.filter(user=user).count(),
    }
    return render(request, "accounts/account.html", context)


@never_cache
@require_safe
@proved
def export(request: HttpRequest) -> HttpResponse:
    """Everything the site has about the player, as one JSON file."""
    assert isinstance(request.user, User)
    response = JsonResponse(takeout.of(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="alfapower.json"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Ask once more, then delete the account for good. `sure` must be ticked."""
    # allauth would put a POST by and carry it out after the password, perhaps much later: here one is asked anew.
    if request.method == "POST" and not _is_guest(request) and not did_recently_reauthenticate(request):
        return redirect("accounts:delete")
    return _delete(request)


@proved
def _delete(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    is_last = leaving.is_last_superuser(user)
    if request.method == "POST" and request.POST.get("sure") == "1" and not is_last:
        leaving.delete(user.pk)
        logout(request)
        messages.info(request, _("Your account and everything in it is deleted."))
        return redirect("lobby:home")
    context = {"live": leaving.running_matches(user.pk), "is_last": is_last, "asked": request.method == "POST"}
    return render(request, "accounts/delete.html", context)
