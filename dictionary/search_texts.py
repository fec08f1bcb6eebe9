"""The search texts of the lists: made when a list is compiled, stored once per machine, opened once per process."""

import threading
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from common.one_maker import one_maker
from common.whole_file import write_whole
from dictionary import open_lists
from dictionary.lexicon import Lexicon, Named
from dictionary.services import store
from dictionary.word_text_file import WordText, made, open_words, words_path

_open: dict[str, WordText] = {}
_lock = threading.Lock()


def words_of(lexicon: Lexicon) -> WordText:
    """All words of a list."""
    found = _open.get(lexicon.digest)
    if found is None:
        with _lock:  # other threads wait while one makes it
            found = _open.get(lexicon.digest) or _opened(lexicon)
            _open[lexicon.digest] = found
    return found


def prepare(entry: Named) -> bool:
    """Make a bundled list's text, if this machine has no valid one; returns whether it had none."""
    path = _path(entry)
    missing = open_words(path, entry.digest) is None
    if missing:
        _made_once(path, entry, lambda: _made(entry))
    return missing


def _opened(lexicon: Lexicon) -> WordText:
    """The text from its file; without a valid one it is fetched as it was compiled, or made when that is damaged."""
    path = _path(lexicon)
    found = open_words(path, lexicon.digest)
    if found is None:
        found = _made_once(path, lexicon, lambda: store.search_text_of(lexicon.digest) or _made(lexicon))
    if found is None:
        found = _made_once(path, lexicon, lambda: _made(lexicon))
    if found is None:
        raise OSError(f"the words of {lexicon.name} {lexicon.version} cannot be read back")
    return found


def _made_once(path: Path, entry: Named, whole: Callable[[], bytes]) -> WordText | None:
    """The text from its file, which is written first unless another process is doing so."""
    with one_maker(path.with_name("making")):
        found = open_words(path, entry.digest)
        if found is None:
            write_whole(path, whole())
            found = open_words(path, entry.digest)
    return found


def _path(entry: Named) -> Path:
    folder: Path = settings.DATA_DIR / "lexicons"
    return words_path(folder, entry.name, entry.version, entry.digest)


def _made(entry: Named) -> bytes:
    return made(entry.digest, open_lists.words_text(entry.name, entry.version).splitlines())
