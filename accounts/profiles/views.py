"""The views of a user's own settings: the display name, the language of the interface, and the preferences."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from accounts.models import User
from accounts.profiles import language as languages
from accounts.profiles import preferences as preferred
from accounts.profiles.names import BOT_MARK, BadName
from accounts.services.guests import ensure_player
from accounts.services.naming import rename
from accounts.sign_in.forms import NameForm, said
from common import rate_limits
from common.view_kinds import fresh_form, post_only


@fresh_form()
def name(request: HttpRequest) -> HttpResponse:
    """Show the form, or change the name and redirect to the home page. A visitor who chooses a name becomes a guest."""
    shown = request.user.display_name.removesuffix(BOT_MARK) if isinstance(request.user, User) else ""
    form = NameForm(request.POST if request.method == "POST" else None, user_id=request.user.pk, current=shown)
    if form.is_valid():
        try:
            rename(ensure_player(request).pk, form.cleaned_data["name"])
            return redirect("lobby:home")
        except BadName as refusal:  # too soon, or another player took it a moment earlier
            form.add_error("name", said(refusal))
        except rate_limits.TooMany as met:
            form.add_error("name", rate_limits.told(request, met))
    return render(request, "accounts/name.html", {"form": form})


@post_only()
def figures(request: HttpRequest) -> HttpResponse:
    """`hide` 1 or 0: whether other users see the player's figures, and the leaderboards the player."""
    if isinstance(request.user, User):
        request.user.hides_figures = request.POST.get("hide") == "1"
        request.user.save(update_fields=["hides_figures"])
    return redirect("accounts:account")


@post_only()
def language(request: HttpRequest) -> HttpResponse:
    """Set the language for this browser, as Django does, and for the player's other browsers."""
    response: HttpResponse = set_language(request)
    chosen = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)
    if chosen is not None and isinstance(request.user, User):
        languages.note(request.user, chosen.value)
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The controls of the preferences, for a page that fetches them on demand; or store posted choices, one or more by
    key. A script gets an empty response; a form with a button `save` redirects to the account page."""
    if request.method == "GET":
        return render(request, "accounts/preferences.html")
    given = {key: value for key, value in request.POST.items() if key not in ("csrfmiddlewaretoken", "save")}
    response = redirect("accounts:account") if "save" in request.POST else HttpResponse(status=204)
    try:
        preferred.keep(request, response, given)
    except preferred.BadPreference as bad:
        return JsonResponse({"ok": False, "code": bad.code}, status=400)
    return response
