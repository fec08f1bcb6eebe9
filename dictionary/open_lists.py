"""Opens the word lists of matches, each once per process, from this host's file or the database."""

import logging
import threading
from pathlib import Path

from django.conf import settings

from dictionary.bundled import WordList, word_lists
from dictionary.bundled import words_text as bundled_text
from dictionary.lexicon import Lexicon, Pin, compile_list, keep_file, open_list

log = logging.getLogger(__name__)

_open: dict[tuple[str, str], Lexicon] = {}
_lock = threading.Lock()


class UnknownLexicon(LookupError):
    """An unknown list, or version of it."""

    def __init__(self, name: str, version: str = "") -> None:
        super().__init__(f"this site has no word list {name} {version}".rstrip())
        self.name = name
        self.version = version


def lexicon(name: str, version: str) -> Lexicon:
    """A published list by name and version, opened once a process. Raises UnknownLexicon."""
    found = _open.get((name, version))
    if found is not None:
        return found
    with _lock:  # other threads wait while one compiles or fetches it
        found = _open.get((name, version))
        if found is None:
            found = _open[name, version] = _opened(name, version)
        return found


def words_text(name: str, version: str) -> str:
    """Every word of a published list, upper case, sorted, each with a line end. Raises UnknownLexicon.

    Builds some ten megabytes at each call: for building other files from, not for a look-up.
    """
    entry = _bundled(name, version)
    if entry:
        return bundled_text(entry)
    from dictionary.services import store

    return store.text_of(_published(name, version).digest)


def made_ready(entry: WordList) -> bool:
    """Compile a bundled list that is not compiled yet, safe in two processes at once; returns whether it had to."""
    if open_list(_folder(), entry) is not None:
        return False
    compile_list(_folder(), entry)
    return True


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "lexicons"
    return folder


def _bundled(name: str, version: str) -> WordList | None:
    return next((entry for entry in word_lists() if (entry.name, entry.version) == (name, version)), None)


def _opened(name: str, version: str) -> Lexicon:
    """The lexicon from its file; without a valid one, a bundled list is compiled and another is fetched."""
    entry = _bundled(name, version)
    if entry is None:
        return _fetched(_published(name, version))
    found = open_list(_folder(), entry)
    if found is None:
        compile_list(_folder(), entry)
        found = open_list(_folder(), entry)
    if found is None:
        raise OSError(f"the compiled word list {name} {version} cannot be read back")
    return found


def _published(name: str, version: str) -> Pin:
    from dictionary.models import ListVersion

    rows = ListVersion.objects.filter(language=name, version=version, state=ListVersion.State.PUBLISHED)
    digest = rows.values_list("digest", flat=True).first()
    if digest is None:
        raise UnknownLexicon(name, version)
    return Pin(name, version, digest)


def _fetched(pin: Pin) -> Lexicon:
    """The lexicon from this host's file, or from the database, whose graph is stored here for the next process."""
    found = open_list(_folder(), pin)
    if found is not None:
        return found
    from dictionary.services import store

    body = store.graph_of(pin.digest)
    try:
        keep_file(_folder(), pin, body)
    except OSError as error:  # a full disk costs the next process a fetch, and no player a match
        log.warning("The word list %s %s could not be kept as a file: %s", pin.name, pin.version, error)
    return Lexicon(pin, body)
