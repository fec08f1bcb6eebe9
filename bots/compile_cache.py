"""Where numba keeps its machine code: in the data folder, for that of the source may be another's or read-only.

numba takes what it has kept of a function for good as long as the function's own file is the same, and much of what is
compiled into it comes from other files: so each state of the engine's sources has a folder of its own.
"""

import hashlib
import os
import shutil
from pathlib import Path

from django.conf import settings

ENGINE = Path(__file__).parent / "engine"
NAMED_BY = 16
"""Characters of the digest in a folder's name."""


def folder(data: Path, sources: Path = ENGINE) -> Path:
    """Where machine code of these sources is, in a data folder."""
    digest = hashlib.sha256()
    for source in sorted(sources.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return data / "numba" / digest.hexdigest()[:NAMED_BY]


def chosen() -> str:
    """The folder of this process: where NUMBA_CACHE_DIR says, if it says anything."""
    return os.environ.get("NUMBA_CACHE_DIR") or str(folder(settings.DATA_DIR))


def remove_old() -> None:
    """Remove what other sources left in the data folder, but for the newest: a process of the release before may still
    run. Nothing where NUMBA_CACHE_DIR says, which is another's."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    current = folder(settings.DATA_DIR)
    others = sorted(current.parent.glob("*"), key=lambda other: other.stat().st_mtime)
    for other in [other for other in others if other != current][:-1]:
        shutil.rmtree(other, ignore_errors=True)
