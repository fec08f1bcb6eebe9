"""Plays a bot's turns in a first match while the engine is still being built: short everyday words, found simply.

No graph, no machine code: a word crosses one tile of the board and touches no other, so that only the word itself has
to be looked up. The deal of such a match was chosen for this (first_deal.py), and the newcomer plays first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bots.levels import LEVELS
from bots.rules import Action, Place, Placed, View
from bots.vocabulary import everyday_words
from dictionary import api as dictionary
from game.api import BotSight

LONGEST = 4
"""Letters of a word: three tiles at most are laid, fewer than make an Alfa tile."""
SHORTEST = 2


def think(sight: BotSight) -> Action | None:
    """A word of the bot's level, one of the longest possible; None if no word is that simple."""
    level = LEVELS[sight.level]
    name, version = sight.lexicon
    return word_on(sight.view, _words(name, version, sight.view.rules.text("language"), level.everyday or 0.0))


def word_on(view: View, words: Sequence[str]) -> Place | None:
    """The first of these words that the hand can lay across one tile of the board, clear of all others."""
    letters = [cell.letter for cell in view.cells]
    hand = Counter(tile.letter for tile in view.hand if tile.letter and not tile.alfa)
    for word in words:
        for squares in _places(word, letters, view.size):
            new = [(at, letter) for at, letter in zip(squares, word, strict=True) if not letters[at]]
            is_free = not any(view.cells[at].dead or view.cells[at].claim not in (None, view.viewer) for at, _ in new)
            if is_free and Counter(letter for _, letter in new) <= hand:
                return Place(tuple(Placed(*divmod(at, view.size), letter) for at, letter in new))
    return None


def _places(word: str, letters: Sequence[str], size: int) -> Iterator[list[int]]:
    """The squares of the word wherever it crosses one tile that has its letter there and touches no other."""
    for at, letter in enumerate(letters):
        for place in (place for place, own in enumerate(word) if letter and own == letter):
            for down in (False, True):
                squares = _line(at, place, len(word), size, down)
                if squares and _is_clear(squares, at, letters, size, down):
                    yield squares


def _line(at: int, place: int, length: int, size: int, down: bool) -> list[int]:
    """The squares of a word of that length whose letter number `place` lies there; empty if it leaves the board."""
    step, along = (size, at // size) if down else (1, at % size)
    if along < place or along - place + length > size:
        return []
    return [at + step * (number - place) for number in range(length)]


def _is_clear(squares: Sequence[int], crossed: int, letters: Sequence[str], size: int, down: bool) -> bool:
    """Whether no tile but the crossed one lies on these squares, beside them, or at the word's ends."""
    own = set(squares)
    ends = {neighbour for at in (squares[0], squares[-1]) for neighbour in _beside(at, size, down)} - own
    sides = {neighbour for at in own - {crossed} for neighbour in _beside(at, size, not down)}
    return not any(letters[at] for at in (own - {crossed}) | ends | sides)


def _beside(at: int, size: int, down: bool) -> Iterator[int]:
    row, col = divmod(at, size)
    for by in (-1, 1):
        other_row, other_col = (row + by, col) if down else (row, col + by)
        if 0 <= other_row < size and 0 <= other_col < size:
            yield other_row * size + other_col


@lru_cache(maxsize=4)
def _words(name: str, version: str, language: str, everyday: float) -> tuple[str, ...]:
    """The short words that the level knows and the list has, the longest first."""
    lexicon = dictionary.lexicon(name, version)
    short = [word for word in everyday_words(language, everyday) if SHORTEST <= len(word) <= LONGEST]
    return tuple(sorted((word for word in short if word in lexicon), key=lambda word: (-len(word), word)))
