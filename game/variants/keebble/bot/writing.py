"""Where letters given may be written: words first, and what is left over where it may lie.

How many are due, and what active powers ask of their cells, comes from the rules; ways that they refuse fall out later.
"""

import random
from collections.abc import Iterator, Sequence

from game.variants.keebble.bot.places import Tiles, letters_left, somewhere
from game.variants.keebble.bot.rules import OVERWRITE, SIZE, Board, Cell, MatchState, Room, Written, room_for
from game.variants.keebble.bot.words import Speller, Spelling

WORDS_TRIED = 10
"""Words of which the rest of the letters is thought about."""

REST_TRIED = 2
"""Places that are tried for the rest, where it makes no word."""


def writings(state: MatchState, given: Sequence[str], speller: Speller, rng: random.Random) -> Iterator[Tiles]:
    """Ways of writing the letters, the one that is always allowed first."""
    room = room_for(state.board, state.active, given)
    letters = [letter for letter in given if letter != OVERWRITE]
    yield somewhere(state, letters, room, (), None)
    for spelling in _best(speller, state, state.board, letters, room):
        yield from _completed(state, letters, room, spelling.tiles, speller, rng)
    for _ in range(REST_TRIED):
        yield somewhere(state, letters, room, (), rng)


def written(state: MatchState, tiles: Tiles) -> Board:
    """The board with them on it, as the letters of the seat on turn."""
    worth = dict(state.values)
    fresh: dict[int, Cell] = {}
    for index, said in tiles:
        score = int(said[1]) if len(said) > 1 else worth[said]
        cell = state.board.cells[index]
        fresh[index] = cell._replace(letter=said[0].upper(), wild=len(said) > 1, owner=state.active, score=score)
    return state.board.put(fresh)


def as_targets(tiles: Tiles) -> tuple[Written, ...]:
    """As an action names them."""
    return tuple((*divmod(index, SIZE), said) for index, said in tiles)


def _best(speller: Speller, state: MatchState, board: Board, letters: Sequence[str], room: Room) -> list[Spelling]:
    return speller.spellings(state, board, letters, room)[:WORDS_TRIED]


def _completed(state: MatchState, letters: Sequence[str], room: Room, tiles: Tiles, speller: Speller,
               rng: random.Random) -> Iterator[Tiles]:  # fmt: skip
    """A word's letters with all the others: another word of them where there is one, else somewhere."""
    rest, left = letters_left(state.board, letters, room, tiles)
    if not left.over + left.fresh:
        yield tiles
        return
    board = written(state, tiles)
    for spelling in speller.spellings(state, board, rest, left)[:1]:
        if not {index for index, _ in spelling.tiles} & {index for index, _ in tiles}:
            both = (*tiles, *spelling.tiles)
            yield somewhere(state, letters, room, both, rng)
    for _ in range(REST_TRIED):
        yield somewhere(state, letters, room, tiles, rng)
