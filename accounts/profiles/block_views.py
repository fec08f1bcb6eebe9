"""Blocking a player and lifting it, from their page, a match or a room (rules/people.md §3). Nobody is told.

A script gets the entry as it now stands, with the way back; a form without one leads to a page that has it.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import blocks, walk_aways
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page, post_only
from game import api as game


@post_only(rate_limits.BLOCKS, fresh=True)
def block(request: HttpRequest, public_id: str) -> HttpResponse:
    """Block that player. 404 for an id that never existed, oneself, and a guest whom one has not met: all alike."""
    user, other = _two(request, public_id)
    blocks.block(user.pk, other.pk, game.now_ms())
    if wants_part(request):
        return _entry(request, other, is_blocked=True)
    messages.info(request, _("They are not told. You do not meet, and do not see each other."))
    return redirect("accounts:player", other.public_id)


@post_only(rate_limits.BLOCKS, fresh=True)
def unblock(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lift the block of that player. Nothing that it has ended comes back."""
    user, other = _two(request, public_id)
    blocks.unblock(user.pk, other.pk)
    may_block_again = blocks.whom(user.pk, public_id) is not None
    if wants_part(request):
        return _entry(request, other, is_blocked=False, is_last=not may_block_again)
    messages.info(request, _("%(name)s is not blocked any more.") % {"name": other.display_name})
    return redirect("accounts:account") if other.is_guest else redirect("accounts:player", other.public_id)


@fresh_page(rate_limits.PUBLIC_PAGES)
def in_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of a match's pages by which its player blocks and reports the others, with a word about walking away
    where that is what conceding would be; 404 for other users."""
    others = game.others_in(public_id, request.user.pk) if isinstance(request.user, User) else None
    if others is None:
        raise Http404("no such match of yours")
    players = User.objects.in_bulk(others)
    blocked = blocks.blocked_among(request.user.pk or 0, others)
    shown = [(players[pk], pk in blocked) for pk in others if pk in players]
    is_at_stake = walk_aways.is_at_stake(public_id, request.user.pk or 0)
    context = {"others": shown, "match": public_id, "is_at_stake": is_at_stake}
    return render(request, "accounts/block_in_match.html", context)


def _two(request: HttpRequest, public_id: str) -> tuple[User, User]:
    user = request.user
    other = blocks.whom(user.pk, public_id) if isinstance(user, User) else None
    if not isinstance(user, User) or other is None:
        raise Http404("no such player")
    return user, other


def _entry(request: HttpRequest, other: User, *, is_blocked: bool, is_last: bool = False) -> HttpResponse:
    context = {"other": other, "is_blocked": is_blocked, "is_last": is_last, "pressed": True}
    return render(request, "accounts/parts/block.html", context)
