"""Lists the word forms that a Hunspell dictionary accepts by themselves.

Supports no more than the Swedish dictionary needs: UTF-8, flags of one character, suffixes with conditions and flags of
their own. Compounds made on the fly are not forms: in a word game a compound counts when it is listed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MARKS = {
    "NOSUGGEST", "FORBIDDENWORD", "NEEDAFFIX", "ONLYINCOMPOUND", "FORCEUCASE", "COMPOUNDBEGIN", "COMPOUNDMIDDLE",
    "COMPOUNDEND", "COMPOUNDPERMITFLAG",
}  # fmt: skip


class Unsupported(Exception):
    """The dictionary uses a feature that is not supported: its forms would be wrong."""


@dataclass(frozen=True, slots=True)
class Suffix:
    """Remove `strip` from a root that `fits`, append `ending`; `flags` say what the form may be used for."""

    strip: str
    ending: str
    flags: str
    fits: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form, the entry it comes from, and that entry's flags."""

    word: str
    root: str
    flags: str


@dataclass
class Affixes:
    """The .aff file: suffixes by flag, and the meaning of special flags."""

    suffixes: dict[str, list[Suffix]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    def marked(self, flags: str, *names: str) -> bool:
        """Whether one of these special flags is set."""
        return any(self.marks.get(name, "\0") in flags for name in names)


def read_affixes(path: Path) -> Affixes:
    """The rules of an .aff file; raises Unsupported."""
    affixes = Affixes()
    for line in path.read_text(encoding="utf-8").splitlines():
        match line.split():
            case [name, flag, *_] if name in MARKS:
                affixes.marks[name] = flag
            case [("PFX" | "FLAG") as name, *_]:
                raise Unsupported(f"{path.name}: {name}")
            case ["SFX", flag, strip, added, condition, *_]:
                ending, _slash, flags = added.partition("/")
                rule = Suffix(_unless_zero(strip), _unless_zero(ending), flags, re.compile(f"(?:{condition})$"))
                affixes.suffixes.setdefault(flag, []).append(rule)
    suffixing = set(affixes.suffixes) - set(affixes.marks.values())
    if any(suffixing & set(rule.flags) for rules in affixes.suffixes.values() for rule in rules):
        raise Unsupported(f"{path.name}: suffixes upon suffixes")
    return affixes


def forms(affixes: Affixes, path: Path) -> Iterator[Form]:
    """Every form of a .dic file that is a word by itself."""
    for root, flags in _entries(path):
        if affixes.marked(flags, "ONLYINCOMPOUND", "FORBIDDENWORD"):
            continue
        if not affixes.marked(flags, "NEEDAFFIX"):
            yield Form(root, root, flags)
        for rule in (rule for flag in flags for rule in affixes.suffixes.get(flag, ())):
            for_compounds = affixes.marked(rule.flags, "ONLYINCOMPOUND", "COMPOUNDBEGIN")
            if not for_compounds and root.endswith(rule.strip) and rule.fits.search(root):
                yield Form(root.removesuffix(rule.strip) + rule.ending, root, flags)


def forbidden(affixes: Affixes, path: Path) -> frozenset[str]:
    """The words that a .dic file explicitly forbids."""
    return frozenset(root for root, flags in _entries(path) if affixes.marked(flags, "FORBIDDENWORD"))


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    """(root, flags) of each entry; the first line is a count."""
    for line in path.read_text(encoding="utf-8").split("\n")[1:]:
        root, _slash, flags = line.rstrip("\r").partition("\t")[0].partition("/")
        if root:
            yield root, flags


def _unless_zero(text: str) -> str:
    return "" if text == "0" else text
