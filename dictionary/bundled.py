"""The bundled word lists, listed in `data/lists.json`. Their licences: data/licenses/README.md.

A file is words in lower case, one a line, sorted by code point, gzip. `sha256` is that of the unpacked file, `digest`
that of the words as the game knows them: upper case, sorted, one a line, UTF-8.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dictionary.normalise import spelled

DATA = Path(__file__).parent / "data"

LICENCES = ("SCOWL", "DSSO", "LGPL-3.0", "GPL-3.0", "CC-BY-4.0")
"""The licence texts that lists may name, as in data/licenses; nothing else of that folder is served."""


@dataclass(frozen=True, slots=True)
class WordList:
    """One bundled list: `name` is its language, `version` is year.month with two digits, `words` how many it holds.

    Its origin is shown on the credits page; `licence_texts` names files of data/licenses.
    """

    name: str
    version: str
    file: str
    words: int
    sha256: str
    digest: str
    title: str = ""
    attribution: str = ""
    licence: str = ""
    licence_texts: str = ""


class DamagedList(Exception):
    """A bundled file that differs from its manifest entry."""


@lru_cache
def word_lists() -> tuple[WordList, ...]:
    """Every bundled list, newest version of a name first."""
    entries = [WordList(**entry) for entry in json.loads((DATA / "lists.json").read_text())]
    return tuple(sorted(entries, key=lambda entry: (entry.name, _numbers(entry.version)), reverse=True))


def read_words(entry: WordList) -> list[str]:
    """The words of a list, upper case and sorted; raises DamagedList."""
    try:
        raw = gzip.decompress((DATA / entry.file).read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedList(f"{entry.file}: {error}") from error
    if hashlib.sha256(raw).hexdigest() != entry.sha256:
        raise DamagedList(f"{entry.file}: not the bytes that lists.json names")
    words = []
    for number, line in enumerate(raw.decode(errors="replace").splitlines(), 1):
        word = spelled(line, entry.name)
        if not word:
            raise DamagedList(f"{entry.file}, line {number}: not a word of the language's letters")
        words.append(word)
    words.sort()
    if len(words) != entry.words or digest_of(words) != entry.digest:
        raise DamagedList(f"{entry.file}: not the words that lists.json names")
    return words


def words_text(entry: WordList) -> str:
    """The words of a list, upper case and sorted, each with a line end; raises DamagedList.

    Quicker than `read_words`, for the digest alone verifies them.
    """
    try:
        raw = gzip.decompress((DATA / entry.file).read_bytes()).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DamagedList(f"{entry.file}: {error}") from error
    text = "".join(sorted(raw.upper().splitlines(keepends=True)))
    if hashlib.sha256(text.encode()).hexdigest() != entry.digest:
        raise DamagedList(f"{entry.file}: not the words that lists.json names")
    return text


def blocked_words(language: str) -> list[str]:
    """The words of the bundled blocklist, upper case; not used until staff import it."""
    raw = gzip.decompress((DATA / f"block_{language}.txt.gz").read_bytes()).decode()
    return [word for line in raw.splitlines() if (word := spelled(line, language))]


def crude_words() -> frozenset[str]:
    """The words of all blocklists, upper case: also refused in players' names."""
    return frozenset(word for entry in word_lists() for word in blocked_words(entry.name))


def digest_of(words: Sequence[str]) -> str:
    """SHA-256, in hex, of sorted upper-case words, one a line."""
    return hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()


def _numbers(version: str) -> tuple[int, ...]:
    """Sort key of a version: 2026.11.16 comes after 2026.11.9."""
    return tuple(map(int, version.split(".")))
