"""Which characters are letters: the table for written words, and for look-ups, that anything else is simply no word."""

import unicodedata

import pytest

from dictionary import api
from dictionary.normalise import ALPHABETS, spelled
from game.crossword import tiles

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

# Characters that upper, lower, fold, compatibility forms or the eye take for letters, or that hide among them.
STRANGERS = [
    # Case mapping makes plain letters of these.
    "\u0131", "\u0130", "\u017f", "\u00df", "\u1e9e", "\ufb00", "\ufb01", "\ufb02", "\ufb03", "\ufb04", "\ufb05",
    "\ufb06", "\u0149", "\u01f0", "\u1e96", "\u1e97", "\u1e98", "\u1e99", "\u1e9a", "\u1e9b",
    # Compatibility forms: full width, circled, mathematical, raised, Roman numerals, ordinals, digraphs.
    "\uff21", "\uff41", "\uff3a", "\uff5a", "\u24b6", "\u24d0", "\U0001d400", "\U0001d41a", "\U0001d4d0", "\U0001d504",
    "\U0001d7d8", "\u1d2c", "\u1d43", "\u2090", "\u2071", "\u207f", "\u2160", "\u216c", "\u2170", "\u00aa", "\u00ba",
    "\u01c4", "\u01c5", "\u01c6", "\u0132", "\u0133", "\u2100", "\u2122", "\u2103", "\u210c", "\u212c", "\u2130",
    "\U0001f130", "\U0001f1e6", "\U0001f170",
    # Look-alikes of other scripts and odd Latin ones.
    "\u0410", "\u0412", "\u0415", "\u041a", "\u041c", "\u041d", "\u041e", "\u0420", "\u0421", "\u0422", "\u0425",
    "\u0430", "\u0435", "\u043e", "\u0440", "\u0441", "\u0445", "\u0443", "\u0455", "\u0456", "\u0458", "\u0391",
    "\u0392", "\u0395", "\u0397", "\u0399", "\u039a", "\u039c", "\u039d", "\u039f", "\u03a1", "\u03a4", "\u03a7",
    "\u03bf", "\u03c3", "\u03c2", "\u0405", "\u0406", "\u13aa", "\u13b3", "\u2c6d", "\u0251", "\u0261", "\ua4d0",
    "\ua4f2", "\u1d00", "\u0299", "\u04d2", "\u04d3", "\u04e6", "\u04d4",
    # Letters of other languages.
    "\u00c6", "\u00e6", "\u00d8", "\u00f8", "\u00de", "\u00f0", "\u0152", "\u0141", "\u0142", "\u0110", "\u00c0",
    "\u00e1", "\u00e2", "\u00e3", "\u00e9", "\u00ea", "\u00eb", "\u00ed", "\u00f1", "\u00f3", "\u00f5", "\u00fa",
    "\u00fc", "\u00e7", "\u0160", "\u0150", "\u01d3", "\u01fa", "\u01de", "\u0226", "\u1e00", "\u022a", "\u4e00",
    "\u05d0", "\u0627", "\uac00",
    # Nothing to see: zero width, directions, joiners, soft hyphen, variation, tags, fillers, marks alone.
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066",
    "\u2069", "\u061c", "\u180e", "\ufe0f", "\ufe00", "\U000e0041", "\U000e0100", "\u115f", "\u3164", "\u034f",
    "\u0323", "\u0327", "\u20dd", "\u0345", "\u1160",
    # Spaces, controls, digits, signs, private and broken characters.
    " ", "\u00a0", "\u2003", "\u2028", "\u3000", "\t", "\n", "\r", "\0", "\x01", "\x1b", "\x7f", "\x85", "0", "1", "5",
    "\u0660", "\uff10", "\u00b2", "?", "*", ".", "-", "'", "\u2019", "\u2010", "_", "/", "\\", "%", "<", "&", "@",
    "\u00c5\u0300", "\u02da", "\u00b0", "\ue000", "\ufffd", "\uffff", "\ud800", "\udfff", "\U0010ffff", "\U0001f600",
]  # fmt: skip


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(SPELLED) + len(set(STRANGERS)) > 200
    assert len(set(STRANGERS)) == len(STRANGERS)


def test_the_letters_are_those_of_the_tiles() -> None:
    assert {language: set(letters) for language, letters in ALPHABETS.items()} == {
        language: set(letters) for language, letters in tiles.ALPHABETS.items()
    }
    for letters in ALPHABETS.values():
        assert unicodedata.is_normalized("NFC", letters)
        assert all(len(letter.lower()) == 1 for letter in letters)


@pytest.mark.parametrize(("text", "english", "swedish"), SPELLED, ids=[ascii(row[0]) for row in SPELLED])
def test_what_is_written_spells(text: str, english: str, swedish: str) -> None:
    assert spelled(text, "en") == english
    assert spelled(text, "sv") == swedish


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("stranger", STRANGERS, ids=[ascii(stranger) for stranger in STRANGERS])
def test_a_stranger_is_no_letter_and_spoils_the_word(stranger: str, language: str) -> None:
    for text in (stranger, f"{stranger}SORT", f"SO{stranger}RT", f"SORT{stranger}", f"sort{stranger}"):
        assert spelled(text, language) is None
        assert text not in api.lexicon(language, "2026.11")


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


@pytest.mark.parametrize(
    "thing", [None, 0, 1.5, True, b"SORT", bytearray(b"SORT"), ["SORT"], ("S", "O"), {"SORT"}, {}, object(), str]
)
def test_what_is_no_text_is_no_word_and_no_error(thing: None) -> None:
    assert thing not in api.lexicon("en", "2026.11")
