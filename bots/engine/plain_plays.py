"""Converts boards and hands of games with only letters and blanks for the search, and its plays to tiles."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from bots.engine.plays import Play
from bots.engine.position import Position, blank_position, bonuses_of
from bots.engine.view_to_position import letters_of
from bots.rules import BLANK, HAND_SIZE, LETTER_FACTOR, WORD_FACTOR, Placed


class Square(Protocol):
    """A square of a board: its bonus, and the letter ("" for none) and value of the tile there."""

    @property
    def bonus(self) -> str: ...

    @property
    def letter(self) -> str: ...

    @property
    def value(self) -> int: ...


class Token(Protocol):
    """A tile of a hand, by the record's token."""

    @property
    def tile(self) -> str: ...


Held = TypeVar("Held", bound=Token)


def position_on(size: int, squares: Sequence[Square], hand: Iterable[str], values: Mapping[str, int],
                language: str, bingo: int) -> Position:  # fmt: skip
    """A board of squares with a player's hand (the record's tokens). `values` are those of the letters that will be
    looked up; `bingo` is the bonus for a whole hand laid at once. Before the first word a play must cover the centre.
    """
    numbers = {letter: number for number, letter in enumerate(letters_of(language), 1)}
    position = blank_position(size)
    for index, square in enumerate(squares):
        if square.letter:
            position.letters[index] = numbers[square.letter]
            position.values[index] = square.value
            position.free[index] = 0
        else:
            position.letter_factor[index] = LETTER_FACTOR.get(square.bonus, 1)
            position.word_factor[index] = WORD_FACTOR.get(square.bonus, 1)
    for letter, value in values.items():
        if letter in numbers:
            position.tile_values[numbers[letter]] = value
    for token in hand:
        position.hand[numbers.get(token, 0)] += 1
    opened = any(square.letter for square in squares)
    return position._replace(opened=opened, bonuses=bonuses_of({HAND_SIZE: bingo}))


def placed_of(play: Play, size: int, language: str) -> tuple[Placed, ...]:
    """The tiles of a play as an action names them."""
    letters, placed = letters_of(language), []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        row, col = divmod(laid.cell, size)
        placed.append(Placed(row, col, BLANK, letter) if laid.blank else Placed(row, col, letter, ""))
    return tuple(placed)


def kept_after(hand: Iterable[Held], placed: Iterable[Placed]) -> list[Held]:
    """The hand without the tiles laid."""
    kept = list(hand)
    for one in placed:
        kept.remove(next(tile for tile in kept if tile.tile == one.tile))
    return kept
