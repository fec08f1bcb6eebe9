"""Validation of players' names: what may be shown, and which names look alike.

`clean_name` validates every name that is shown. `keys_of` gives a name's keys: a reader confuses two names that share a
key, so an account's keys are unique (models.NameKey). The table of look-alikes is Unicode's, from
confusable_homoglyphs; digits read as letters, and marks on Latin letters, are our own. Which player has a name is
decided in services/naming.py, what is too offensive in offensive_names.py.
"""

import re
import unicodedata
from datetime import datetime
from functools import lru_cache

from common.typed_text import as_meant

SHORTEST_NAME = 2
NAME_LENGTH = 20  # the longest name the match page fits

BOT_MARK = " (bot)"
"""What the name of a bot ends in, wherever it stands: no person's name may have a bracket in it."""

# Letters by Unicode, yet they show as nothing at all (the Hangul fillers).
_UNSEEN_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
_LETTERS_AND_DIGITS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"})
_ANY_SCRIPT = frozenset({"COMMON", "INHERITED"})
# Languages that are written in several scripts at once.
_TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
_DIRECTION_MARKS = str.maketrans("", "", "\u200e\u200f")

# Digits that are read as letters, no two as the same one: names that differ in a digit stay different.
_READ_AS = str.maketrans("34578", "eastb")
# Marks that make another letter of their base letter: å, ä, ö.
_RING, _DOTS = "\u030a", "\u0308"
_LETTERS_OF_THEIR_OWN = frozenset({("a", _RING), ("a", _DOTS), ("o", _DOTS)})

# Names that would be taken for the site's own, for a program's, or for a guest's.
_RESERVED = (
    "AI", "anonymous", "anonym", "bot", "computer", "dator", "datorn", "deleted", "Deleted player", "domare", "domaren",
    "guest", "gäst", "help", "hjälp", "host", "info", "ingen", "kundtjänst", "mod", "motståndare", "motståndaren",
    "nobody", "none", "null", "officiel", "official", "officiell", "opponent", "owner", "player", "Raderad spelare",
    "referee", "root", "security", "server", "service", "spelare", "staff", "support", "system", "system message",
    "the game", "the host", "the opponent", "undefined", "värd", "värden", "webmaster", "you", "du",
)  # fmt: skip
_RESERVED_BEGINNINGS = ("admin", "alfabot", "alfapower", "moderator", "operator", "operatör")
NUMBERED_GUEST = r"^(Guest|Gäst) [0-9]{4}$"  # as services/guests.py makes them, in each language of the interface
_GUEST_AND_NUMBER = re.compile(r"(guest|gäst)\d*", re.IGNORECASE)
# What may stand between two letters or digits of a name, one at a time; space and hyphen may stand anywhere within.
_WITHIN = re.compile(r"(?<=[^\W_])['_](?=[^\W_])")


class BadName(ValueError):
    """A name that cannot be used. `code`: too_short, too_long, bad_character, no_letter, mixed_scripts, reserved,
    offensive, taken, to_be_changed (the player was told to give it up), or too_soon, with the time from which another
    may be taken in `since`."""

    def __init__(self, code: str, since: datetime | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.since = since


def clean_name(raw: str) -> str:
    """The name as it will be shown, cleaned by common/typed_text.py. Raises BadName.

    2-20 letters, digits, spaces and hyphens, at least one of them a letter or digit, all in one script; apostrophes and
    underscores between two letters or digits, as in O'Brien and Jean_Luc. Invisible characters, such as zero-width and
    direction-changing ones, are removed and all others refused, so no name can be disguised or bend the text around it.
    """
    name = as_meant(raw).replace("\u2019", "'")
    if not all(_may_stand_in_name(char) for char in _WITHIN.sub("", name)):
        raise BadName("bad_character")
    if len(name) < SHORTEST_NAME:
        raise BadName("too_short")
    if len(name) > NAME_LENGTH:
        raise BadName("too_long")
    if not any(char.isalnum() for char in name):
        raise BadName("no_letter")
    if not _is_one_script(name):
        raise BadName("mixed_scripts")
    return name


def is_reserved(name: str) -> bool:
    """Whether the name, or one that looks like it, is reserved."""
    keys = keys_of(name)
    if not keys.isdisjoint(_reserved_keys()) or _GUEST_AND_NUMBER.fullmatch(_closed(name)):
        return True
    beginnings = tuple(key for beginning in _RESERVED_BEGINNINGS for key in keys_of(beginning))
    return any(key.startswith(beginnings) for key in keys)


def keys_of(name: str) -> frozenset[str]:
    """The keys of a name, one for each case a reader may see it in: letters that differ as capitals may look alike as
    small ones, and the other way round. Spaces, hyphens, apostrophes and underscores are ignored, and so is BOT_MARK: a
    bot and a person may not share a name."""
    typed = _closed(name.removesuffix(BOT_MARK))
    plain = unicodedata.normalize("NFKC", typed)
    return frozenset(_key(form) for form in (typed, plain, plain.casefold(), plain.upper()))


def _key(form: str) -> str:
    """The Unicode skeleton of one form, in small letters; digits as the letters they are read as, and Latin letters
    without the marks that make no other letter of them."""
    first = _first_of_its_kind()
    parts = [first.get(char, char) for char in unicodedata.normalize("NFD", form)]
    # Unicode's table knows rn for m, but not vv for w.
    bare = _bare(unicodedata.normalize("NFD", "".join(parts).casefold()))
    return unicodedata.normalize("NFC", bare).replace("w", "vv").translate(_READ_AS)


def _bare(decomposed: str) -> str:
    kept: list[str] = []
    base = ""
    for char in decomposed:
        if not unicodedata.combining(char):
            base = char
        elif "LATIN" in unicodedata.name(base, "LATIN") and (base, char) not in _LETTERS_OF_THEIR_OWN:
            continue
        kept.append(char)
    return "".join(kept)


def _closed(name: str) -> str:
    return re.sub(r"[ '_-]", "", name)


def _may_stand_in_name(char: str) -> bool:
    if char in " -":
        return True
    return unicodedata.category(char) in _LETTERS_AND_DIGITS and char not in _UNSEEN_LETTERS


def _is_one_script(name: str) -> bool:
    from confusable_homoglyphs import categories  # here: its tables load slowly

    scripts = {categories.alias(char) for char in name} - _ANY_SCRIPT
    return len(scripts) < 2 or any(scripts <= together for together in _TOGETHER)


@lru_cache(maxsize=1)
def _first_of_its_kind() -> dict[str, str]:
    """Map each character to the one that stands for all that look like it.

    In the table such a character lists all the others, and each of them lists it alone; a pair lists each other.
    """
    from confusable_homoglyphs import confusables

    found: dict[str, str] = {}
    for key, alike in confusables.confusables_data.items():
        char, other = key.translate(_DIRECTION_MARKS), alike[0]["c"].translate(_DIRECTION_MARKS)
        if len(alike) > 1 or len(char) != 1 or not other:
            continue
        is_pair = len(confusables.confusables_data.get(alike[0]["c"], ())) == 1 and len(other) == 1
        if not is_pair or other < char:
            found[char] = other
    return found


@lru_cache(maxsize=1)
def _reserved_keys() -> frozenset[str]:
    return frozenset().union(*(keys_of(name) for name in _RESERVED))
