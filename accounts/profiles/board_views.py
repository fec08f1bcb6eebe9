"""The views of a player's own boards: the list, and the page that edits one.

The page posts the rows as text, whether painted by the script or typed, and they are validated here.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.board_models import BOARD_NAME_LENGTH, MOST_BOARDS
from accounts.models import SavedBoard, User
from accounts.profiles import board_texts
from accounts.services import boards
from accounts.services.guests import ensure_player
from common import rate_limits
from common.view_kinds import fresh_form, fresh_page, post_only
from game import api as game

LONGEST_TEXT = 2000
"""Characters of the rows that are read, more than any board takes."""
FIRST = "standard15"
"""What a board begins as where nothing else is asked for."""


@fresh_page(rate_limits.OWN_BOARDS)
def board_list(request: HttpRequest) -> HttpResponse:
    """The player's boards, and the site's presets, to start from."""
    mine = boards.boards_of(request.user) if isinstance(request.user, User) else []
    context = {"boards": _pictured(mine), "most": MOST_BOARDS, "is_full": len(mine) >= MOST_BOARDS}
    return render(request, "accounts/boards.html", context | {"ready_made": game.ready_made_boards()})


@fresh_form()
def new(request: HttpRequest) -> HttpResponse:
    """Paint a new board, starting from the one named `from`; POST saves it. A visitor becomes a guest."""
    if request.method == "POST":
        return _keep(request, None)
    begun = {board.key: board for board in game.ready_made_boards()}
    rows = begun.get(request.GET.get("from", ""), begun[FIRST]).rows
    return _editor(request, None, "", "\n".join(rows))


@fresh_form()
def edit(request: HttpRequest, board_id: int) -> HttpResponse:
    """Paint or rename one of the player's own boards; POST saves it."""
    board = _own(request, board_id)
    if request.method == "POST":
        return _keep(request, board)
    return _editor(request, board, board.name, "\n".join(board.rows))


@post_only(rate_limits.OWN_BOARDS)
def duplicate(request: HttpRequest, board_id: int) -> HttpResponse:
    """Save a copy of one of the player's own boards, under another name."""
    board = _own(request, board_id)
    try:
        copy = boards.duplicate(board.user_id, board.pk)
        messages.info(request, _("There is a copy now: %(name)s.") % {"name": copy.name})
    except boards.BadBoard as refusal:
        messages.error(request, board_texts.said(refusal))
    return redirect("accounts:boards")


@post_only()
def delete(request: HttpRequest, board_id: int) -> HttpResponse:
    """Delete one of the player's own boards."""
    board = _own(request, board_id)
    boards.delete(board.user_id, board.pk)
    messages.info(request, _("Deleted: %(name)s.") % {"name": board.name})
    return redirect("accounts:boards")


def _own(request: HttpRequest, board_id: int) -> SavedBoard:
    """The player's own board of that key. Raises Http404 for another player's."""
    board = boards.board_of(request.user, board_id) if isinstance(request.user, User) else None
    if board is None:
        raise Http404
    return board


def _keep(request: HttpRequest, board: SavedBoard | None) -> HttpResponse:
    """Save what was posted and redirect to its page; or show the form again, with its errors."""
    name, text = request.POST.get("name", ""), request.POST.get("rows", "")[:LONGEST_TEXT].replace("\r\n", "\n")
    try:
        rate_limits.take(rate_limits.OWN_BOARDS, request)
        player_id = ensure_player(request).pk if board is None else board.user_id
        kept = boards.keep(player_id, name, game.rows_of_text(text), board.pk if board else None)
    except boards.BadBoard as refusal:
        refused = {"name" if refusal.is_about_name else "rows": board_texts.said(refusal)}
    except rate_limits.TooMany as met:
        refused = {"rows": rate_limits.told(request, met)}
    else:
        return redirect("accounts:board", kept.pk)
    return _editor(request, board, name, text, refused)


def _editor(
    request: HttpRequest, board: SavedBoard | None, name: str, text: str, refused: Mapping[str, str] | None = None
) -> HttpResponse:
    """The page with the board as painted or posted, and why it was not saved."""
    mine = boards.boards_of(request.user) if isinstance(request.user, User) else []
    rows = game.rows_of_text(text)
    is_board = game.board_fault(rows) is None
    context: dict[str, Any] = {
        "board": board,
        "boards": _pictured(mine),
        "most": MOST_BOARDS,
        "longest": BOARD_NAME_LENGTH,
        "name": name,
        "text": text,
        "size": len(rows) if is_board else game.BOARD_SIZES[1],
        "sizes": game.BOARD_SIZES,
        "picture": game.kinds(rows) if is_board else (),
        "refused": refused or {},
        "faults": board_texts.for_script(),
        "brushes": game.brushes(),
        "ready_made": game.ready_made_boards(),
    }
    return render(request, "accounts/board.html", context, status=400 if refused else 200)


def _pictured(mine: list[SavedBoard]) -> list[dict[str, Any]]:
    return [{"board": board, "picture": game.kinds(board.rows)} for board in mine]
