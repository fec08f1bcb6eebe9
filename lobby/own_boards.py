"""A player's own boards in forms of rules: those kept, and the one that a match would be played on."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest

from accounts.api import boards_of
from game import api as game
from lobby.form_fields import KeptBoards


def kept_boards(request: HttpRequest) -> KeptBoards:
    """The boards of the signed-in user; none for a visitor."""
    if not request.user.is_authenticated:
        return ()
    return [(board.name, board.rows) for board in boards_of(request.user)]


def own_board(settings: Mapping[str, object], variant: str) -> Sequence[Sequence[str]]:
    """The kinds of the squares of a player's own board, row by row; empty where these rules are for a ready-made
    one."""
    said = game.describe(settings, variant)
    return game.kinds(said.layout) if said.own_board else ()
