"""The account's page for becoming a bot account, and for making and revoking its tokens."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import api as accounts
from common.typed_text import whole_number
from web_api.models import NAME_LENGTH, Token
from web_api.services import tokens


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@accounts.proved
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The account's tokens; POST makes one, whose text only this response shows."""
    user, made = _account(request), ""
    if request.method == "POST":
        try:
            made = tokens.make(user.pk, request.POST.get("name", ""))
            accounts.note_security("token_made", request, user)
        except tokens.TokenRefused as refused:
            messages.error(request, _refused(refused.code))
    found = Token.objects.filter(user=user)
    context = {"tokens": found, "made": made, "is_full": len(found) >= tokens.MOST, "longest": NAME_LENGTH}
    return render(request, "web_api/tokens.html", context)


@require_POST
@accounts.proved
def become(request: HttpRequest) -> HttpResponse:
    """Make the account a bot's, permanently. `sure` must be ticked."""
    user = _account(request)
    if request.POST.get("sure") == "1":
        try:
            accounts.become_bot(user.pk)
            accounts.note_security("became_bot", request, user)
        except accounts.CannotBeBot as refused:
            messages.error(request, _cannot(refused.code))
    return redirect("web_api:tokens")


@require_POST
@accounts.proved
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke the token of that number."""
    user, number = _account(request), whole_number(request.POST.get("token", ""))
    if number is not None and tokens.revoke(user.pk, number):
        accounts.note_security("token_revoked", request, user)
        messages.info(request, _("The token is revoked."))
    return redirect("web_api:tokens")


def _account(request: HttpRequest) -> accounts.User:
    """Users who have an account and have reauthenticated; guests, who are not asked to, get 404."""
    user = cast(accounts.User, request.user)
    if user.is_guest:
        raise Http404("guests have no tokens")
    return user


def _refused(code: str) -> str:
    if code == "too_many_tokens":
        return _("There are as many tokens as there may be. Revoke one first.")
    return _("Only a bot account has tokens.")


def _cannot(code: str) -> str:
    said = {
        "staff": _("An account of the staff cannot become a bot."),
        "rated": _("This account has played rated matches, so it cannot become a bot."),
        "playing": _("Finish your running matches first."),
    }
    return said.get(code, _("This account cannot become a bot."))
