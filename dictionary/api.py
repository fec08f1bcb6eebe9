"""What other apps may ask of the dictionary."""

import threading
from pathlib import Path

from django.conf import settings

from dictionary.bundled import WordList, word_lists
from dictionary.lexicon import Lexicon, compile_list, open_list

__all__ = ["Lexicon", "UnknownLexicon", "current", "lexicon", "prepare"]

_open: dict[tuple[str, str], Lexicon] = {}
_lock = threading.Lock()


class UnknownLexicon(LookupError):
    """A list, or a version of it, that this site has not."""

    def __init__(self, name: str, version: str = "") -> None:
        super().__init__(f"this site has no word list {name} {version}".rstrip())
        self.name = name
        self.version = version


def current(language: str) -> Lexicon:
    """The newest version of a language's list ("en", "sv"). Raises UnknownLexicon."""
    for entry in word_lists():
        if entry.name == language:
            return lexicon(entry.name, entry.version)
    raise UnknownLexicon(language)


def lexicon(name: str, version: str) -> Lexicon:
    """A list by name and version, opened once a process. Raises UnknownLexicon."""
    found = _open.get((name, version))
    if found is not None:
        return found
    for entry in word_lists():
        if (entry.name, entry.version) == (name, version):
            with _lock:  # threads that ask while it is being compiled wait for the one that does it
                if (name, version) not in _open:
                    _open[name, version] = _opened(entry)
                return _open[name, version]
    raise UnknownLexicon(name, version)


def prepare() -> list[str]:
    """Compile what is not compiled yet, safely also in two processes at once; the names of what was."""
    made = []
    for entry in word_lists():
        if open_list(_folder(), entry) is None:
            compile_list(_folder(), entry)
            made.append(f"{entry.name} {entry.version}")
    return made


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "lexicons"
    return folder


def _opened(entry: WordList) -> Lexicon:
    """The lexicon from its file, which is made first when there is no sound one."""
    found = open_list(_folder(), entry)
    if found is None:
        compile_list(_folder(), entry)
        found = open_list(_folder(), entry)
    if found is None:
        raise OSError(f"the compiled word list {entry.name} {entry.version} cannot be read back")
    return found
