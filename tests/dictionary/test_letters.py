"""Which characters are letters: the table for written words, and for look-ups, that anything else is simply no word."""

import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from dictionary import api
from dictionary.normalise import ALPHABETS, spelled
from game.crossword import tiles
from tests.support.run_length import LONG

NO = None

# Text, and the word it spells in English and in Swedish.
SPELLED = [
    # Plain letters, big and small.
    ("cat", "CAT", "CAT"),
    ("CAT", "CAT", "CAT"),
    ("cAt", "CAT", "CAT"),
    ("quiz", "QUIZ", "QUIZ"),
    ("wok", "WOK", "WOK"),
    ("i", "I", "I"),
    ("", "", ""),
    # Å, Ä and Ö are letters of Swedish alone, composed or not, in any order of equal marks.
    ("låta", NO, "LÅTA"),
    ("LÅTA", NO, "LÅTA"),
    ("la\u030ata", NO, "LÅTA"),
    ("LA\u030aTA", NO, "LÅTA"),
    ("l\u212bta", NO, "LÅTA"),  # the sign of the unit ångström
    ("a\u0308ta", NO, "ÄTA"),
    ("O\u0308L", NO, "ÖL"),
    ("åäö", NO, "ÅÄÖ"),
    # The kelvin sign is, by Unicode's own word, the letter K and composes to it.
    ("\u212aat", "KAT", "KAT"),
    # Letters with other marks are other letters.
    ("idé", NO, NO),
    ("ide\u0301", NO, NO),
    ("müsli", NO, NO),
    ("a\u030a\u0308", NO, NO),
    ("å\u0301", NO, NO),
    ("o\u0308\u0304l", NO, NO),
    ("a\u0338", NO, NO),
]


FURTHER = ("{}SORT", "SORT{}", "sort{}") if LONG else ()


def strangers(language: str) -> Iterator[str]:
    """Every character that is no letter of that language: those that upper, lower, fold, compatibility forms or the eye
    take for letters, or that hide among them; broken ones and some that mean nothing yet."""
    letters = {*ALPHABETS[language], *ALPHABETS[language].lower()}
    return (stranger for stranger, composed in characters() if composed not in letters)


@cache
def characters() -> list[tuple[str, str]]:
    """Every character that means something, and some that do not, each with what it is when it is composed."""
    every = map(chr, range(sys.maxunicode + 1))
    assigned = (one for one in every if unicodedata.category(one) not in ("Cn", "Co", "Cs"))
    return [(one, unicodedata.normalize("NFC", one)) for one in chain(assigned, "\ue000\ud800\udfff\uffff")]


def test_the_letters_are_those_of_the_tiles() -> None:
    assert {language: set(letters) for language, letters in ALPHABETS.items()} == {
        language: set(letters) for language, letters in tiles.ALPHABETS.items()
    }
    for letters in ALPHABETS.values():
        assert unicodedata.is_normalized("NFC", letters)
        assert all(len(letter.lower()) == 1 for letter in letters)


def test_what_is_written_spells() -> None:
    assert [(text, spelled(text, "en"), spelled(text, "sv")) for text, *_words in SPELLED] == SPELLED


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_stranger_is_no_letter_and_spoils_the_word(language: str) -> None:
    found = api.lexicon(language, "2026.11")
    for stranger in strangers(language):
        for text in (stranger, f"SOR{stranger}T", *(form.format(stranger) for form in FURTHER)):
            assert spelled(text, language) is None and text not in found, ascii(text)


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_look_up_maps_no_case_and_composes_nothing(language: str) -> None:
    found = api.lexicon(language, "2026.11")
    assert "SORT" in found
    for text in ("sort", "Sort", "sORT", "SORT ", " SORT", "", "SO\0RT", "S" * 100_000):
        assert text not in found
    if language == "sv":
        assert "LÅTA" in found
    for text in ("låta", "LA\u030aTA", "L\u212bTA", "\u212aAT", "KA\u0301T"):
        assert text not in found


def test_what_is_no_text_is_no_word_and_no_error() -> None:
    words = api.lexicon("en", "2026.11")
    none: tuple[object, ...] = (None, 0, 1.5, True, object(), str)
    things = (*none, b"SORT", bytearray(b"SORT"), ["SORT"], ("S", "O"), {"SORT"}, {})
    assert [thing for thing in things if thing in words] == []
