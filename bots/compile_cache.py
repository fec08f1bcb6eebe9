"""The folder of numba's machine code: in the data folder, for the source folder may be read-only or another user's.

numba trusts a cached function as long as the function's own file is unchanged, though much of its compiled code comes
from other files: so each state of the engine's sources has a folder of its own.
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
    """The folder of these sources' machine code, in a data folder."""
    digest = hashlib.sha256()
    for source in sorted(sources.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return data / "numba" / digest.hexdigest()[:NAMED_BY]


def chosen() -> str:
    """The folder of this process: NUMBA_CACHE_DIR, if set."""
    return os.environ.get("NUMBA_CACHE_DIR") or str(folder(settings.DATA_DIR))


def remove_old() -> None:
    """Remove the folders of other sources in the data folder, but for the newest: a process of the previous release may
    still run. Nothing with NUMBA_CACHE_DIR, which belongs to others."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    current = folder(settings.DATA_DIR)
    others = sorted(current.parent.glob("*"), key=lambda other: other.stat().st_mtime)
    for other in [other for other in others if other != current][:-1]:
        shutil.rmtree(other, ignore_errors=True)
