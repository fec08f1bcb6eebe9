"""The whole basic plane: whatever is read as a letter is that letter, and not a relative of it."""

import unicodedata

import pytest

from game.crossword.tiles import read_placed
from tests.protocol.letters import LETTERS


@pytest.mark.parametrize("language", ["en", "sv"])
def test_no_two_letters_are_taken_for_one(language: str) -> None:
    for code in range(0x10000):
        if 0xD800 <= code < 0xE000:
            continue
        placed = read_placed(0, 0, chr(code), language)
        if placed is None:
            continue
        letter = placed.named or placed.tile
        if letter in LETTERS[language]:
            composed = unicodedata.normalize("NFC", chr(code))
            assert composed in (letter, letter.lower())
