"""Reads the pins of a lock file, for the SBOM and the audit."""

import re
from pathlib import Path
from typing import NamedTuple

from packaging.utils import canonicalize_name

_START = re.compile(r"\n(?=[A-Za-z0-9])")
_PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?:\[[^]]*\])?==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\\n]+))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_WANTED_BY = re.compile(r"^ +# (?:via)?\s*(\S.*)$", re.MULTILINE)


class Pin(NamedTuple):
    """One package at one version. `marker` says where it is installed ("" everywhere), `hashes` are the SHA-256 of the
    files that may be installed, `wanted_by` the packages that require it ("-r requirements.in": ourselves)."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]

    @property
    def purl(self) -> str:
        """The package URL, as advisories and SBOMs name it."""
        return f"pkg:pypi/{self.name}@{self.version}"


def pins(lock: Path) -> list[Pin]:
    """All pins of the lock, in order. A name may come twice, at versions for different markers."""
    return [_pin(text) for text in _START.split("\n" + lock.read_text(encoding="utf-8")) if text.strip()]


def _pin(text: str) -> Pin:
    found = _PIN.match(text)
    if found is None:
        raise ValueError(f"not a pin: {text.splitlines()[0]}")
    wanted_by = [name for name in _WANTED_BY.findall(text) if not name.startswith("-c ")]
    return Pin(
        canonicalize_name(found["name"]),
        found["version"],
        (found["marker"] or "").strip(),
        tuple(_HASH.findall(text)),
        tuple(wanted_by),
    )
