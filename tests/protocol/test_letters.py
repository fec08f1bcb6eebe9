"""Two hundred odd letters: what each may be, decided here by a rule of its own and compared with the wire and the
rules.
"""

import unicodedata

import pytest

from game import wire
from game.rules.tiles import read_placed

ALPHABETS = {"en": set("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "sv": set("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ")}

ODD = [
    *"ıſßİǰŉŁłĐđØøÆæŒœÞþÐð",
    *"àáâãäåèéêëìíîïòóôõöùúûüýÿçñ",
    *"ÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜÝÇÑ",
    *"АВЕКМНОРСТУХасеорух",
    *"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοκν",
    *"ＡＢＺａｂｚ",
    *"ⒶⓐⅠⅰ①½²ªº",
    *"𝐀𝐚𝔸𝕒𝒜",
    *"012789",
    *"!#*?.,;:'\"/\\<>&%$€",
    "A\u030a", "a\u030a", "A\u0308", "a\u0308", "O\u0308", "o\u0308", "E\u0301", "e\u0301", "N\u0303",
    "A\u030a\u0301", "a\u0308\u030a", "\u212b", "\u212a", "\u2126", "\u1e9e", "\ufb01", "\ufb00", "\ufb06",
    "\u200b", "\u200d", "\u200e", "\u202e", "\u2060", "\ufeff", "\u00ad", "\u0301", "\u0000", "\u001b", "\u007f",
    " ", "\t", "\n", "\u00a0", "\u3000", "", "AB", "ab", "Ab", "A ", " A", "A\u200b", "\u200ba", "aa*", "A**", "**",
    "😀", "🅰", "🇸🇪", "가", "ア", "字", "ע", "ش", "\U0001f1e6", "\ue000", "\uffff",
]  # fmt: skip


def expected(text: str, language: str) -> str:
    """Composed first, then exact: the "letter" of the alphabet it is, a "blank" that names one, "other", or no
    "tile".
    """
    composed = unicodedata.normalize("NFC", text)
    if len(composed) == 2 and composed.endswith("*"):
        composed = composed[0]
    if len(composed) != 1:
        return "no tile"
    if composed in ALPHABETS[language]:
        return "letter"
    small = {letter.lower(): letter for letter in ALPHABETS[language]}
    return "blank" if composed in small else "other"


def found(text: str, language: str) -> str:
    """What the wire makes of it."""
    try:
        (placed,) = wire.read_tiles([[0, 0, text]], language)
    except wire.BadMessage:
        return "no tile"
    if placed.named in ALPHABETS[language]:
        return "blank"
    if placed.tile.removesuffix("*") in ALPHABETS[language]:
        return "letter"
    return "other"


def test_there_are_enough_of_them():
    assert len(set(ODD)) >= 190


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("text", ODD, ids=[ascii(text) for text in ODD])
def test_a_letter_is_what_the_rule_says(text, language):
    assert found(text, language) == expected(text, language)


@pytest.mark.parametrize("language", ["en", "sv"])
def test_no_two_letters_are_taken_for_one(language):
    """Whatever is read as a letter is that letter, not a relative: over the whole of the basic plane."""
    for code in range(0x10000):
        if 0xD800 <= code < 0xE000:
            continue
        placed = read_placed(0, 0, chr(code), language)
        if placed is None:
            continue
        letter = placed.named or placed.tile
        if letter in ALPHABETS[language]:
            composed = unicodedata.normalize("NFC", chr(code))
            assert composed in (letter, {one.upper(): one for one in [letter.lower()]}[letter])
