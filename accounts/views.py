"""Pages about oneself. So far one: choosing the name the others see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import NameForm, said
from accounts.models import User
from accounts.names import BadName
from accounts.services.guests import ensure_player
from accounts.services.naming import rename


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Show the form, or take the new name and go home. A visitor who chooses a name becomes a guest."""
    shown = request.user.display_name if isinstance(request.user, User) else ""
    if request.method == "POST":
        form = NameForm(request.POST, user_id=request.user.pk, current=shown)
        if form.is_valid():
            try:
                rename(ensure_player(request).pk, form.cleaned_data["name"])
                return redirect("lobby:home")
            except BadName as refusal:  # somebody else was quicker by a moment
                form.add_error("name", said(refusal))
        return render(request, "accounts/name.html", {"form": form})
    return render(request, "accounts/name.html", {"form": NameForm(current=shown)})
