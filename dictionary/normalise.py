"""Normalises written words: the letters of each language, and how a text becomes a word of the lists.

Not part of a look-up: `word in lexicon` is exact, and the game's words come from tiles. This is for text that users
type: NFC first, then each character must be a letter of the language, upper or lower case, by table. Python's `upper`
is not used, for it makes letters out of foreign ones (ı, ſ, ß, ﬁ).
"""

import unicodedata

ALPHABETS = {
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "sv": "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ",
}
"""The letters of each list's language, each one composed character."""

_BIG = {
    language: dict(zip(letters + letters.lower(), letters + letters, strict=True))
    for language, letters in ALPHABETS.items()
}

_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0308\u030a\u0327")
"""Grave, acute, circumflex, tilde, two dots, ring, cedilla: those of the words that the lists were made from."""


def spelled(text: str, language: str) -> str | None:
    """The word as the list of `language` ("en", "sv") spells it; None if a character is no letter of it."""
    big = _BIG[language]
    try:
        return "".join([big[letter] for letter in unicodedata.normalize("NFC", text)])
    except KeyError:
        return None


def folded(text: str, language: str) -> str | None:
    """`spelled`, but a letter with a foreign accent counts as the plain one, as when the lists were made: IDÉ is IDE.

    Å, Ä and Ö stay letters where they are letters. One accent per letter, from the table; all else is no letter.
    """
    plain = []
    for character in unicodedata.normalize("NFC", text):
        apart = unicodedata.normalize("NFD", character)
        is_accented = character not in _BIG[language] and len(apart) == 2 and apart[1] in _ACCENTS
        plain.append(apart[0] if is_accented else character)
    return spelled("".join(plain), language)
