"""The form of a room's rules as plain values for its templates: sections, fields and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass

from game import api as game
from lobby.theme_models import ThemeList

KeptBoards = Sequence[tuple[str, Sequence[str]]]
"""The boards that a player has kept: the name of each, and its rows."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of several. `value` is what is posted."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A board that the player has kept, as a button. Its rows are posted: a room keeps them, even if the player changes
    or deletes the board."""

    number: int
    name: str
    rows: Sequence[str]
    is_chosen: bool

    @property
    def value(self) -> str:
        """The rows as they are posted."""
        return " ".join(self.rows)

    @property
    def picture(self) -> Sequence[Sequence[str]]:
        """The kinds of its squares."""
        return game.kinds(self.rows)


@dataclass(frozen=True, slots=True)
class Part:
    """One of several: an item on or off, a price, or both. `number` and `is_on` are None where it has none."""

    key: str
    title: str
    is_on: bool | None
    is_last_on: bool
    number_name: str
    number: int | None
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Word:
    """One of a list of words, and whether the word list of the match's language has it."""

    text: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One setting with its value, ready to be drawn. What a widget has no use for is empty."""

    key: str
    widget: str
    label: str
    hint: str
    is_changed: bool
    is_on: bool = False
    choices: Sequence[Choice] = ()
    number: int | None = None
    low: int = 0
    high: int = 0
    step: int = 1
    days: Sequence[Choice] = ()
    parts: Sequence[Part] = ()
    words: Sequence[Word] = ()
    lists: Sequence[ThemeList] = ()
    rows: Sequence[str] = ()
    boards: Sequence[Board] = ()

    @property
    def picture(self) -> Sequence[Sequence[str]]:
        """The kinds of a board's squares."""
        return game.kinds(self.rows)

    @property
    def is_written(self) -> bool:
        """Whether the rows are a board that has no button of its own."""
        return self.is_on and not any(board.is_chosen for board in self.boards)

    @property
    def written_rows(self) -> str:
        """The rows of a board, one a line."""
        return "\n".join(self.rows)

    @property
    def text(self) -> str:
        """The words as they are typed."""
        return " ".join(word.text for word in self.words)

    @property
    def has_unknown(self) -> bool:
        """Whether some of the words are in no word list."""
        return not all(word.is_known for word in self.words)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the form that folds. `summary` shows its values while it is folded."""

    key: str
    title: str
    icon: str
    is_open: bool
    summary: str
    fields: Sequence[Field]
