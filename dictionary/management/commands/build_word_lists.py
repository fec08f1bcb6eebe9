"""`manage.py build_word_lists FOLDER`: rebuild the bundled word lists from public packages.

Packages are fetched through their ordinary clients, apt-get and npm, or read from folders where they are unpacked.
"""

import gzip
import hashlib
import json
import subprocess
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dictionary.building import blocklist, editorial, english, hunspell, swedish
from dictionary.bundled import word_lists

NPM = {"dictionary-sv": "4.0.0", "naughty-words": "1.2.0"}


class Command(BaseCommand):
    """Writes the lists, and reports of each whether it equals the project's."""

    help = "Make the bundled word lists and the blocklists again from public packages."
    requires_system_checks: list[str] = []  # it touches no part of the site

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The target folder, and the folders of packages that need not be fetched."""
        parser.add_argument("folder", type=Path, help="where the lists are written")
        parser.add_argument("--scowl", type=Path, help="SCOWL's folder of word files (Debian package scowl)")
        parser.add_argument("--dictionary-sv", type=Path, help="folder with index.aff and index.dic")
        parser.add_argument("--naughty-words", type=Path, help="folder with en.json and sv.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fetch what is missing, build, check, write."""
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="alfapower-lists-") as temporary:
            there = Path(temporary)
            try:
                scowl = options["scowl"] or _debian("scowl", there) / "usr/share/dict/scowl"
                dictionary = options["dictionary_sv"] or _npm("dictionary-sv", there)
                crude = options["naughty_words"] or _npm("naughty-words", there)
                lists = built(scowl, dictionary, crude)
            except (OSError, subprocess.CalledProcessError, english.NotThePackage, hunspell.Unsupported) as error:
                raise CommandError(str(error)) from error
        for language in ("en", "sv"):
            self._check(language, lists[language])
        for name, words in lists.items():
            self._write(folder / f"{name}.txt.gz", words)

    def _check(self, language: str, words: frozenset[str]) -> None:
        """Check that common words are present, and that names and misspellings are not."""
        missing = editorial.absent(words, f"check_{language}")
        wrong = words & editorial.words_of(f"check_{language}_not")
        if missing or wrong:
            raise CommandError(f"{language}: missing {sorted(missing)}, wrongly there {sorted(wrong)}")

    def _write(self, path: Path, words: Iterable[str]) -> None:
        raw = "".join(f"{word}\n" for word in sorted(words)).encode()
        path.write_bytes(gzip.compress(raw, 9, mtime=0))
        digest = hashlib.sha256(raw).hexdigest()
        ours = {entry.file: entry.sha256 for entry in word_lists()}.get(path.name)
        same = "" if ours is None else ", as bundled" if ours == digest else ", not as bundled"
        self.stdout.write(f"{path.name}: {raw.count(bytes([10]))} words, {digest}{same}")


def built(scowl: Path, dictionary_sv: Path, naughty_words: Path) -> dict[str, frozenset[str]]:
    """Every list by its name, from the folders of the three packages."""
    swedes = swedish.words(dictionary_sv)
    lists = {"en": english.words(scowl), "sv": swedes.words, "sv_flagged": swedes.flagged}
    listed = {"en": lists["en"], "sv": lists["sv"] | lists["sv_flagged"]}
    for language, words in listed.items():
        source = json.loads((naughty_words / f"{language}.json").read_text(encoding="utf-8"))
        lists[f"block_{language}"] = blocklist.words(language, source, words)
    return lists


def _run(command: list[str], there: Path) -> None:
    """Run a tool of the system in this folder."""
    subprocess.run(command, cwd=there, check=True, capture_output=True)  # nosec B603  # no shell; names of this file


def _debian(name: str, there: Path) -> Path:
    """The files of a Debian package."""
    _run(["apt-get", "download", "-qq", name], there)
    (package,) = there.glob(f"{name}_*.deb")
    _run(["dpkg-deb", "-x", str(package), str(there / name)], there)
    return there / name


def _npm(name: str, there: Path) -> Path:
    """The files of an npm package, at the version the lists were made from."""
    _run(["npm", "pack", "--silent", f"{name}@{NPM[name]}"], there)
    folder = there / name
    folder.mkdir()
    _run(["tar", "xzf", f"{name}-{NPM[name]}.tgz", "-C", name], there)
    return folder / "package"
