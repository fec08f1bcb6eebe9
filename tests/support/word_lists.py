"""Word lists for tests: of every word but a few, of so many by chance, and one whose mood a test may change."""

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any, TypeVar

W = TypeVar("W")


class AllBut:
    """A word list that has every word but those `missing`."""

    name, version, digest = "every", "1", "0" * 64

    def __init__(self, *missing: str) -> None:
        self.missing = set(missing)

    def __contains__(self, word: object) -> bool:
        return word not in self.missing


@dataclass(frozen=True)
class CoinLexicon:
    """Knows about `share` per cent of all words: which, is a checksum's affair, the same in every process."""

    share: int
    salt: int = 0

    def __contains__(self, word: object) -> bool:
        return zlib.crc32(f"{self.salt} {word}".encode()) % 100 < self.share


class Moody:
    """A word list that takes nine words of ten, or in another mood all or none of them. The word alone decides."""

    name, version, digest = "moody", "1", "0" * 64

    def __init__(self, mood: str = "usual") -> None:
        self.mood = mood

    def __contains__(self, word: object) -> bool:
        if self.mood != "usual":
            return self.mood == "all"
        return hashlib.sha256(f"{word}".encode()).digest()[0] > 25


def lend(monkeypatch: Any, words: W) -> W:
    """Have the site take this list for every other one; gives it back."""
    for name in ("lexicon", "current"):
        monkeypatch.setattr(f"dictionary.api.{name}", lambda *args: words)
    return words


def know_every_word(monkeypatch: Any) -> AllBut:
    """Lend the site a word list that has every word."""
    return lend(monkeypatch, AllBut())
