"""The texts of the lists, for searching: made when first asked for, once a machine, and opened once a process."""

import threading
from pathlib import Path

from django.conf import settings

from dictionary import api
from dictionary.lexicon import Lexicon
from dictionary.wordtext import WordText, open_words, words_path, write_words

_open: dict[str, WordText] = {}
_lock = threading.Lock()


def words_of(lexicon: Lexicon) -> WordText:
    """All words of a list."""
    found = _open.get(lexicon.digest)
    if found is None:
        with _lock:  # threads that ask while it is being made wait for the one that does it
            found = _open.get(lexicon.digest) or _opened(lexicon)
            _open[lexicon.digest] = found
    return found


def _opened(lexicon: Lexicon) -> WordText:
    """The text from its file, which is made first when there is no sound one."""
    folder: Path = settings.DATA_DIR / "lexicons"
    path = words_path(folder, lexicon.name, lexicon.version, lexicon.digest)
    found = open_words(path, lexicon.digest)
    if found is None:
        write_words(path, lexicon.digest, api.words_text(lexicon.name, lexicon.version).splitlines())
        found = open_words(path, lexicon.digest)
    if found is None:
        raise OSError(f"the words of {lexicon.name} {lexicon.version} cannot be read back")
    return found
