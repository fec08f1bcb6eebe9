"""The word lists that have graphs: each whole list, and for calm bots its everyday words."""

import hashlib
from pathlib import Path

from django.conf import settings

from bots.engine.graph_path import NamedList, Pin
from bots.vocabulary import figures_digest, known_text
from dictionary import api as dictionary


def folder() -> Path:
    """The folder of the graphs."""
    kept: Path = settings.DATA_DIR / "graphs"
    return kept


def pin_of(lexicon: dictionary.Lexicon, lowest: float | None) -> Pin:
    """The identity of a list's words of at least that frequency; without a frequency the list itself. The
    words that a calm bot knows are named like a list of their own."""
    if lowest is None:
        return lexicon
    said = f"{lexicon.digest} {lowest} {figures_digest(lexicon.name)}"
    return NamedList(lexicon.name, f"{lexicon.version}-{lowest}", hashlib.sha256(said.encode()).hexdigest())


def text_of(lexicon: dictionary.Lexicon, lowest: float | None) -> str:
    """Those words, one a line."""
    whole = dictionary.words_text(lexicon.name, lexicon.version)
    return whole if lowest is None else known_text(whole, lexicon.name, lowest)
