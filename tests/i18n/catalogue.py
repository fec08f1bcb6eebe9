"""What the Swedish catalogues hold, the site's and one of each game in its folder, and which texts the source marks for
them. Read without gettext's own programs."""

import ast
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import templatize

from tests.support.project_files import files, text
from ui.jinja_environment import texts_as_python

FOLDERS = tuple(Path(path).parent for path in settings.LOCALE_PATHS)
"""What has a catalogue: the project, then each game with texts of its own."""

# The functions that mark a text, and which of their arguments are its context, itself and its plural.
MARKERS = {
    "_": (None, 0, None),
    **{name: (None, 0, None) for name in ("gettext", "gettext_lazy", "gettext_noop")},
    **{name: (None, 0, 1) for name in ("ngettext", "ngettext_lazy")},
    **{name: (0, 1, None) for name in ("pgettext", "pgettext_lazy")},
    **{name: (0, 1, 2) for name in ("npgettext", "npgettext_lazy")},
}
_STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_MARKED = re.compile(rf"\b(?:{'|'.join(MARKERS)})\s*\(")
_CALL = re.compile(rf"\b(?:n?p?gettext|_)\({_STRING}(?:\s*,\s*{_STRING})*")


@dataclass
class Entry:
    """One text of the .po file; `parts` its lines by keyword: msgctxt, msgid, msgid_plural, msgstr or msgstr[0] …"""

    flags: set[str] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)

    @property
    def sources(self) -> list[str]:
        """The English, and its plural where it has one."""
        return [self.parts[key] for key in ("msgid", "msgid_plural") if key in self.parts]

    @property
    def translations(self) -> list[str]:
        """The Swedish, one for each plural form."""
        return [text for key, text in self.parts.items() if key.startswith("msgstr")]

    @property
    def key(self) -> str:
        """The text as gettext knows it: the English with its context before it and its plural after it."""
        context = f"{self.parts['msgctxt']}\4" if "msgctxt" in self.parts else ""
        return context + "\0".join(self.sources)


def catalogue_of(folder: Path) -> Path:
    """The .po file of a folder of FOLDERS; its compiled form is the .mo file beside it."""
    return folder / "locale/sv/LC_MESSAGES/django.po"


def all_entries() -> list[Entry]:
    """The entries of all catalogues, without the headers."""
    return [entry for folder in FOLDERS for entry in read_po(folder)]


def read_po(folder: Path) -> list[Entry]:
    """The entries of the folder's catalogue, without the header."""
    return [entry for entry in _entries(folder) if entry.key]


def compiled_po(folder: Path) -> dict[str, str]:
    """What the folder's .po file compiles to: by key the translations, as the .mo file holds them."""
    return {
        entry.key: "\0".join(entry.translations)
        for entry in _entries(folder)
        if all(entry.translations) and "fuzzy" not in entry.flags
    }


def read_mo(path: Path) -> dict[str, str]:
    """The content of a .mo file: a table of keys and one of translations, each with its place."""
    raw = path.read_bytes()
    magic, _version, count, keys, texts = struct.unpack_from("<5I", raw)
    if magic != 0x950412DE:
        raise ValueError(f"{path} is no little-endian .mo file")

    def text(table: int, number: int) -> str:
        length, start = struct.unpack_from("<2I", raw, table + 8 * number)
        return raw[start : start + length].decode()

    return {text(keys, number): text(texts, number) for number in range(count)}


def marked(folder: Path) -> set[str]:
    """The keys of all texts that templates and Python mark for translation in files whose catalogue is that folder's:
    the innermost one that has any."""
    found: set[str] = set()
    for path in files():
        if max((one for one in FOLDERS if one in path.parents), key=lambda one: len(one.parts)) != folder:
            continue
        content = text(path)
        if path.suffix == ".html" or path.suffix == ".txt" and "templates" in path.parts:
            calls = "\n".join(f"{call})" for call in _CALL.findall(templatize(content, origin=str(path))))
            found.update(_marked(ast.parse(calls)))
        elif path.suffix == ".jinja":
            found.update(_marked(ast.parse(texts_as_python(content))))
        elif path.suffix == ".py" and _MARKED.search(content):
            found.update(_marked(ast.parse(content)))
    return found


def _marked(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in MARKERS:
                yield from _key(node.args, *MARKERS[name])


def _key(args: list[ast.expr], context: int | None, text: int, plural: int | None) -> Iterable[str]:
    """Nothing where the text is not written out: then it was marked where it is written."""
    asked = [place for place in (context, text, plural) if place is not None]
    said = [getattr(args[place], "value", None) if place < len(args) else None for place in asked]
    texts = [one for one in said if isinstance(one, str)]
    if len(texts) < len(asked):
        return ()
    before = f"{texts.pop(0)}\4" if context is not None else ""
    return (before + "\0".join(texts),)


@cache
def _entries(folder: Path) -> tuple[Entry, ...]:
    return tuple(_read(text(catalogue_of(folder))))


def _read(content: str) -> Iterator[Entry]:
    for block in content.split("\n\n"):
        entry, keyword = Entry(), ""
        for line in block.splitlines():
            if line.startswith("#,"):
                entry.flags.update(flag.strip() for flag in line[2:].split(","))
            elif line and not line.startswith("#"):
                before, _quote, _rest = line.partition('"')
                keyword = before.strip() or keyword
                entry.parts[keyword] = entry.parts.get(keyword, "") + ast.literal_eval(line[len(before) :])
        if entry.parts:
            yield entry
