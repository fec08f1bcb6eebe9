"""The pages about one player. Who may see whose is decided here, once: `shown_player`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User


def shown_player(request: HttpRequest, public_id: str) -> User:
    """The player of that id as far as the visitor may know; 404 for nobody.

    A guest has a page for themselves only, and a player whose account is closed has none: both are as unknown as an id
    that was never given.
    """
    player = User.objects.filter(public_id=public_id, is_active=True).first()
    if player is None or (player.is_guest and player.pk != request.user.pk):
        raise Http404("no such player")
    return player


@never_cache
@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """One player's statistics."""
    shown = shown_player(request, public_id)
    return render(request, "accounts/player.html", {"player": shown})
