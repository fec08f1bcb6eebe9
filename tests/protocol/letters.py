"""Two hundred texts that are, look like, or become a letter when somebody is careless; and what each must come to.

The rule is written here anew, and knows nothing of the site: compose (NFC), then be exactly one of the language's
letters, capital or small, with or without the Alfa mark. No case mapping, no compatibility form, no trimming.
"""

import unicodedata

LETTERS = {"en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "sv": "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"}

_RING, _UMLAUT, _ACUTE, _CEDILLA, _DOT = "\u030a", "\u0308", "\u0301", "\u0327", "\u0307"

PLAIN = [*"ABIKOSZabikosz", *"ÅÄÖåäö", "é", "É", "Æ", "æ", "Ø", "ø", "Ü", "ü", "Ñ", "ñ", "Ç"]
CASE_TRAPS = [*"ıİſßẞŉǰΐﬅﬀﬁﬃǄǅǆǇĳĲςẖᴀ", "ſſ"]
COMPOSED = [
    base + mark for base in ("A", "a", "O", "o", "E", "s", "?") for mark in (_RING, _UMLAUT, _ACUTE, _CEDILLA, _DOT)
]  # fmt: skip
SIGNS = [*"\u212b\u212a\u2126\u2102\u2115\u2124\u210a\u2110\u00aa\u00ba\u2090\u1d2c"]
WIDE = [*"ＡａＺＫＳＩ？＊Ⓐⓐ𝐀𝒜𝔸𝕬𝖠𝙰𝐚🄰🅰⒜ᴬᵃₐ"]
LOOKALIKES = [*"АВЕКМНОРСТХІЅаеорсхі", *"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοι", "Ꭺ", "Ꮃ", "Ɑ", "ⲁ", "Օ", "ዐ", "〇", "Ɩ", "ǀ", "Ӧ", "Ӓ"]
UNSEEN = [*"\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u180e\u3164\u115f\ufe0f"]
AROUND = [
    f"{before}A{after}" for mark in (" ", "\0", "\n", "\t", *UNSEEN[:6]) for before, after in ((mark, ""), ("", mark))
]
NOTHING = ["", " ", "\0", "\x01", "\x7f", "\n", "\r", "\t", "\u00a0", "\u2003", "\u0085", "\ue000", "\ufffd", "\uffff"]
OTHER = [*"019٣²½Ⅷ.-_'\"<&%\\#!*?", "**", "??", "?*", "*?"]
EMOJI = ["😀", "🇸🇪", "👨‍👩‍👧", "❤️", "🅱️"]
TWO = ["AB", "Aa", "aA", "A*", "a*", "A**", "*A", "ss", "SS", "å*", "Å*", "\u212b*", "A\u030a*", "ij", "ABC", "A" * 100]

TEXTS = list(
    dict.fromkeys(
        PLAIN + CASE_TRAPS + COMPOSED + SIGNS + WIDE + LOOKALIKES + UNSEEN + AROUND + NOTHING + OTHER + EMOJI + TWO
    )
)


def tile_of(text: str, language: str) -> str | None:
    """The tile of a hand, "?" for a blank, that a text in a swap or a choice means; "" for one that no hand holds, None
    for what is no tile."""
    composed = unicodedata.normalize("NFC", text)
    mark = "*" if len(composed) == 2 and composed[1] == "*" else ""
    if len(composed) != 1 + len(mark):
        return None
    return composed if composed[0] in LETTERS[language] + "?" else ""


def laid_of(text: str, language: str) -> tuple[str, str] | None:
    """(tile of the hand, letter a blank is to be) that a text in a placement means; as `tile_of` for the rest."""
    tile = tile_of(text, language)
    if tile is None:
        return None
    letter = unicodedata.normalize("NFC", text)[0]
    for capital in LETTERS[language]:
        if letter == capital.lower():
            return "?" + unicodedata.normalize("NFC", text)[1:], capital
    return tile, ""


def temptations(text: str, language: str) -> list[str]:
    """Tiles of which a careless reader might think that the text means them."""
    found = {"A"}
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        plain = unicodedata.normalize(form, text)
        for careless in (plain, plain.upper(), plain.lower().upper(), plain.casefold().upper(), plain.strip()):
            found.update(letter for letter in careless if letter in LETTERS[language])
    return sorted(found)
