"""The fallback action of a bot in a turn of Keebble that it could not think about: there is no pass, so it takes the
first option that it can carry out somehow. Nothing here needs the word list."""

from collections.abc import Iterator

from bots.rules import Action, Refused, Resign
from game.variants.keebble.bot.places import somewhere
from game.variants.keebble.bot.rules import (
    OVERWRITE,
    PLAIN,
    SIZE,
    MatchState,
    Take,
    View,
    carry_out,
    kinds,
    room_for,
)
from game.variants.keebble.bot.view_to_state import match_of


def give_up(view: View) -> Action:
    """The first open option that the rules accept as it is carried out here; the match where there is none."""
    state = match_of(view)
    for take in _plain(state):
        try:
            carry_out(state, state.active, take)
        except Refused:
            continue
        return take
    return Resign()


def _plain(state: MatchState) -> Iterator[Take]:
    """Each open option, carried out on the first squares that are right for it."""
    board = state.board
    living = [(*divmod(index, SIZE), "content") for index, cell in enumerate(board.cells) if not cell.dead]
    free = [divmod(i, SIZE) for i, cell in enumerate(board.cells) if not cell.dead and cell.kind == PLAIN]
    lettered = [(*divmod(i, SIZE), "E" if board.cells[i].letter != "E" else "A") for i in board.lettered]
    for index in state.open:
        option = state.options[index]
        match option.kind:
            case kinds.LETTERS | kinds.BACKPACK:
                is_saved = option.kind == kinds.BACKPACK
                given = state.players[state.active].backpack if is_saved else option.letters
                room = room_for(board, state.active, given)
                letters = [letter for letter in given if letter != OVERWRITE]
                tiles = somewhere(state, letters, room, (), None)
                yield Take(index, tiles=tuple((*divmod(cell, SIZE), said) for cell, said in tiles))
            case kinds.WALL:
                yield Take(index, walls=board.open_edges[: option.n])
            case kinds.SPECIAL:
                yield Take(index, cells=tuple(free[: option.n]))
            case kinds.SWAP:
                yield Take(index, tiles=tuple(lettered[: option.n]))
            case kinds.DESTROY:
                yield Take(index, parts=tuple(living[: option.n]))
            case _:
                yield Take(index)
