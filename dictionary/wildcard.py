"""Matches words against a pattern: `?` stands for one letter, `*` for any number of them, also none.

Pure. All ways of matching are followed at once, as the bits of one number, so a word is read once from its first letter
to its last, whatever the pattern: no backtracking. A regular expression with several stars could take hours.
"""

from collections.abc import Iterable, Iterator

ONE, ANY = "?", "*"


class Pattern:
    """A pattern, parsed once for many words."""

    __slots__ = ("_by_letter", "_end", "_one", "_staying", "letters", "open_ended")

    def __init__(self, text: str) -> None:
        """`text`: letters as the list has them, `?` and `*`."""
        self.letters = 0
        self._by_letter: dict[str, int] = {}  # bit i: this letter leads from place i of the pattern to place i + 1
        self._one = 0  # the same for any letter
        self._staying = 0  # bit i: any letter may be passed over at place i
        for sign in text:
            place = 1 << self.letters
            if sign == ANY:
                self._staying |= place
                continue
            self.letters += 1
            if sign == ONE:
                self._one |= place
            else:
                self._by_letter[sign] = self._by_letter.get(sign, 0) | place
        self._end = 1 << self.letters
        self.open_ended = bool(self._staying)

    def fits(self, word: Iterable[str]) -> bool:
        """Whether the whole word matches. At most one step per letter."""
        places, staying, one, by_letter = 1, self._staying, self._one, self._by_letter
        for letter in word:
            places = (places & (one | by_letter.get(letter, 0))) << 1 | places & staying
            if not places:
                return False
        return bool(places & self._end)

    def among(self, words: Iterable[str]) -> Iterator[str]:
        """The words that match. At most one step per letter of the words."""
        for word in words:
            fits_in_length = len(word) == self.letters or (self.open_ended and len(word) > self.letters)
            if fits_in_length and self.fits(word):
                yield word
