"""A small move finder for tests that play real words: plain tiles and blanks, as many at once as it can.

Independent of the engine. It looks at every stretch of every line that a word could fill exactly, and asks an
index of the words by their sorted letters which words the letters there and some of the hand can spell. Alfa
tiles in the hand stay there, and at most one blank is laid a turn.
"""

import gzip
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path

LISTS = Path(__file__).parents[2] / "dictionary" / "data"
Cell = tuple[int, int]
Move = list[tuple[int, int, str]]  # (row, column, tile): "A" plain, "a" a blank


class Finder:
    """Finds placements on boards of one lexicon; building it indexes the words, upper case."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_letters: dict[str, list[str]] = defaultdict(list)
        alphabet: set[str] = set()
        for word in words:
            if len(word) > 1:
                self._by_letters["".join(sorted(word))].append(word)
                alphabet.update(word)
        self._alphabet = sorted(alphabet)

    def best(
        self,
        rows: Sequence[str],
        hand: Sequence[str],
        *,
        dead: Collection[Cell] = (),
        claimed: Collection[Cell] = (),
        first: bool,
        limit: int | None = None,
    ) -> Move | None:
        """A legal placement with as many tiles as possible, at most `limit`; None when there is none.

        `rows` are the record's board rows (`.` empty, `#` dead, lower case a blank), `claimed` the cells that
        the opponent has claimed, `first` tells that no word has been laid yet.
        """
        board = Board(rows, set(dead), set(claimed))
        letters = [tile for tile in hand if len(tile) == 1 and tile != "?"]
        spare_blank = "?" in hand
        most = min(len(letters) + spare_blank, limit or len(hand))
        stretches = sorted(board.stretches(most, first), key=lambda stretch: -len(stretch.empty))
        groups: dict[int, list[str]] = {}
        checks: dict[tuple[Cell, bool], set[str] | None] = {}
        for stretch in stretches:
            count = len(stretch.empty)
            if count not in groups:
                groups[count] = self._groups(letters, spare_blank, count)
            for at in stretch.empty:
                if (at, stretch.across) not in checks:
                    checks[at, stretch.across] = self._cross_check(board, at, stretch.across)
            allowed = [checks[at, stretch.across] for at in stretch.empty]
            if any(letters_here is not None and not letters_here for letters_here in allowed):
                continue
            for group in groups[count]:
                for word in self._by_letters.get("".join(sorted(stretch.fixed + group)), ()):
                    move = fit(stretch, word, allowed, Counter(letters))
                    if move:
                        return move
        return None

    def _groups(self, letters: list[str], blank: bool, count: int) -> list[str]:
        """The distinct sets of `count` letters the hand can lay, at most one of them by the blank, in order."""
        groups = {"".join(group) for group in combinations(sorted(letters), count)}
        if blank:
            for group in {"".join(group) for group in combinations(sorted(letters), count - 1)}:
                groups.update(group + letter for letter in self._alphabet)
        return sorted(groups)

    def _cross_check(self, board: "Board", at: Cell, across: bool) -> set[str] | None:
        """The letters that make a word in the other direction; None when there is no other tile in it."""
        before, after = board.run_before(at, not across), board.run_after(at, not across)
        if not before and not after:
            return None
        return {letter for letter in self._alphabet if self.is_word(before + letter + after)}

    def is_word(self, word: str) -> bool:
        return word in self._by_letters.get("".join(sorted(word)), ())


class Stretch:
    """Cells of one line that a word would fill exactly: no tile stands right before or after."""

    def __init__(self, cells: list[Cell], board: "Board", across: bool) -> None:
        self.across = across
        self.pattern = [(at, board.tiles.get(at)) for at in cells]
        self.empty = [at for at, letter in self.pattern if letter is None]
        self.fixed = "".join(letter for _, letter in self.pattern if letter is not None)


class Board:
    """Tiles and closed cells of a board given as rows."""

    def __init__(self, rows: Sequence[str], dead: set[Cell], claimed: set[Cell]) -> None:
        self.size = len(rows)
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        self.tiles = {at: mark.upper() for at, mark in marks.items() if mark not in ".#"}
        self.closed = dead | claimed | {at for at, mark in marks.items() if mark == "#"}

    def run_before(self, at: Cell, across: bool) -> str:
        letters, (r, c) = "", at
        while (at := (r, c - 1) if across else (r - 1, c)) in self.tiles:
            letters, (r, c) = self.tiles[at] + letters, at
        return letters

    def run_after(self, at: Cell, across: bool) -> str:
        letters, (r, c) = "", at
        while (at := (r, c + 1) if across else (r + 1, c)) in self.tiles:
            letters, (r, c) = letters + self.tiles[at], at
        return letters

    def stretches(self, most: int, first: bool) -> Iterator[Stretch]:
        """All stretches with 1 to `most` empty cells where the rules let tiles be laid."""
        centre = (self.size // 2, self.size // 2)
        for across in (True, False):
            for line in range(self.size):
                cells = [(line, i) if across else (i, line) for i in range(self.size)]
                for start, at in enumerate(cells):
                    if start and cells[start - 1] in self.tiles:
                        continue
                    empty, taken, links = 0, [], first or not self.tiles
                    for end in range(start, self.size):
                        at = cells[end]
                        if at in self.closed or empty + (at not in self.tiles) > most:
                            break
                        taken.append(at)
                        empty += at not in self.tiles
                        links = links or at in self.tiles or self._touches(at)
                        ends_here = end + 1 == self.size or cells[end + 1] not in self.tiles
                        if links and empty and len(taken) > 1 and ends_here and (not first or centre in taken):
                            yield Stretch(list(taken), self, across)

    def _touches(self, at: Cell) -> bool:
        r, c = at
        return any(near in self.tiles for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))


def fit(stretch: Stretch, word: str, allowed: list[set[str] | None], hand: Counter[str]) -> Move | None:
    """The word laid into the stretch, or None; a letter the hand lacks is laid by the blank."""
    move: Move = []
    for (at, fixed), letter in zip(stretch.pattern, word, strict=True):
        if fixed is not None:
            if fixed != letter:
                return None
            continue
        letters_here = allowed[len(move)]
        if letters_here is not None and letter not in letters_here:
            return None
        if hand[letter]:
            hand[letter] -= 1
            move.append((*at, letter))
        else:
            move.append((*at, letter.lower()))
    return move


@lru_cache
def finder(language: str, longest: int) -> Finder:
    """The words of the site's own list up to a length."""
    with gzip.open(LISTS / f"{language}.txt.gz", "rt", encoding="utf-8") as lines:
        return Finder(word for line in lines if len(word := line.strip().upper()) <= longest)
